/** @file json_text.h
 *  @brief JSON as it is printed and passed on.
 */
#ifndef DESCRY_TOOLS_OUTPUT_JSON_TEXT_H
#define DESCRY_TOOLS_OUTPUT_JSON_TEXT_H

#include <string>

#include <nlohmann/json.hpp>

namespace descry {

/// @a value in one line, or, with @a indent blanks a level, in several. Ids, paths and stored
/// records may hold any bytes; what is no UTF-8 of theirs becomes U+FFFD, so that the text is JSON.
template <typename Json>
std::string json_text(const Json& value, int indent = -1) {
    return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace descry

#endif  // DESCRY_TOOLS_OUTPUT_JSON_TEXT_H
