/** @file page.h
 *  @brief How the pages that descry writes begin, and their common look.
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

/// Stands in the head of each page.
inline constexpr std::string_view PAGE_MARK = R"(<meta name="generator" content="descry")";

/// page.css, of all pages; and page.js, the one script.
extern const std::string_view PAGE_STYLE;
extern const std::string_view PAGE_SCRIPT;

/// A page that another one links to.
struct PageLink {
    std::string name;
    std::string address;
    bool is_current = false;
};

/// Names and values.
using PageFacts = std::vector<std::pair<std::string, std::string>>;

/// What stands at the top of a page.
struct PageHead {
    /// Of the browser's window.
    std::string title;
    std::string heading;
    /// Of what, when and by which command.
    PageFacts facts = {};
    std::vector<PageLink> navigation = {};
    /// Served pages may send forms to their server and ask it by script; a file may do neither.
    bool is_served = false;
    /// Whether the page runs the one script there is (end_page()).
    bool has_script = false;
};

/// @a text, of which, where it is longer than @a most bytes, the middle is left out, with an
/// ellipsis in its place. Cut between characters.
std::string with_middle_left_out(std::string_view text, std::size_t most);

/// Where a link may lead: an address of http or https, or a relative one; never one of a scheme
/// that runs something, such as `javascript:`.
bool is_safe_link(std::string_view address);

/// Writes a link to @a address with the text @a name, or the name alone where there is no address
/// or it is not safe.
void write_link(HtmlWriter& to, std::string_view name, std::string_view address);

/// The Content-Security-Policy of a page, which begin_page() writes into its head: our style sheet,
/// our script if @a head has it, and nothing else, not even an attribute `style`.
/// @param style as of begin_page()
std::string page_policy(const PageHead& head, std::string_view style = {});

/// Begins a page, as far as into its main part. It stands alone, in light and dark, with
/// page_policy().
/// @param style CSS of this page, after that of all
void begin_page(HtmlWriter& to, const PageHead& head, std::string_view style = {});

/// Ends it. @return the document
std::string end_page(HtmlWriter& to, const PageHead& head);

/// Begins what is scrolled by itself, by the keyboard as well, where it does not fit.
void begin_scrolled(HtmlWriter& to, std::string_view kind, std::string_view name);

/// Begins a table in such a box, as far as into its body. @param kind class of the table
/// @param columns their headings; of empty names there is no column
void begin_table(HtmlWriter& to, std::string_view kind, std::string_view name,
                 std::span<const std::string_view> columns);
void end_table(HtmlWriter& to);

/// Writes names and values as a list, with an ellipsis in the middle of long values.
void write_facts(HtmlWriter& to, const PageFacts& facts);

}  // namespace descry

#endif  // DESCRY_REPORT_PAGE_H
