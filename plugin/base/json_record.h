/** @file json_record.h
 *  @brief Metadata records that are JSON objects, and why stored JSON cannot be read, in words.
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

/// what() without "[json.exception.parse_error.101]", by which nlohmann's exceptions begin.
inline std::string json_reason(const std::exception& error) {
    constexpr std::string_view MARK = "[json.exception.";
    constexpr std::string_view END = "] ";
    std::string_view reason = error.what();
    const std::size_t end = reason.find(END);
    if (reason.starts_with(MARK) && end != std::string_view::npos)
        reason.remove_prefix(end + END.size());
    return std::string(reason);
}

/// What read(object) makes of a metadata record; nullopt where there is none.
/// @exception Xapian::DatabaseCorruptError naming the record: it is no JSON, or not what read()
///            expects
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

#endif  // DESCRY_PLUGIN_BASE_JSON_RECORD_H
