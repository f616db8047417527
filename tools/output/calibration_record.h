/** @file calibration_record.h
 *  @brief What to expect of the groups of one index, as measured on its own texts and kept in it.
 */
#ifndef DESCRY_TOOLS_OUTPUT_CALIBRATION_RECORD_H
#define DESCRY_TOOLS_OUTPUT_CALIBRATION_RECORD_H

#include <optional>

#include <nlohmann/json_fwd.hpp>
#include <xapian.h>

namespace descry {

/// Keeps a calibration; takes effect with the next commit.
void write_calibration(Xapian::WritableDatabase& db, const nlohmann::ordered_json& calibration);

/// The calibration of an index (of its first shard); nullopt where none was made or it is
/// unreadable. Its "model" names the model it was measured with: another one makes it history.
std::optional<nlohmann::ordered_json> read_calibration(const Xapian::Database& db);

}  // namespace descry

#endif  // DESCRY_TOOLS_OUTPUT_CALIBRATION_RECORD_H
