/** @file charset.h
 *  @brief Byte order marks, control characters, and comparisons in any case.
 */
#ifndef DESCRY_TOOLS_INPUT_BYTES_CHARSET_H
#define DESCRY_TOOLS_INPUT_BYTES_CHARSET_H

#include <string>
#include <string_view>

#include "analyzers/utf8.h"

namespace descry {

/// Text without UTF-8's byte order mark where it begins with one.
inline std::string_view without_byte_order_mark(std::string_view text) {
    return text.starts_with(UTF8_MARK) ? text.substr(UTF8_MARK.size()) : text;
}

/// True when @a text begins, or ends, with @a part, or is it, ASCII letters in any case.
bool begins_in_any_case(std::string_view text, std::string_view part);
bool ends_in_any_case(std::string_view text, std::string_view part);
bool equal_in_any_case(std::string_view text, std::string_view part);

/// Whether a text in UTF-8 holds control characters of ASCII other than white space and ESC.
bool has_control_characters(std::string_view text);

/// True when @a bytes begin with a byte order mark of UTF-16.
bool has_utf16_mark(std::string_view bytes);

/// Makes UTF-8 of @a bytes that begin with such a mark; leaves others as they are.
void decode_utf16(std::string& bytes);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_BYTES_CHARSET_H
