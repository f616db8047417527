/** @file page.h
 *  @brief How the pages that descry writes begin, and their common look.
 */
#ifndef DESCRY_REPORT_PAGE_H
#define DESCRY_REPORT_PAGE_H

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/report/html_writer.h"

namespace descry {

/// Stands in the head of each page.
inline constexpr std::string_view PAGE_MARK = R"(<meta name="generator" content="descry")";

/// What stands at the top of a page.
struct PageHead {
    /// Of the browser's window.
    std::string title;
    std::string heading;
    /// Name and value: of what, when and by which command.
    std::vector<std::pair<std::string, std::string>> facts;
};

/// @a text, of which, where it is longer than @a most bytes, the middle is left out, with an
/// ellipsis in its place. Cut between characters.
std::string with_middle_left_out(std::string_view text, std::size_t most);

/// Begins a page, as far as into its main part. It stands alone, without scripts, in light and
/// dark; its Content-Security-Policy allows its style sheet and nothing else, no attribute `style`
/// either.
/// @param style CSS of this page, after that of all
void begin_page(HtmlWriter& to, const PageHead& head, std::string_view style);

}  // namespace descry

#endif  // DESCRY_REPORT_PAGE_H
