/** @file json_element.h
 *  @brief Where values of JSON begin and end.
 */
#ifndef DESCRY_TOOLS_INPUT_PARSING_JSON_ELEMENT_H
#define DESCRY_TOOLS_INPUT_PARSING_JSON_ELEMENT_H

#include <cstddef>
#include <string_view>

namespace descry {

/// Where a value ends, found in bytes that may come piece by piece. Goes by brackets and strings
/// alone; whether the value is valid is for its parser to say. Cost: each byte is looked at once.
class JsonElement {
  public:
    /// @param in_array  the value ends before a comma or a bracket; else after its last bracket
    explicit JsonElement(bool in_array) : in_array_(in_array) {}

    /// Goes on with the value, of which @a bytes are all that is known so far, from its first byte
    /// on; each call repeats the bytes of the one before. @return whether its end was found
    bool read(std::string_view bytes);

    /// Whether what read() looked at may be a whole value, if nothing follows.
    bool is_balanced() const { return depth_ == 0 && !in_string_; }

    /// Of a whole value, its bytes; else those that read() looked at.
    std::size_t size() const { return at_; }

    /// Lets the next read() begin with byte size().
    void drop_scanned() { at_ = 0; }

  private:
    void read_string(std::string_view bytes);

    bool in_array_;
    bool in_string_ = false;
    bool escaped_ = false;
    std::size_t depth_ = 0;
    std::size_t at_ = 0;
};

/// Takes white space off the beginning of @a text.
void skip_json_blanks(std::string_view& text);

/// Whether an object with a first member begins here, or an empty one, in so far as @a text goes: a
/// brace, a name in quotes, a colon and what may begin a value. Braces of other texts (`{{Infobox`,
/// `{\rtf1`, `{ pkgs ? x }`, `{"$@"; }`) are none. Blanks and line ends may stand between.
bool begins_with_member(std::string_view text);

/// The same of an array whose first element is such an object.
bool begins_with_array_of_objects(std::string_view text);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_PARSING_JSON_ELEMENT_H
