/** @file html_layout.h
 *  @brief Elements and their text, as they come, to lines.
 */
#ifndef DESCRY_ANALYZERS_HTML_LAYOUT_H
#define DESCRY_ANALYZERS_HTML_LAYOUT_H

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <descry/analyzers/html_text.h>

namespace descry {

/// A string of libxml2's; empty for null.
inline std::string_view view_of(const unsigned char* text) {
    return text == nullptr ? std::string_view() : reinterpret_cast<const char*>(text);
}

/// Attributes of an element, by name; nothing where it has none of it.
class HtmlAttributes {
  public:
    /// @param pairs names and values in turn, as libxml2 gives them; may be null
    explicit HtmlAttributes(const unsigned char* const* pairs = nullptr) : pairs_(pairs) {}

    std::optional<std::string_view> operator[](std::string_view name) const {
        for (const unsigned char* const* pair = pairs_; pair != nullptr && *pair != nullptr;
             pair += 2) {
            if (view_of(pair[0]) == name) return view_of(pair[1]);
        }
        return std::nullopt;
    }

  private:
    const unsigned char* const* pairs_;
};

/// What HTML calls ASCII whitespace.
inline constexpr std::string_view HTML_WHITE_SPACE = " \t\n\f\r";

/** Decides what of a document is seen and where its lines end (rules: html_to_text()).
 *
 *  Elements may begin and end in any order: what matters is counted, not nested.
 */
class HtmlLayout {
  public:
    explicit HtmlLayout(PageParts parts = PageParts::ALL) : parts_(parts) {}

    void start_element(std::string_view name, const HtmlAttributes& attributes);
    void end_element(std::string_view name);
    void add_text(std::string_view text);

    /// Forgets all open elements.
    void forget_elements();

    /// How many elements are open.
    std::size_t depth() const { return depth_; }

    std::string take_text() { return std::move(text_); }

    /// Whether there was any but the title, and whether some was passed over as PageParts says.
    bool has_text() const { return has_text_; }
    bool has_passed_over() const { return has_passed_over_; }

  private:
    /// What is to be written before the next visible character.
    enum class Gap { NONE, SPACE, LINE_END };

    bool is_beside(std::string_view name, const HtmlAttributes& attributes) const;
    void widen_gap(Gap gap);
    void write_gap();
    void add_folded(std::string_view text);
    void add_preformatted(std::string_view text);

    PageParts parts_;
    std::string text_;
    Gap gap_ = Gap::NONE;
    std::size_t depth_ = 0;
    std::size_t hidden_ = 0;        ///< open elements whose content is not shown
    std::size_t preformatted_ = 0;  ///< open elements that keep their white space
    bool is_pre_fresh_ = false;     ///< the line end right after <pre> is no content
    bool has_title_ = false;
    bool is_in_title_ = false;
    bool has_text_ = false;
    /// The element that is passed over, and how many of its name are open within it.
    std::string passed_over_;
    std::size_t passed_over_depth_ = 0;
    bool has_passed_over_ = false;
    std::size_t sections_ = 0;  ///< open elements that have headers and footers of their own
};

}  // namespace descry

#endif  // DESCRY_ANALYZERS_HTML_LAYOUT_H
