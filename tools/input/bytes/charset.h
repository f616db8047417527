/** @file charset.h
 *  @brief Plain text of any encoding becomes UTF-8.
 */
#ifndef DESCRY_TOOLS_INPUT_BYTES_CHARSET_H
#define DESCRY_TOOLS_INPUT_BYTES_CHARSET_H

#include <cstddef>
#include <string>
#include <string_view>

namespace descry {

/// Makes @a bytes valid UTF-8 without byte order mark.
///
/// @param charset  the encoding's name as the source gives it (a mail's or HTTP header). Names mean
/// what html_to_text() (descry/html_text.h) takes them for: iso-8859-1 and us-ascii are
/// windows-1252, gb2312 is gb18030. Without a name, or with one that ICU does not know, the text is
/// UTF-16 where a byte order mark says so, else UTF-8.
/// @return how many ill-formed parts became U+FFFD.
/// @throw InputError when a text of 1 GiB or more has to be converted.
/// Cost: linear; a conversion needs three times the size in memory.
std::size_t to_utf8(std::string& bytes, std::string_view charset = {});

/// UTF-8's byte order mark, and text without it where it begins with one.
inline constexpr std::string_view UTF8_MARK = "\xef\xbb\xbf";
inline std::string_view without_byte_order_mark(std::string_view text) {
    return text.starts_with(UTF8_MARK) ? text.substr(UTF8_MARK.size()) : text;
}

/// True when @a text begins, or ends, with @a part, or is it, ASCII letters in any case.
bool begins_in_any_case(std::string_view text, std::string_view part);
bool ends_in_any_case(std::string_view text, std::string_view part);
bool equal_in_any_case(std::string_view text, std::string_view part);

/// True when @a bytes begin with a byte order mark of UTF-16.
bool has_utf16_mark(std::string_view bytes);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_BYTES_CHARSET_H
