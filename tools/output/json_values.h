/** @file json_values.h
 *  @brief One JSON object as tab-separated lines.
 */
#ifndef DESCRY_TOOLS_OUTPUT_JSON_VALUES_H
#define DESCRY_TOOLS_OUTPUT_JSON_VALUES_H

#include <nlohmann/json.hpp>

namespace descry {

/// Prints a line a value, name and value; names within objects are joined by dots, what is no
/// string is written as JSON.
void print_values(const nlohmann::ordered_json& object);

}  // namespace descry

#endif  // DESCRY_TOOLS_OUTPUT_JSON_VALUES_H
