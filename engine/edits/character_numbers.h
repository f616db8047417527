/** @file character_numbers.h
 *  @brief The characters of two texts, numbered from one on.
 */
#ifndef DESCRY_ENGINE_EDITS_CHARACTER_NUMBERS_H
#define DESCRY_ENGINE_EDITS_CHARACTER_NUMBERS_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace descry {

/// Numbers for the characters of two texts at a time, in memory that is used again: of a thread's
/// own. At most 4.5 MB for the characters of Unicode, a KB for each 256 of them that were met.
class CharacterNumbers {
  public:
    CharacterNumbers();

    /// @pre characters of Unicode, or at least below 0x110000
    void assign(std::u32string_view a, std::u32string_view b);

    /// Numbers in the order in which they come, from 1 on.
    std::span<const std::uint32_t> a() const { return a_; }

    /// The same numbers; 0 for what a() lacks.
    std::span<const std::uint32_t> b() const { return b_; }

    /// All are below this.
    std::size_t codes() const { return surplus_.size(); }

    /// The characters that one text has more of than the other, of that one which has more of
    /// them: their edit distance is not below this, as an edit makes up for one of them at most in
    /// each text.
    std::size_t least_edits() const;

  private:
    std::uint32_t& number_of(char32_t character);

    std::vector<std::uint32_t> page_of_;  // of 256 characters each; 0: none yet
    std::vector<std::uint32_t> numbers_;  // by page and character; 0: none
    std::vector<std::uint32_t> a_;
    std::vector<std::uint32_t> b_;
    std::vector<std::int64_t> surplus_;  // of a, by number
};

}  // namespace descry

#endif  // DESCRY_ENGINE_EDITS_CHARACTER_NUMBERS_H
