/** @file page.h
 *  @brief The common beginning and look of all pages.
 */
#ifndef DESCRY_REPORT_PAGE_H
#define DESCRY_REPORT_PAGE_H

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/report/html_writer.h"

namespace descry {

/// In the head of each page.
inline constexpr std::string_view PAGE_MARK = R"(<meta name="generator" content="descry")";

/// page.css and page.js, used by all pages.
extern const std::string_view PAGE_STYLE;
extern const std::string_view PAGE_SCRIPT;

/// A page that another one links to.
struct PageLink {
    std::string name;
    std::string address;
    bool is_current = false;
};

using PageFacts = std::vector<std::pair<std::string, std::string>>;

struct PageHead {
    /// Of the browser's window.
    std::string title;
    std::string heading;
    /// Of what, when and by which command.
    PageFacts facts = {};
    std::vector<PageLink> navigation = {};
    /// Served pages may send forms and script requests to their server; files may not.
    bool is_served = false;
    /// Whether the page runs PAGE_SCRIPT (end_page()).
    bool has_script = false;
};

/// @a text, cut between characters to at most @a most bytes, with an ellipsis in the middle.
std::string with_middle_elided(std::string_view text, std::size_t most);

/// Whether an address is http, https or relative, and so runs nothing (`javascript:`).
bool is_safe_link(std::string_view address);

/// Writes a link; only @a name if the address is empty or unsafe.
void write_link(HtmlWriter& to, std::string_view name, std::string_view address);

/// The page's Content-Security-Policy, which begin_page() writes into the head: allows our style
/// sheet, our script if @a head has it, and nothing else, not even an attribute `style`.
/// @param style as of begin_page()
std::string page_policy(const PageHead& head, std::string_view style = {});

/// Begins a page, up to its main part: self-contained, in light and dark, with page_policy().
/// @param style CSS of this page, after PAGE_STYLE
void begin_page(HtmlWriter& to, const PageHead& head, std::string_view style = {});

/// Ends it. @return the document
std::string end_page(HtmlWriter& to, const PageHead& head);

/// Begins a box that scrolls by itself, by keyboard as well, if it does not fit.
void begin_scrolled(HtmlWriter& to, std::string_view kind, std::string_view name);

/// Begins a table in such a box, up to its body. @param kind class of the table
/// @param columns headings; empty ones are omitted
void begin_table(HtmlWriter& to, std::string_view kind, std::string_view name,
                 std::span<const std::string_view> columns);
void end_table(HtmlWriter& to);

/// Writes names and values as a list, shortening long values in the middle.
void write_facts(HtmlWriter& to, const PageFacts& facts);

}  // namespace descry

#endif  // DESCRY_REPORT_PAGE_H
