#include "analyzers/html/html_nesting.h"

#include <algorithm>
#include <array>

#include "analyzers/html/html_layout.h"

namespace descry {

namespace {

using std::string_view_literals::operator""sv;

template <typename Names>
bool holds(const Names& sorted, std::string_view name) {
    return std::ranges::binary_search(sorted, name);
}

/// Sorted. What HTML calls special, except address, div and p; without elements that have no
/// content.
constexpr std::array SPECIAL = {
    "applet"sv,    "article"sv,  "aside"sv,    "blockquote"sv, "body"sv,    "button"sv,
    "caption"sv,   "center"sv,   "colgroup"sv, "dd"sv,         "details"sv, "dir"sv,
    "dl"sv,        "dt"sv,       "fieldset"sv, "figcaption"sv, "figure"sv,  "footer"sv,
    "form"sv,      "frameset"sv, "h1"sv,       "h2"sv,         "h3"sv,      "h4"sv,
    "h5"sv,        "h6"sv,       "head"sv,     "header"sv,     "hgroup"sv,  "html"sv,
    "iframe"sv,    "li"sv,       "listing"sv,  "main"sv,       "marquee"sv, "menu"sv,
    "nav"sv,       "noembed"sv,  "noframes"sv, "noscript"sv,   "object"sv,  "ol"sv,
    "plaintext"sv, "pre"sv,      "script"sv,   "search"sv,     "section"sv, "select"sv,
    "style"sv,     "summary"sv,  "table"sv,    "tbody"sv,      "td"sv,      "template"sv,
    "textarea"sv,  "tfoot"sv,    "th"sv,       "thead"sv,      "title"sv,   "tr"sv,
    "ul"sv,        "xmp"sv};
static_assert(std::ranges::is_sorted(SPECIAL));

/// Sorted. An end tag within them ends nothing around them.
constexpr std::array SCOPES = {"applet"sv, "caption"sv, "html"sv,     "marquee"sv, "object"sv,
                               "table"sv,  "td"sv,      "template"sv, "th"sv};
static_assert(std::ranges::is_sorted(SCOPES));

/// Sorted. Parts of a table that end cells, and rows, and the other parts.
constexpr std::array CELLS = {"caption"sv, "td"sv, "th"sv};
constexpr std::array ROWS = {"caption"sv, "td"sv, "th"sv, "tr"sv};
constexpr std::array PARTS = {"caption"sv, "colgroup"sv, "tbody"sv, "td"sv,
                              "tfoot"sv,   "th"sv,       "thead"sv, "tr"sv};
static_assert(std::ranges::is_sorted(PARTS));

/// Sorted. Those of HTML's end tags that libxml2 ignores within an open div.
constexpr std::array BLOCK_ENDS = {
    "address"sv,    "applet"sv,  "article"sv, "aside"sv,   "blockquote"sv, "button"sv, "center"sv,
    "dd"sv,         "details"sv, "dialog"sv,  "dir"sv,     "dl"sv,         "dt"sv,     "fieldset"sv,
    "figcaption"sv, "figure"sv,  "footer"sv,  "form"sv,    "h1"sv,         "h2"sv,     "h3"sv,
    "h4"sv,         "h5"sv,      "h6"sv,      "header"sv,  "hgroup"sv,     "li"sv,     "listing"sv,
    "main"sv,       "marquee"sv, "menu"sv,    "nav"sv,     "object"sv,     "ol"sv,     "p"sv,
    "pre"sv,        "search"sv,  "section"sv, "summary"sv, "ul"sv};
static_assert(std::ranges::is_sorted(BLOCK_ENDS));

/// Sorted. Their end tags count wherever they stand: browsers parse no tags within them, or, in
/// templates, a document of its own.
constexpr std::array RAW_ENDS = {"iframe"sv,   "noembed"sv,  "noframes"sv, "noscript"sv,
                                 "template"sv, "textarea"sv, "title"sv,    "xmp"sv};
static_assert(std::ranges::is_sorted(RAW_ENDS));

/// Sorted. libxml2 ignores the end tags of other elements within them.
constexpr std::array BLOCKERS = {"div"sv,   "table"sv, "tbody"sv, "td"sv,
                                 "tfoot"sv, "th"sv,    "thead"sv, "tr"sv};
static_assert(std::ranges::is_sorted(BLOCKERS));

/// The number of elements around the outermost one that @a ends, of those within the innermost one
/// that @a bars; all if there is none.
template <typename Ends, typename Bars>
std::size_t around(OpenNames open, const Ends& ends, const Bars& bars) {
    std::size_t found = open.size();
    for (std::size_t i = open.size(); i-- > 0;) {
        const std::string_view name = view_of(open[i]);
        if (ends(name)) {
            found = i;
        } else if (bars(name)) {
            break;
        }
    }
    return found;
}

template <typename Parts>
std::size_t around_parts(OpenNames open, const Parts& parts) {
    return around(
        open, [&](std::string_view name) { return holds(parts, name); },
        [](std::string_view name) { return name == "table" || name == "template"; });
}

/// Whether the end tag @a tag ends nothing around @a name.
bool bars_end(std::string_view tag, std::string_view name) {
    if (holds(RAW_ENDS, tag)) return false;
    if (tag == "li" && (name == "ol" || name == "ul")) return true;
    return holds(SCOPES, name) || (tag == "p" && name == "button");
}

std::size_t around_items(OpenNames open, std::string_view one, std::string_view other) {
    return around(
        open, [&](std::string_view name) { return name == one || name == other; },
        [](std::string_view name) { return name == "ruby" || holds(SPECIAL, name); });
}

std::size_t around_paragraph(OpenNames open) {
    return around(
        open, [](std::string_view name) { return name == "p"; },
        [](std::string_view name) { return bars_end("p", name); });
}

bool ends_paragraph(std::string_view name) {
    if (name == "div" || name == "table" || name == "hr") return true;
    return holds(BLOCK_ENDS, name) && !holds(SCOPES, name) && name != "button";
}

bool is_heading(std::string_view name) {
    return name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6';
}

}  // namespace

bool is_stray_part(std::string_view name, OpenNames open) {
    return holds(PARTS, name) && std::ranges::none_of(open, [](const unsigned char* outer) {
               return view_of(outer) == "table" || view_of(outer) == "template";
           });
}

bool is_unclosed_void(std::string_view name) {
    return name == "wbr" || name == "source" || name == "embed" || name == "track" ||
           name == "bgsound" || name == "keygen" || name == "image";
}

std::size_t open_before(std::string_view name, OpenNames open, std::string_view skipped) {
    while (!open.empty() && is_unclosed_void(view_of(open.back())))
        open = open.first(open.size() - 1);
    if (name == "td" || name == "th") return around_parts(open, CELLS);
    if (name == "tr") return around_parts(open, ROWS);
    if (holds(PARTS, name)) return around_parts(open, PARTS);
    if (name == "li") return around_items(open, name, name);
    if (name == "dd" || name == "dt") return around_items(open, "dd", "dt");
    if (name == "rp" || name == "rt") return around_items(open, "rp", "rt");
    if (skipped == "p" && ends_paragraph(name)) return around_paragraph(open);
    return open.size();
}

std::size_t open_around(std::string_view name, OpenNames open) {
    if (!holds(BLOCK_ENDS, name) && !holds(RAW_ENDS, name)) return open.size();
    bool is_blocked = false;
    for (std::size_t i = open.size(); i-- > 0;) {
        const std::string_view within = view_of(open[i]);
        // The end tag of any heading ends the innermost one.
        if (is_heading(name) && is_heading(within) && within != name) return i;
        if (within == name) return is_blocked ? i : open.size();
        if (bars_end(name, within)) break;
        is_blocked = is_blocked || holds(BLOCKERS, within);
    }
    return open.size();
}

}  // namespace descry
