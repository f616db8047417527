/** @file json_element.h
 *  @brief Finds where JSON values begin and end.
 */
#ifndef DESCRY_TOOLS_INPUT_PARSING_JSON_ELEMENT_H
#define DESCRY_TOOLS_INPUT_PARSING_JSON_ELEMENT_H

#include <cstddef>
#include <string_view>

namespace descry {

/// Finds the end of a value in bytes that may arrive in pieces, by brackets and strings alone; its
/// parser validates it. Cost: each byte is read once.
class JsonElement {
  public:
    /// @param in_array the value ends before a comma or a bracket; else after its last bracket
    explicit JsonElement(bool in_array) : in_array_(in_array) {}

    /// Continues with the value. @a bytes are all bytes of it known so far, from the first; each
    /// call repeats those of the one before. @return whether its end was found
    bool read(std::string_view bytes);

    /// Whether the bytes read so far may be a whole value.
    bool is_balanced() const { return depth_ == 0 && !in_string_; }

    std::size_t size() const { return at_; }

    /// Makes the next read() begin with byte size().
    void drop_scanned() { at_ = 0; }

  private:
    void read_string(std::string_view bytes);

    bool in_array_;
    bool in_string_ = false;
    bool escaped_ = false;
    std::size_t depth_ = 0;
    std::size_t at_ = 0;
};

/// Removes whitespace from the beginning of @a text.
void skip_json_blanks(std::string_view& text);

/// Whether @a text, as far as it goes, begins with an object that is empty or has a first member: a
/// brace, a name in quotes, a colon and the beginning of a value, with any whitespace. False for
/// braces in other texts (`{{Infobox`, `{\rtf1`, `{ pkgs ? x }`, `{"$@"; }`).
bool begins_with_member(std::string_view text);

/// The same for an array whose first element is such an object.
bool begins_with_array_of_objects(std::string_view text);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_PARSING_JSON_ELEMENT_H
