#include "html_layout.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "encodings/stray_bytes.h"

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

/// Sorted. Not shown, or shown only by a browser that can do no better.
constexpr std::array HIDDEN = {"audio"sv,   "canvas"sv,   "datalist"sv, "iframe"sv,
                               "noembed"sv, "noframes"sv, "noscript"sv, "rp"sv,
                               "script"sv,  "style"sv,    "template"sv, "video"sv};
static_assert(std::ranges::is_sorted(HIDDEN));

bool is_block(std::string_view name) {
    return std::ranges::binary_search(BLOCKS, name);
}

bool is_hidden(std::string_view name) {
    return std::ranges::binary_search(HIDDEN, name);
}

/// What has a header and a footer of its own.
bool is_section(std::string_view name) {
    return name == "article" || name == "main" || name == "section";
}

/// The same by their roles (WAI-ARIA 1.2, landmarks).
bool is_role_beside(std::string_view role) {
    return role == "navigation" || role == "banner" || role == "contentinfo" ||
           role == "complementary" || role == "search";
}

bool displays_none(std::string_view style) {
    std::string folded;
    for (const char c : style) {
        if (HTML_WHITE_SPACE.find(c) == std::string_view::npos)
            folded += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return folded.find("display:none") != std::string::npos;
}

bool is_cell(std::string_view name) {
    return name == "td" || name == "th";
}

bool is_preformatted(std::string_view name) {
    return name == "pre" || name == "textarea" || name == "listing" || name == "xmp" ||
           name == "plaintext";
}

/// Whether @a text is one of the control characters that mean windows-1252. libxml2 gives a
/// reference's character alone.
bool is_control(std::string_view text) {
    return text.size() == 2 && text[0] == '\xC2' && static_cast<unsigned char>(text[1]) < 0xA0;
}

}  // namespace

// Navigation, what is around the page, and what is not displayed.
bool HtmlLayout::is_beside(std::string_view name, const HtmlAttributes& attributes) const {
    if (parts_ == PageParts::ALL || name == "html" || name == "body") return false;
    if (name == "nav" || name == "aside" || name == "search") return true;
    if ((name == "header" || name == "footer") && sections_ == 0) return true;
    if (attributes["hidden"]) return true;
    return is_role_beside(attributes["role"].value_or("")) ||
           displays_none(attributes["style"].value_or(""));
}

void HtmlLayout::start_element(std::string_view name, const HtmlAttributes& attributes) {
    ++depth_;
    if (passed_over_depth_ > 0) {
        if (name == passed_over_) ++passed_over_depth_;
        return;
    }
    if (hidden_ == 0 && is_beside(name, attributes)) {
        passed_over_ = name;
        passed_over_depth_ = 1;
        if (is_block(name)) widen_gap(Gap::LINE_END);
        return;
    }
    if (is_section(name)) ++sections_;
    if (name == "title") is_in_title_ = true;
    // Pictures have titles too, which browsers show only to those who point at them.
    const bool is_later_title = name == "title" && std::exchange(has_title_, true);
    if (is_hidden(name) || is_later_title) ++hidden_;
    if (hidden_ > 0) return;
    if (is_block(name)) widen_gap(Gap::LINE_END);
    if (is_cell(name)) widen_gap(Gap::SPACE);
    if (is_preformatted(name)) ++preformatted_;
    is_pre_fresh_ = is_preformatted(name);
}

void HtmlLayout::end_element(std::string_view name) {
    if (depth_ > 0) --depth_;
    if (passed_over_depth_ > 0) {
        if (name == passed_over_) --passed_over_depth_;
        return;
    }
    if (is_section(name) && sections_ > 0) --sections_;
    if (name == "title") is_in_title_ = false;
    if (hidden_ > 0) {
        // A title that ends while something is hidden is itself hidden.
        if (is_hidden(name) || name == "title") --hidden_;
        return;
    }
    if (is_block(name)) widen_gap(Gap::LINE_END);
    if (is_cell(name)) widen_gap(Gap::SPACE);
    if (is_preformatted(name) && preformatted_ > 0) --preformatted_;
}

void HtmlLayout::add_text(std::string_view text) {
    if (hidden_ > 0) return;
    const bool is_blank = text.find_first_not_of(HTML_WHITE_SPACE) == std::string_view::npos;
    if (passed_over_depth_ > 0) {
        has_passed_over_ = has_passed_over_ || !is_blank;
        return;
    }
    has_text_ = has_text_ || (!is_in_title_ && !is_blank);
    std::string meant;
    if (is_control(text)) {
        append_code_point(meant, windows_1252(static_cast<unsigned char>(text[1])));
        text = meant;
    }
    if (preformatted_ > 0) {
        add_preformatted(text);
    } else {
        add_folded(text);
    }
}

void HtmlLayout::forget_elements() {
    depth_ = 0;
    hidden_ = 0;
    preformatted_ = 0;
    is_pre_fresh_ = false;
    is_in_title_ = false;
    passed_over_depth_ = 0;
    sections_ = 0;
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
    if (std::exchange(is_pre_fresh_, false) && text.starts_with('\n')) text.remove_prefix(1);
    if (text.empty()) return;
    write_gap();
    text_ += text;
}

}  // namespace descry
