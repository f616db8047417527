/** @file characters.h
 *  @brief The characters of a text, normalised.
 */
#ifndef DESCRY_ANALYZERS_CHARACTERS_H
#define DESCRY_ANALYZERS_CHARACTERS_H

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "analyzers/icu_text.h"

namespace descry {

/// What of a text is one character.
enum class CharacterUnit { CODE_POINT, GRAPHEME };

/// Where characters go: call(context, character).
struct CharacterSink {
    void* context;
    void (*call)(void* context, std::string_view character);
};

/** Cuts texts into characters. A run of white space and control characters is one space, at the
 * ends of a text none. One object per thread.
 */
class CharacterAnalyzer {
  public:
    /// @param fold_case normalises by NFKC_Casefold: code points of the whole text, clusters one by
    ///        one
    CharacterAnalyzer(CharacterUnit unit, bool fold_case);

    /// Cost: 4 ns an ASCII character, 30-100 ns others. Memory: a kilobyte, and what ICU takes.
    /// @throws std::length_error more than 2 GiB without ASCII
    void analyze(std::string_view text, CharacterSink sink);

  private:
    std::size_t find_end(std::string_view text, std::size_t begin) const;
    void take_stretch(std::string_view stretch);
    std::string_view folded(std::string_view characters);
    void take(std::string_view character);

    CharacterUnit unit_;
    const icu::Normalizer2* fold_;  // null: characters stay
    std::optional<TextBreaks> clusters_;
    std::string folded_;
    CharacterSink sink_{};
    bool has_begun_ = false;
    bool is_space_due_ = false;
};

}  // namespace descry

#endif  // DESCRY_ANALYZERS_CHARACTERS_H
