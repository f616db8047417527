/** @file ascii_words.h
 *  @brief Cuts pure ASCII into words, exactly as ICU does.
 */
#ifndef DESCRY_ANALYZERS_ASCII_WORDS_H
#define DESCRY_ANALYZERS_ASCII_WORDS_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <unicode/brkiter.h>

#include <descry/analyzers/recipe.h>
#include <descry/analyzers/words.h>

namespace descry {

/** Applies UAX #29's rules WB5 to WB13b, the only ones that can join two ASCII characters. Their
 *  classes come from ICU, which tailors them: ICU 72 made "@" a letter and no longer lets ":" join.
 */
class AsciiWords {
  public:
    /// Asks @a icu, a word BreakIterator, some 400 questions, replacing its text.
    AsciiWords(const AnalyzerRecipe& recipe, icu::BreakIterator& icu);

    /// Calls @a sink for each word of @a text, lower-cased, in order. Cost: 16 ns per word without
    /// middle characters (MidWord::SPLIT), else 40.
    /// @param text  pure ASCII, treated as a whole text: its last word must not go on after it
    /// @return how many words, or characters of them, were skipped for their length
    std::size_t analyze(std::string_view text, WordSink sink) const;

    /// analyze() including signed_word_at(), for WordRules::VERSION_5 and MidWord::SPLIT.
    /// @param text [@a begin, @a end) is ASCII and cut; what precedes is only context
    std::size_t analyze_with_signs(std::string_view text, std::size_t begin, std::size_t end,
                                   WordSink sink) const;

  private:
    /// The classes of UAX #29: one bit each, or two if it may join letters and digits.
    using Classes = std::uint8_t;

    Classes classes_at(std::string_view text, std::size_t position) const {
        return classes_[static_cast<unsigned char>(text[position])];
    }
    std::size_t find_word_end(std::string_view text, std::size_t begin, Classes& seen) const;
    std::size_t analyze_by_classes(std::string_view text, WordSink sink) const;
    std::size_t take_long(std::string_view word, WordSink sink) const;
    std::size_t end_of_run(std::string_view text, std::size_t begin) const;
    template <bool HAS_SIGNS>
    std::size_t analyze_by_blocks(std::string_view text, std::size_t begin, WordSink sink) const;

    std::array<Classes, 256> classes_{};
    AnalyzerRecipe recipe_;
    // Words are runs of letters and digits, nothing else.
    bool has_only_runs_;
};

}  // namespace descry

#endif  // DESCRY_ANALYZERS_ASCII_WORDS_H
