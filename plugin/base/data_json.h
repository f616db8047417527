/** @file data_json.h
 *  @brief Where the JSON of a document's data stands.
 */
#ifndef DESCRY_PLUGIN_BASE_DATA_JSON_H
#define DESCRY_PLUGIN_BASE_DATA_JSON_H

#include <string_view>

namespace descry {

/// The name of the line of an index with stems that holds the JSON, behind the lines that Omega
/// shows.
inline constexpr std::string_view JSON_LINE = "descry=";

/// The JSON object of descry's data: all of them, or the value of JSON_LINE. Data of other programs
/// are given as they are. JSON itself has no line ends, so that the line is the last.
inline std::string_view json_of_data(std::string_view data) {
    if (data.starts_with('{')) return data;
    std::size_t line = 0;
    while (!data.substr(line).starts_with(JSON_LINE)) {
        const std::size_t end = data.find('\n', line);
        if (end == data.npos) return data;
        line = end + 1;
    }
    const std::string_view value = data.substr(line + JSON_LINE.size());
    return value.starts_with('{') ? value : data;
}

}  // namespace descry

#endif  // DESCRY_PLUGIN_BASE_DATA_JSON_H
