
#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "analyzers/html/html_layout.h"

namespace descry {

namespace {

using std::string_view_literals::operator""sv;

/// Sorted. The parts of a value (CSS Display 3; browsers' own keywords count).
constexpr std::array DISPLAYS = {"block"sv,
                                 "contents"sv,
                                 "flex"sv,
                                 "flow"sv,
                                 "flow-root"sv,
                                 "grid"sv,
                                 "inherit"sv,
                                 "initial"sv,
                                 "inline"sv,
                                 "inline-block"sv,
                                 "inline-flex"sv,
                                 "inline-grid"sv,
                                 "inline-table"sv,
                                 "list-item"sv,
                                 "math"sv,
                                 "none"sv,
                                 "revert"sv,
                                 "revert-layer"sv,
                                 "ruby"sv,
                                 "ruby-base"sv,
                                 "ruby-base-container"sv,
                                 "ruby-text"sv,
                                 "ruby-text-container"sv,
                                 "run-in"sv,
                                 "table"sv,
                                 "table-caption"sv,
                                 "table-cell"sv,
                                 "table-column"sv,
                                 "table-column-group"sv,
                                 "table-footer-group"sv,
                                 "table-header-group"sv,
                                 "table-row"sv,
                                 "table-row-group"sv,
                                 "unset"sv};
static_assert(std::ranges::is_sorted(DISPLAYS));

std::string_view trimmed(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(HTML_WHITE_SPACE), text.size()));
    return text.substr(0, text.find_last_not_of(HTML_WHITE_SPACE) + 1);
}

/// Splits a style into declarations, in lower case and without comments.
class Declarations {
  public:
    explicit Declarations(std::string_view style) : rest_(style) {}

    bool next() {
        if (rest_.empty()) return false;
        declaration_.clear();
        std::size_t open = 0;  // brackets
        while (!rest_.empty()) {
            if (take_other()) continue;
            const char c = rest_.front();
            if (c == '(' || c == '[' || c == '{') ++open;
            if ((c == ')' || c == ']' || c == '}') && open > 0) --open;
            if (c == ';' && open == 0) {
                rest_.remove_prefix(1);
                break;
            }
            take(1);
        }
        return true;
    }

    std::string_view name() const {
        return trimmed(std::string_view(declaration_).substr(0, declaration_.find(':')));
    }
    std::string_view value() const {
        const std::size_t colon = declaration_.find(':');
        if (colon == std::string::npos) return {};
        return trimmed(std::string_view(declaration_).substr(colon + 1));
    }

  private:
    // Takes a comment, a string or an escape.
    bool take_other() {
        const char c = rest_.front();
        if (rest_.starts_with("/*")) {
            take_comment();
        } else if (c == '"' || c == '\'') {
            take_string(c);
        } else if (c == '\\') {
            take(2);
        } else {
            return false;
        }
        return true;
    }

    void take(std::size_t size) {
        size = std::min(size, rest_.size());
        for (const char c : rest_.substr(0, size))
            declaration_ += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        rest_.remove_prefix(size);
    }

    void take_comment() {
        const std::size_t end = rest_.find("*/", 2);
        rest_.remove_prefix(end == rest_.npos ? rest_.size() : end + 2);
        declaration_ += ' ';
    }

    // Up to the closing quote, or to the line end, which makes the string bad.
    void take_string(char quote) {
        take(1);
        while (!rest_.empty()) {
            const char c = rest_.front();
            take(c == '\\' ? 2 : 1);
            if (c == quote || c == '\n') return;
        }
    }

    std::string_view rest_;
    std::string declaration_;
};

// Removes `!important`. @return whether it was there
bool take_importance(std::string_view& value) {
    constexpr std::string_view IMPORTANT = "important";
    if (!value.ends_with(IMPORTANT)) return false;
    const std::string_view before = trimmed(value.substr(0, value.size() - IMPORTANT.size()));
    if (!before.ends_with('!')) return false;
    value = trimmed(before.substr(0, before.size() - 1));
    return true;
}

// A value with a variable is unknown, and counts.
bool is_valid_display(std::string_view value) {
    if (value.find("var(") != value.npos) return true;
    if (value.empty()) return false;
    const bool is_one = value.find_first_of(HTML_WHITE_SPACE) == value.npos;
    while (!value.empty()) {
        const std::string_view word = value.substr(0, value.find_first_of(HTML_WHITE_SPACE));
        const bool is_of_browsers =
            word.starts_with("-webkit-") || word.starts_with("-moz-") || word.starts_with("-ms-");
        if (!std::ranges::binary_search(DISPLAYS, word) && !is_of_browsers) return false;
        if (word == "none" && !is_one) return false;
        value = trimmed(value.substr(word.size()));
    }
    return true;
}

}  // namespace

std::optional<bool> displays(std::string_view style) {
    std::optional<bool> displayed;
    bool is_important = false;
    Declarations declarations(style);
    while (declarations.next()) {
        if (declarations.name() != "display") continue;
        std::string_view value = declarations.value();
        const bool counts_more = take_importance(value);
        if (!is_valid_display(value) || (is_important && !counts_more)) continue;
        is_important = counts_more;
        displayed = value != "none";
    }
    return displayed;
}

}  // namespace descry
