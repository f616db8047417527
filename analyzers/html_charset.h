/** @file html_charset.h
 *  @brief In which encoding an HTML document is, and its conversion.
 */
#ifndef DESCRY_ANALYZERS_HTML_CHARSET_H
#define DESCRY_ANALYZERS_HTML_CHARSET_H

#include <string>
#include <string_view>

namespace descry {

/// @a html as valid UTF-8 without byte order mark. How the encoding is found: html_to_text().
/// @throws std::length_error when 2 GiB or more have to be converted.
std::string html_to_utf8(std::string_view html, std::string_view charset);

}  // namespace descry

#endif  // DESCRY_ANALYZERS_HTML_CHARSET_H
