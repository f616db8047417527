/** @file model_report.h
 *  @brief Models and their differences, printed.
 */
#ifndef DESCRY_TOOLS_OUTPUT_MODEL_REPORT_H
#define DESCRY_TOOLS_OUTPUT_MODEL_REPORT_H

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <descry/schema/model_store.h>

#include "tools/messages/console.h"

namespace descry {

/// The parameters and words of a model.
void print_model(const StoredModel& stored, OutputFormat format);

/// What decides which documents make a group: distance, order, what is kept apart.
nlohmann::ordered_json grouping_json(const ModelParameters& parameters);

/// A line for people: how many words there are, and the first of them.
void print_word_list(const char* heading, const std::vector<std::string>& words);

/// What @a after has that @a before has not, and the other way round.
void print_difference(const Model& before, const Model& after, OutputFormat format);

}  // namespace descry

#endif  // DESCRY_TOOLS_OUTPUT_MODEL_REPORT_H
