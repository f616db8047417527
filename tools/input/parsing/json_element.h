/** @file json_element.h
 *  @brief Where a JSON value ends, found in bytes that may come piece by piece.
 */
#ifndef DESCRY_TOOLS_INPUT_PARSING_JSON_ELEMENT_H
#define DESCRY_TOOLS_INPUT_PARSING_JSON_ELEMENT_H

#include <cstddef>
#include <string_view>

namespace descry {

/// Goes by brackets and strings alone; whether the value is valid is for its parser to say. Cost:
/// each byte is looked at once.
class JsonElement {
  public:
    /// @param in_array  the value ends before a comma or a bracket; else after its last bracket
    explicit JsonElement(bool in_array) : in_array_(in_array) {}

    /// Goes on with the value, of which @a bytes are all that is known so far, from its first byte
    /// on; each call repeats the bytes of the one before. @return whether its end was found
    bool read(std::string_view bytes);

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

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_PARSING_JSON_ELEMENT_H
