/** @file html_layout.h
 *  @brief Elements and their text, as they come, to lines.
 */
#ifndef DESCRY_ANALYZERS_HTML_LAYOUT_H
#define DESCRY_ANALYZERS_HTML_LAYOUT_H

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace descry {

/// What HTML calls ASCII whitespace.
inline constexpr std::string_view HTML_WHITE_SPACE = " \t\n\f\r";

/** Decides what of a document is seen and where its lines end (rules: html_to_text()).
 *
 *  Elements may begin and end in any order: what matters is counted, not nested.
 */
class HtmlLayout {
  public:
    void start_element(std::string_view name);
    void end_element(std::string_view name);
    void add_text(std::string_view text);

    /// Forgets all open elements.
    void forget_elements();

    /// How many elements are open.
    std::size_t depth() const { return depth_; }

    std::string take_text() { return std::move(text_); }

  private:
    /// What is to be written before the next visible character.
    enum class Gap { NONE, SPACE, LINE_END };

    void widen_gap(Gap gap);
    void write_gap();
    void add_folded(std::string_view text);
    void add_preformatted(std::string_view text);

    std::string text_;
    Gap gap_ = Gap::NONE;
    std::size_t depth_ = 0;
    std::size_t hidden_ = 0;        ///< open elements whose content is not shown
    std::size_t preformatted_ = 0;  ///< open elements that keep their white space
    bool is_pre_fresh_ = false;     ///< the line end right after <pre> is no content
    bool has_title_ = false;
};

}  // namespace descry

#endif  // DESCRY_ANALYZERS_HTML_LAYOUT_H
