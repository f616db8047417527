/** @file model_report.h
 *  @brief Prints models and their differences, and stores calibrations in an index.
 */
#ifndef DESCRY_TOOLS_OUTPUT_MODEL_REPORT_H
#define DESCRY_TOOLS_OUTPUT_MODEL_REPORT_H

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include <xapian.h>

#include <descry/schema/model_store.h>

#include "tools/messages/console.h"

namespace descry {

void print_model(const StoredModel& stored, OutputFormat format);

/// The parameters that determine groups: distance, order, what is kept apart.
nlohmann::ordered_json grouping_json(const ModelParameters& parameters);

/// A line for people: the number of words, and the first of them.
void print_word_list(const char* heading, const std::vector<std::string>& words);

void print_difference(const Model& before, const Model& after, OutputFormat format);

/// Stores a calibration; takes effect with the next commit.
void write_calibration(Xapian::WritableDatabase& db, const nlohmann::ordered_json& calibration);

/// The calibration of an index (of its first shard); nullopt if there is none or it is unreadable.
/// Its "model" names the model it was measured with; it does not apply to others.
std::optional<nlohmann::ordered_json> read_calibration(const Xapian::Database& db);

}  // namespace descry

#endif  // DESCRY_TOOLS_OUTPUT_MODEL_REPORT_H
