/** @file ascii_words.h
 *  @brief The words of pure ASCII, exactly as ICU would cut them.
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

/** UAX #29's rules WB5 to WB13b, which are all that can join two ASCII characters into a word.
 *
 *  Which character belongs to which class is asked of ICU itself, because ICU tailors Unicode's
 *  classes and changes its mind: ICU 72 made "@" a letter and took that role of a middle
 *  character from ":".
 */
class AsciiWords {
  public:
    /// Asks @a icu, a word BreakIterator, some 400 questions; its text is another one afterwards.
    AsciiWords(const AnalyzerRecipe& recipe, icu::BreakIterator& icu);

    /// Calls @a sink for each word of @a text, lower-cased, in order. Cost: without middle
    /// characters (MidWord::SPLIT) 16 ns a word, else 40.
    /// @param text  pure ASCII, taken for a whole text: what follows it must not join its last word
    /// @return how many words were left out for their length, or characters of them
    std::size_t analyze(std::string_view text, WordSink sink) const;

    /// The same with what signed_word_at() finds, by WordRules::VERSION_5 and MidWord::SPLIT.
    /// @param text of which the bytes from @a begin to @a end are ASCII, and cut as a text of their
    ///        own; what stands before them is looked at alone
    std::size_t analyze_with_signs(std::string_view text, std::size_t begin, std::size_t end,
                                   WordSink sink) const;

  private:
    /// The classes of one character. A class of UAX #29 is one bit, or two for those that may
    /// stand between letters and between digits.
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
