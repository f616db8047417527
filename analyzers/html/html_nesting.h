/** @file html_nesting.h
 *  @brief Which open elements a tag ends, by HTML's rules of parsing where libxml2's differ.
 */
#ifndef DESCRY_ANALYZERS_HTML_NESTING_H
#define DESCRY_ANALYZERS_HTML_NESTING_H

#include <cstddef>
#include <span>
#include <string_view>

namespace descry {

/// Names of open elements, from the outermost on.
using OpenNames = std::span<const unsigned char* const>;

/// Whether @a name has no content and no end tag, but libxml2 waits for one.
bool is_unclosed_void(std::string_view name);

/// Whether @a name is a part of a table, but none is open: HTML ignores its tags.
bool is_stray_part(std::string_view name, OpenNames open);

/** How many of @a open stay open when the start tag @a name comes. libxml2 lets a list item, a cell
 *  or a row end an earlier one only if nothing is open within that. Cost: linear in @a open for
 *  these names.
 *  @param skipped the element whose content is dropped; a p ends only if it is that one, as
 *         libxml2 then ignores its end tag, which ends a line
 */
std::size_t open_before(std::string_view name, OpenNames open, std::string_view skipped);

/** How many of @a open stay open around the element that the end tag @a name ends, if libxml2
 *  ignores the tag because of an open div or part of a table; else, and if HTML ignores it as well,
 *  their number. Cost: linear in @a open.
 */
std::size_t open_around(std::string_view name, OpenNames open);

}  // namespace descry

#endif  // DESCRY_ANALYZERS_HTML_NESTING_H
