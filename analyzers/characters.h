/** @file characters.h
 *  @brief The normalised characters of a text.
 */
#ifndef DESCRY_ANALYZERS_CHARACTERS_H
#define DESCRY_ANALYZERS_CHARACTERS_H

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "analyzers/icu_text.h"

namespace descry {

enum class CharacterUnit { CODE_POINT, GRAPHEME };

struct CharacterSink {
    void* context;
    void (*call)(void* context, std::string_view character);
};

/** Cuts texts into characters. Whitespace and control characters become one space, or nothing at
 *  the ends. One object per thread.
 */
class CharacterAnalyzer {
  public:
    /// @param fold_case normalises by NFKC_Casefold: the whole text, or cluster by cluster
    CharacterAnalyzer(CharacterUnit unit, bool fold_case);

    /// Cost: 4 ns per ASCII character, 30-100 ns for others. Memory: a kilobyte, and that of ICU.
    /// @throws std::length_error more than 2 GiB without ASCII
    void analyze(std::string_view text, CharacterSink sink);

  private:
    std::size_t find_end(std::string_view text, std::size_t begin) const;
    void take_stretch(std::string_view stretch);
    std::string_view folded(std::string_view characters);
    void take(std::string_view character);

    CharacterUnit unit_;
    const icu::Normalizer2* fold_;  // null: characters are kept
    std::optional<TextBreaks> clusters_;
    std::string folded_;
    CharacterSink sink_{};
    bool has_begun_ = false;
    bool is_space_due_ = false;
};

}  // namespace descry

#endif  // DESCRY_ANALYZERS_CHARACTERS_H
