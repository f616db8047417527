/** @file model_report.h
 *  @brief Models and their differences, printed.
 */
#ifndef DESCRY_TOOLS_OUTPUT_MODEL_REPORT_H
#define DESCRY_TOOLS_OUTPUT_MODEL_REPORT_H

#include <descry/schema/model_store.h>

#include "messages/console.h"

namespace descry {

/// The parameters and words of a model.
void print_model(const StoredModel& stored, OutputFormat format);

/// What @a after has that @a before has not, and the other way round.
void print_difference(const Model& before, const Model& after, OutputFormat format);

}  // namespace descry

#endif  // DESCRY_TOOLS_OUTPUT_MODEL_REPORT_H
