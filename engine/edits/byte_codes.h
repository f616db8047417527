/** @file byte_codes.h
 *  @brief Two texts in UTF-8 as bytes, one for each character.
 */
#ifndef DESCRY_ENGINE_EDITS_BYTE_CODES_H
#define DESCRY_ENGINE_EDITS_BYTE_CODES_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace descry {

/// Codes of a byte for the characters of two texts at a time, in memory that is used again: of a
/// thread's own. ASCII is its own code; the others are numbered as they come, and 0xff is left
/// over.
class ByteCodes {
  public:
    ByteCodes();

    /// @pre valid UTF-8. @return false, and nothing of use, where the two texts have more than 127
    /// characters beyond ASCII: Chinese, Japanese
    ///
    /// Cost: a nanosecond a character, next to nothing for ASCII.
    bool assign(std::string_view a, std::string_view b);

    /// One byte a character.
    std::string_view a() const { return a_; }
    std::string_view b() const { return b_; }

  private:
    bool encode(std::string_view utf8, std::string& out);
    std::uint8_t& code_of(char32_t character);

    std::vector<std::uint16_t> page_of_;  // of 256 characters each; 0: none yet
    std::vector<std::uint8_t> codes_;     // by page and character; 0: none
    std::vector<char32_t> numbered_;
    std::string a_;
    std::string b_;
};

}  // namespace descry

#endif  // DESCRY_ENGINE_EDITS_BYTE_CODES_H
