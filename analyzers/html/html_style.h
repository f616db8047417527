/** @file html_style.h
 *  @brief What the `style` of an element says of its display.
 */
#ifndef DESCRY_ANALYZERS_HTML_STYLE_H
#define DESCRY_ANALYZERS_HTML_STYLE_H

#include <optional>
#include <string_view>

namespace descry {

/// Whether @a style, a list of CSS declarations, displays its element: what the last valid
/// declaration of `display` says, one with `!important` before others. Nothing where there is none.
/// Names with escapes (`d\69splay`) are not known. Cost: linear.
std::optional<bool> displays(std::string_view style);

}  // namespace descry

#endif  // DESCRY_ANALYZERS_HTML_STYLE_H
