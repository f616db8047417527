/** @file member_path.h
 *  @brief The path of a value in a JSON document.
 */
#ifndef DESCRY_TOOLS_INPUT_PARSING_MEMBER_PATH_H
#define DESCRY_TOOLS_INPUT_PARSING_MEMBER_PATH_H

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace descry {

/// A name; or names and numbers with dots and brackets, as in `_source.text`, `messages[*].content`
/// and `$.pages[0]['text']` (a subset of RFC 9535); or a JSON Pointer (RFC 6901), `/pages/0/text`.
/// `*` matches all members or elements. A name applied to an array applies to each element.
class MemberPath {
  public:
    explicit MemberPath(std::string text);

    const std::string& text() const { return text_; }

    std::size_t size() const { return steps_.size(); }
    bool is_name() const { return size() == 1; }

    const std::string& first_name() const { return steps_.front().name; }

    /// Whether step @a number leads from an object to its member @a name.
    bool leads_to(std::size_t number, std::string_view name) const {
        return steps_[number].is_any || steps_[number].name == name;
    }

    /// Whether step @a number selects elements of an array; otherwise it applies to each.
    bool is_element(std::size_t number) const { return steps_[number].is_element; }

    /// Whether step @a number leads from an array to its element @a index, from 0.
    bool leads_to_element(std::size_t number, std::size_t index) const;

  private:
    struct Step {
        std::string name;
        bool is_any = false;
        bool is_element = false;
    };

    void add(std::string_view name, bool may_be_any);
    void read_pointer(std::string_view rest);
    void read_path(std::string_view rest);

    std::string text_;
    std::vector<Step> steps_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_PARSING_MEMBER_PATH_H
