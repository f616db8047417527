/** @file long_words.h
 *  @brief Words that are too long for one term come in pieces.
 */
#ifndef DESCRY_ANALYZERS_LONG_WORDS_H
#define DESCRY_ANALYZERS_LONG_WORDS_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <descry/analyzers/words.h>

namespace descry {

/** Cuts one word that is longer than a recipe allows, as WordAnalyzer::analyze() says.
 *
 *  Where it cuts depends on the characters just before, not on how far from its beginning that is.
 *  Memory: one piece. Cost: 5 ns a character.
 */
class LongWord {
  public:
    /// @param is_capitalised  of the word, for its first piece
    LongWord(std::size_t max_bytes, bool is_capitalised, WordSink sink);

    /// Goes on with the word. @param folded  whole characters of UTF-8, normalised
    void add(std::string_view folded);

    /// Gives the last piece. @return how many characters were left out, longer than allowed
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
    std::array<std::uint32_t, 4> last_ = {};  // characters, in turns
    std::size_t count_ = 0;
};

/// Whether long words are cut by @a recipe, or left out.
inline bool cuts_long_words(const AnalyzerRecipe& recipe) {
    return recipe.rules >= WordRules::VERSION_3;
}

/// Cuts @a folded, normalised and of more than max_bytes bytes, or leaves it out.
/// @return how much was left out: words, or characters
std::size_t take_long_word(const AnalyzerRecipe& recipe, std::string_view folded,
                           bool is_capitalised, WordSink sink);

}  // namespace descry

#endif  // DESCRY_ANALYZERS_LONG_WORDS_H
