/** @file character_numbers.h
 *  @brief Numbers the characters of two texts.
 */
#ifndef DESCRY_ENGINE_EDITS_CHARACTER_NUMBERS_H
#define DESCRY_ENGINE_EDITS_CHARACTER_NUMBERS_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace descry {

/// Numbers for the characters of two texts, in reusable thread-local memory: a KB per 256
/// characters met, at most 4.5 MB.
class CharacterNumbers {
  public:
    CharacterNumbers();

    /// @pre characters below 0x110000
    void assign(std::u32string_view a, std::u32string_view b);

    /// Numbered in order of appearance, from 1 on.
    std::span<const std::uint32_t> a() const { return a_; }

    /// The same numbers; 0 for characters that a() lacks.
    std::span<const std::uint32_t> b() const { return b_; }

    /// Upper bound of the numbers.
    std::size_t codes() const { return surplus_.size(); }

    /// A lower bound of the edit distance: the surplus characters of the text with more of them, as
    /// an edit balances at most one in each text.
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
