/** @file long_words.h
 *  @brief Cuts words that are too long for one term.
 */
#ifndef DESCRY_ANALYZERS_LONG_WORDS_H
#define DESCRY_ANALYZERS_LONG_WORDS_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <descry/analyzers/words.h>

namespace descry {

/** Cuts one word that is longer than a recipe allows, as WordAnalyzer::analyze() describes, by the
 *  preceding characters only. Memory: one piece. Cost: 5 ns per character.
 */
class LongWord {
  public:
    /// @param is_capitalised  for the first piece
    LongWord(std::size_t max_bytes, bool is_capitalised, WordSink sink);

    /// Continues the word. @param folded  whole characters of UTF-8, normalised
    void add(std::string_view folded);

    /// Delivers the last piece. @return how many too long characters were skipped
    std::size_t finish();

  private:
    static constexpr std::size_t LEAST_BYTES = 8;
    static constexpr std::size_t MOST_BYTES = 64;

    void add_character(std::string_view character);
    void end_piece();

    std::size_t max_bytes_;
    bool is_capitalised_;
    WordSink sink_;
    std::array<char, MOST_BYTES> piece_;
    std::size_t size_ = 0;
    std::size_t skipped_ = 0;
    std::array<std::uint32_t, 4> last_ = {};  // characters, as a ring
    std::size_t count_ = 0;
};

inline bool cuts_long_words(const AnalyzerRecipe& recipe) {
    return recipe.rules >= WordRules::VERSION_3;
}

/// Cuts @a folded, normalised and longer than max_bytes, or skips it.
/// @return how many words, or characters, were skipped
std::size_t take_long_word(const AnalyzerRecipe& recipe, std::string_view folded,
                           bool is_capitalised, WordSink sink);

}  // namespace descry

#endif  // DESCRY_ANALYZERS_LONG_WORDS_H
