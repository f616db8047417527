/** @file html_layout.h
 *  @brief Elements and their text, as they come, to lines.
 */
#ifndef DESCRY_ANALYZERS_HTML_LAYOUT_H
#define DESCRY_ANALYZERS_HTML_LAYOUT_H

#include <cstddef>
#include <cstdint>
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
    /// Numbers of characters, without white space and the title.
    struct Counts {
        std::uint64_t kept = 0;
        /// Left out as PageParts says: within links and buttons, and elsewhere.
        std::uint64_t left_out_of_menus = 0;
        std::uint64_t left_out = 0;

        /// Whether so much is kept that it is the page: half, where menus do not count; with them a
        /// twentieth. Pages of one site share their menus, so a page that is taken with them is
        /// like others of its site.
        bool is_fair() const;

        static constexpr std::uint64_t FAIR_SHARE = 2;
        static constexpr std::uint64_t FAIR_SHARE_BESIDE_MENUS = 20;
    };

    /// Elements that have begun and not ended.
    struct OpenElements {
        std::size_t depth = 0;
        std::size_t hidden = 0;        ///< whose content is never text
        std::size_t preformatted = 0;  ///< that keep their white space
        std::size_t sections = 0;      ///< that have headers and footers of their own
        std::size_t controls = 0;      ///< links and buttons
        std::size_t frames = 0;        ///< pages in attributes of each other
        bool is_pre_fresh = false;     ///< the line end right after <pre> is no content
        bool is_in_title = false;
        /// The element that is passed over, and how many of its name are open within it.
        std::string passed_over;
        std::size_t passed_over_depth = 0;
    };

    explicit HtmlLayout(PageParts parts = PageParts::ALL) : parts_(parts) {}

    void start_element(std::string_view name, const HtmlAttributes& attributes);
    void end_element(std::string_view name);
    void add_text(std::string_view text);

    const OpenElements& open_elements() const { return open_; }
    void set_open_elements(OpenElements open) { open_ = std::move(open); }

    std::string take_text() { return std::move(text_); }

    const Counts& counts() const { return counts_; }

  private:
    /// What is to be written before the next visible character.
    enum class Gap { NONE, SPACE, LINE_END };

    bool is_beside(std::string_view name, const HtmlAttributes& attributes) const;
    bool is_passed_over() const { return open_.passed_over_depth > 0; }
    void leave_out(std::string_view text);
    void add_alternative(std::string_view text);
    void widen_gap(Gap gap);
    void write_gap();
    void add_folded(std::string_view text);
    void add_preformatted(std::string_view text);

    PageParts parts_;
    std::string text_;
    Gap gap_ = Gap::NONE;
    OpenElements open_;
    Counts counts_;
    bool has_title_ = false;
};

/// Makes of @a html, valid UTF-8, what libxml2 reads as browsers do: line ends are LF, form feeds
/// are spaces, NUL is dropped; a comment that ends at the next ">", and a tag that means nothing to
/// us and after which libxml2 would read no more, become processing instructions, and are dropped
/// where the document ends within them. Cost: linear.
void prepare_html(std::string& html);

/// Whether @a style, a list of CSS declarations, displays its element: what the last valid
/// declaration of `display` says, one with `!important` before others. Nothing where there is none.
/// Names with escapes (`d\69splay`) are not known. Cost: linear.
std::optional<bool> displays(std::string_view style);

}  // namespace descry

#endif  // DESCRY_ANALYZERS_HTML_LAYOUT_H
