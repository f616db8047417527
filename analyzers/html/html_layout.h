/** @file html_layout.h
 *  @brief Lays out elements and their text as lines.
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

/// A view of libxml2's string; empty for null.
inline std::string_view view_of(const unsigned char* text) {
    return text == nullptr ? std::string_view() : reinterpret_cast<const char*>(text);
}

/// Attributes of an element, by name; nullopt for missing ones.
class HtmlAttributes {
  public:
    /// @param pairs alternating names and values, from libxml2; may be null
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

/// ASCII whitespace as HTML defines it.
inline constexpr std::string_view HTML_WHITE_SPACE = " \t\n\f\r";

/** Decides what of a document is visible and where its lines end (rules: html_to_text()). Elements
 *  may begin and end in any order: they are counted, not nested.
 */
class HtmlLayout {
  public:
    /// Numbers of characters, without whitespace and the title.
    struct Counts {
        std::uint64_t kept = 0;
        /// Dropped by PageParts: within links and buttons, and elsewhere.
        std::uint64_t skipped_in_menus = 0;
        std::uint64_t skipped = 0;

        /// Whether enough is kept to represent the page: half, not counting menus, and a twentieth
        /// counting them. Menus, which pages of a site share, make a page similar to others.
        bool is_fair() const;

        static constexpr std::uint64_t FAIR_SHARE = 2;
        static constexpr std::uint64_t FAIR_SHARE_BESIDE_MENUS = 20;
    };

    struct OpenElements {
        std::size_t depth = 0;
        std::size_t hidden = 0;        ///< whose content is never text
        std::size_t preformatted = 0;  ///< that keep their white space
        std::size_t sections = 0;      ///< that have headers and footers of their own
        std::size_t controls = 0;      ///< links and buttons
        std::size_t frames = 0;        ///< pages in attributes of each other
        bool is_pre_fresh = false;     ///< the line end right after <pre> is dropped
        bool is_in_title = false;
        /// The skipped element, and how many of its name are open within it.
        std::string passed_over;
        std::size_t skipped_depth = 0;
    };

    explicit HtmlLayout(PageParts parts = PageParts::ALL) : parts_(parts) {}

    void start_element(std::string_view name, const HtmlAttributes& attributes);
    void end_element(std::string_view name);
    void add_text(std::string_view text);

    const OpenElements& open_elements() const { return open_; }
    void set_open_elements(OpenElements open) { open_ = std::move(open); }

    /// The name of the element that PageParts drops here; empty if none.
    std::string_view skipped_element() const {
        return is_skipped() ? std::string_view(open_.passed_over) : std::string_view();
    }

    std::string take_text() { return std::move(text_); }

    const Counts& counts() const { return counts_; }

  private:
    /// To be written before the next visible character.
    enum class Gap { NONE, SPACE, LINE_END };

    bool is_beside(std::string_view name, const HtmlAttributes& attributes) const;
    bool is_skipped() const { return open_.skipped_depth > 0; }
    void skip(std::string_view text);
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

/// Makes libxml2 read @a html, valid UTF-8, as browsers do: line ends become LF, form feeds spaces,
/// NUL is dropped; comments that end at the next ">", and tags that mean nothing to us but would
/// stop libxml2, become processing instructions, which are dropped if unclosed; CDATA is text in
/// XHTML. Cost: linear.
void prepare_html(std::string& html);

/// Whether @a style, a list of CSS declarations, displays its element: by the last valid
/// declaration of `display`, preferring `!important` ones; nullopt without one. Escaped names
/// (`d\69splay`) are not recognised. Cost: linear.
std::optional<bool> displays(std::string_view style);

}  // namespace descry

#endif  // DESCRY_ANALYZERS_HTML_LAYOUT_H
