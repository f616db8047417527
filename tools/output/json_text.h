/** @file json_text.h
 *  @brief Formats JSON for output.
 */
#ifndef DESCRY_TOOLS_OUTPUT_JSON_TEXT_H
#define DESCRY_TOOLS_OUTPUT_JSON_TEXT_H

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "tools/messages/console.h"

namespace descry {

/// @a value in one line or, with @a indent spaces per level, in several. Invalid UTF-8, which ids,
/// paths and stored records may have, becomes U+FFFD.
template <typename Json>
std::string json_text(const Json& value, int indent = -1) {
    return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

/// A string or a number as JSON: the same bytes as in json_text().
std::string json_string(std::string_view text);
std::string json_number(double number);

/// An object of @a members, whose values are JSON.
nlohmann::json object_of(const std::map<std::string, std::string>& members);

/// A string unchanged; other values as JSON.
template <typename Json>
std::string plain_text(const Json& value) {
    return value.is_string() ? value.template get<std::string>() : json_text(value);
}

/// Calls visit(name, plain_text()) for each value; nested names are joined by dots to @a prefix.
void for_each_value(const nlohmann::ordered_json& object,
                    const std::function<void(const std::string&, const std::string&)>& visit,
                    const std::string& prefix = {});

/// The values of an object, null as empty, as a tab-separated line without its end.
std::string tsv_row(const nlohmann::ordered_json& object);

/// Prints an object as a line of JSON, or as tab-separated names and values. @param format not TEXT
void print_object(const nlohmann::ordered_json& object, OutputFormat format);

}  // namespace descry

#endif  // DESCRY_TOOLS_OUTPUT_JSON_TEXT_H
