/** @file model_report.h
 *  @brief Models and their differences, printed; what was measured with one, kept in its index.
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

/// The parameters and words of a model.
void print_model(const StoredModel& stored, OutputFormat format);

/// What decides which documents make a group: distance, order, what is kept apart.
nlohmann::ordered_json grouping_json(const ModelParameters& parameters);

/// A line for people: how many words there are, and the first of them.
void print_word_list(const char* heading, const std::vector<std::string>& words);

/// What @a after has that @a before has not, and the other way round.
void print_difference(const Model& before, const Model& after, OutputFormat format);

/// Keeps a calibration; takes effect with the next commit.
void write_calibration(Xapian::WritableDatabase& db, const nlohmann::ordered_json& calibration);

/// The calibration of an index (of its first shard); nullopt where none was made or it is
/// unreadable. Its "model" names the model it was measured with: another one makes it history.
std::optional<nlohmann::ordered_json> read_calibration(const Xapian::Database& db);

}  // namespace descry

#endif  // DESCRY_TOOLS_OUTPUT_MODEL_REPORT_H
