#include "analyzers/html/html_layout.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "analyzers/encodings/stray_bytes.h"

namespace descry {

namespace {

using std::string_view_literals::operator""sv;

/// Sorted. HTML's own style sheet displays these as blocks, table rows or list items.
constexpr std::array BLOCKS = {
    "address"sv,  "article"sv,    "aside"sv,   "blockquote"sv, "br"sv,     "caption"sv, "center"sv,
    "dd"sv,       "details"sv,    "dialog"sv,  "dir"sv,        "div"sv,    "dl"sv,      "dt"sv,
    "fieldset"sv, "figcaption"sv, "figure"sv,  "footer"sv,     "form"sv,   "h1"sv,      "h2"sv,
    "h3"sv,       "h4"sv,         "h5"sv,      "h6"sv,         "header"sv, "hgroup"sv,  "hr"sv,
    "legend"sv,   "li"sv,         "listing"sv, "main"sv,       "menu"sv,   "nav"sv,     "ol"sv,
    "optgroup"sv, "option"sv,     "p"sv,       "plaintext"sv,  "pre"sv,    "search"sv,  "section"sv,
    "summary"sv,  "table"sv,      "tbody"sv,   "textarea"sv,   "tfoot"sv,  "thead"sv,   "title"sv,
    "tr"sv,       "ul"sv,         "xmp"sv};
static_assert(std::ranges::is_sorted(BLOCKS));

/// Sorted. Never shown: of an iframe the content between its tags, not its frame.
constexpr std::array HIDDEN = {"iframe"sv, "rp"sv, "script"sv, "style"sv};
static_assert(std::ranges::is_sorted(HIDDEN));

/// Sorted. Fallback content, or shown by scripts.
constexpr std::array INSTEAD = {"audio"sv,    "canvas"sv,   "datalist"sv, "noembed"sv,
                                "noframes"sv, "noscript"sv, "template"sv, "video"sv};
static_assert(std::ranges::is_sorted(INSTEAD));

bool is_block(std::string_view name) {
    return std::ranges::binary_search(BLOCKS, name);
}

bool is_hidden(std::string_view name) {
    return std::ranges::binary_search(HIDDEN, name);
}

bool is_instead(std::string_view name) {
    return std::ranges::binary_search(INSTEAD, name);
}

/// Sorted. Elements with a header and footer of their own: sections, and HTML 5's sectioning roots.
constexpr std::array SECTIONS = {"article"sv, "blockquote"sv, "details"sv, "dialog"sv, "fieldset"sv,
                                 "figure"sv,  "main"sv,       "section"sv, "td"sv,     "th"sv};
static_assert(std::ranges::is_sorted(SECTIONS));

bool is_section(std::string_view name) {
    return std::ranges::binary_search(SECTIONS, name);
}

bool is_control_element(std::string_view name) {
    return name == "a" || name == "button" || name == "option";
}

/// Landmarks of WAI-ARIA 1.2.
bool is_role_beside(std::string_view role) {
    return role == "navigation" || role == "banner" || role == "contentinfo" ||
           role == "complementary" || role == "search";
}

/// Text that browsers find and show on search (until-found) counts as displayed.
bool is_undisplayed(const HtmlAttributes& attributes) {
    const auto displayed = displays(attributes["style"].value_or(""));
    if (displayed) return !*displayed;
    const auto hidden = attributes["hidden"];
    constexpr std::string_view FOUND = "until-found";
    return hidden && !std::ranges::equal(*hidden, FOUND, [](char c, char expected) {
               return std::tolower(static_cast<unsigned char>(c)) == expected;
           });
}

/// Characters other than whitespace and ASCII control characters.
std::uint64_t characters_of(std::string_view text) {
    return static_cast<std::uint64_t>(std::ranges::count_if(text, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        const bool is_within_character = byte >= 0x80 && byte < 0xC0;
        return byte > ' ' && !is_within_character;
    }));
}

bool has_alternative(std::string_view name) {
    return name == "img" || name == "area" || name == "input";
}

bool is_cell(std::string_view name) {
    return name == "td" || name == "th";
}

bool is_preformatted(std::string_view name) {
    return name == "pre" || name == "textarea" || name == "listing" || name == "xmp" ||
           name == "plaintext";
}

/// Whether a reference's character, which libxml2 passes alone, means windows-1252.
bool is_control(std::string_view text) {
    return text.size() == 2 && text[0] == '\xC2' && static_cast<unsigned char>(text[1]) < 0xA0;
}

}  // namespace

// Navigation, page furniture, and what is not displayed.
bool HtmlLayout::is_beside(std::string_view name, const HtmlAttributes& attributes) const {
    if (parts_ == PageParts::ALL || name == "html" || name == "body") return false;
    if (name == "nav" || name == "aside" || name == "search" || is_instead(name)) return true;
    if ((name == "header" || name == "footer") && open_.sections == 0) return true;
    return is_role_beside(attributes["role"].value_or("")) || is_undisplayed(attributes);
}

void HtmlLayout::start_element(std::string_view name, const HtmlAttributes& attributes) {
    ++open_.depth;
    if (is_skipped() && name == open_.passed_over) {
        ++open_.skipped_depth;
    } else if (!is_skipped() && open_.hidden == 0 && is_beside(name, attributes)) {
        open_.passed_over = name;
        open_.skipped_depth = 1;
        if (is_block(name)) widen_gap(Gap::LINE_END);
    }
    if (is_control_element(name)) ++open_.controls;
    if (name == "title") open_.is_in_title = true;
    // Pictures have titles as well, which browsers show only as tooltips.
    const bool is_later_title = name == "title" && std::exchange(has_title_, true);
    if (is_hidden(name) || is_later_title) ++open_.hidden;
    if (open_.hidden > 0) return;
    if (has_alternative(name)) add_alternative(attributes["alt"].value_or(""));
    if (is_skipped()) return;
    if (is_section(name)) ++open_.sections;
    if (is_block(name) || is_instead(name)) widen_gap(Gap::LINE_END);
    if (is_cell(name)) widen_gap(Gap::SPACE);
    if (is_preformatted(name)) ++open_.preformatted;
    open_.is_pre_fresh = is_preformatted(name);
}

void HtmlLayout::end_element(std::string_view name) {
    if (open_.depth > 0) --open_.depth;
    if (is_control_element(name) && open_.controls > 0) --open_.controls;
    if (name == "title") open_.is_in_title = false;
    // A title that ends while something is hidden is itself hidden.
    const bool ends_hidden = open_.hidden > 0 && (is_hidden(name) || name == "title");
    const bool was_hidden = open_.hidden > 0;
    if (ends_hidden) --open_.hidden;
    if (is_skipped()) {
        // Elements within it end with it.
        if (name == open_.passed_over && --open_.skipped_depth == 0) {
            open_.hidden = 0;
            open_.controls = 0;
        }
        return;
    }
    if (was_hidden) return;
    if (is_section(name) && open_.sections > 0) --open_.sections;
    if (is_block(name) || is_instead(name)) widen_gap(Gap::LINE_END);
    if (is_cell(name)) widen_gap(Gap::SPACE);
    if (is_preformatted(name) && open_.preformatted > 0) --open_.preformatted;
}

void HtmlLayout::add_text(std::string_view text) {
    if (open_.hidden > 0) return;
    if (is_skipped()) return skip(text);
    if (!open_.is_in_title) counts_.kept += characters_of(text);
    std::string meant;
    if (is_control(text)) {
        append_code_point(meant, windows_1252(static_cast<unsigned char>(text[1])));
        text = meant;
    }
    if (open_.preformatted > 0) {
        add_preformatted(text);
    } else {
        add_folded(text);
    }
}

void HtmlLayout::skip(std::string_view text) {
    (open_.controls > 0 ? counts_.skipped_in_menus : counts_.skipped) += characters_of(text);
}

// Sets a picture's text off from the words around it.
void HtmlLayout::add_alternative(std::string_view text) {
    if (characters_of(text) == 0) return;
    if (parts_ == PageParts::MAIN) return skip(text);
    widen_gap(Gap::SPACE);
    add_folded(text);
    widen_gap(Gap::SPACE);
}

bool HtmlLayout::Counts::is_fair() const {
    return kept * FAIR_SHARE >= kept + skipped &&
           kept * FAIR_SHARE_BESIDE_MENUS >= kept + skipped + skipped_in_menus;
}

void HtmlLayout::widen_gap(Gap gap) {
    gap_ = std::max(gap_, gap);
}

void HtmlLayout::write_gap() {
    const bool is_line_start = text_.empty() || text_.back() == '\n';
    if (!is_line_start && gap_ != Gap::NONE) text_ += gap_ == Gap::SPACE ? ' ' : '\n';
    gap_ = Gap::NONE;
}

void HtmlLayout::add_folded(std::string_view text) {
    while (!text.empty()) {
        const std::size_t spaces = std::min(text.find_first_not_of(HTML_WHITE_SPACE), text.size());
        if (spaces > 0) widen_gap(Gap::SPACE);
        text.remove_prefix(spaces);
        if (text.empty()) return;
        const std::size_t word = std::min(text.find_first_of(HTML_WHITE_SPACE), text.size());
        write_gap();
        text_ += text.substr(0, word);
        text.remove_prefix(word);
    }
}

void HtmlLayout::add_preformatted(std::string_view text) {
    if (std::exchange(open_.is_pre_fresh, false) && text.starts_with('\n')) text.remove_prefix(1);
    if (text.empty()) return;
    write_gap();
    text_ += text;
}

}  // namespace descry
