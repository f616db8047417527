/** @file charset.h
 *  @brief Byte order marks, control characters, and case-insensitive comparisons.
 */
#ifndef DESCRY_TOOLS_INPUT_BYTES_CHARSET_H
#define DESCRY_TOOLS_INPUT_BYTES_CHARSET_H

#include <string>
#include <string_view>

#include "analyzers/utf8.h"

namespace descry {

/// Text without a leading UTF-8 byte order mark.
inline std::string_view without_byte_order_mark(std::string_view text) {
    return text.starts_with(UTF8_MARK) ? text.substr(UTF8_MARK.size()) : text;
}

/// True if @a text begins with, ends with, or equals @a part, ignoring the case of ASCII letters.
bool begins_in_any_case(std::string_view text, std::string_view part);
bool ends_in_any_case(std::string_view text, std::string_view part);
bool equal_in_any_case(std::string_view text, std::string_view part);

/// Whether a UTF-8 text contains ASCII control characters other than whitespace and ESC.
bool has_control_characters(std::string_view text);

/// True if @a bytes begin with a byte order mark of UTF-16.
bool has_utf16_mark(std::string_view bytes);

/// Converts @a bytes that begin with such a mark to UTF-8; leaves others unchanged.
void decode_utf16(std::string& bytes);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_BYTES_CHARSET_H
