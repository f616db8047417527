/** @file json_record.h
 *  @brief Metadata records that are JSON objects, and messages about unreadable stored JSON.
 */
#ifndef DESCRY_PLUGIN_BASE_JSON_RECORD_H
#define DESCRY_PLUGIN_BASE_JSON_RECORD_H

#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include <nlohmann/json.hpp>
#include <xapian.h>

namespace descry {

/// what() without the prefix "[json.exception.parse_error.101]" of nlohmann's exceptions.
inline std::string json_reason(const std::exception& error) {
    constexpr std::string_view MARK = "[json.exception.";
    constexpr std::string_view END = "] ";
    std::string_view reason = error.what();
    const std::size_t end = reason.find(END);
    if (reason.starts_with(MARK) && end != std::string_view::npos)
        reason.remove_prefix(end + END.size());
    return std::string(reason);
}

/// The result of read(object) for a metadata record; nullopt if there is no record.
/// @exception Xapian::DatabaseCorruptError names the record: not JSON, or not what read() expects
template <typename Read, typename Value = std::invoke_result_t<Read, const nlohmann::json&>>
std::optional<Value> read_json_record(const Xapian::Database& db, const std::string& name,
                                      Read&& read) {
    const std::string text = db.get_metadata(name);
    if (text.empty()) return std::nullopt;
    try {
        return read(nlohmann::json::parse(text));
    } catch (const nlohmann::json::exception& error) {
        throw Xapian::DatabaseCorruptError("the metadata record " + name +
                                           " is unreadable: " + json_reason(error));
    }
}

/// In an index with stems, the JSON is on a line with this name, after those that Omega shows.
inline constexpr std::string_view JSON_LINE = "descry=";

/// The JSON object in descry's data: all of it, or the value of JSON_LINE, which is the last line
/// since JSON has no line ends. Other data is returned unchanged.
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

#endif  // DESCRY_PLUGIN_BASE_JSON_RECORD_H
