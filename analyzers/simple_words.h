/** @file simple_words.h
 *  @brief Cuts and folds words of characters that need none of ICU's context, exactly as ICU does.
 */
#ifndef DESCRY_ANALYZERS_SIMPLE_WORDS_H
#define DESCRY_ANALYZERS_SIMPLE_WORDS_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <unicode/normalizer2.h>
#include <unicode/umachine.h>

#include <descry/analyzers/words.h>

#include "analyzers/bmp_table.h"

namespace descry {

/// Whether ICU cuts runs of such characters by a dictionary: Han, kana, Thai and the like.
bool is_cut_by_dictionaries(UChar32 c);

/** For MidWord::SPLIT, where words end at anything but a letter or digit.
 *
 *  Simple characters are letters and digits that UAX #29 joins regardless of context and whose fold
 *  does not depend on their neighbours, and characters in no word: nearly all of Latin, Cyrillic,
 *  Greek, Hebrew, Arabic and Hangul. Not simple: scripts cut by dictionaries (Han, kana, Thai),
 *  marks, joiners, format characters, and everything beyond the Basic Multilingual Plane. ICU is
 *  asked once for each character, when its block is first met.
 */
class SimpleWords {
  public:
    /// @param recipe, @param fold ICU's NFKC_Casefold; both must outlive this
    SimpleWords(const AnalyzerRecipe& recipe, const icu::Normalizer2& fold);

    /// The first position at or after @a from of a character that is not simple; the size if none.
    std::size_t skip_simple(std::string_view text, std::size_t from);

    /// Calls @a sink for each word of @a text, folded, in order.
    /// @param text only simple characters, treated as a whole text
    /// @return how many words, or characters of them, were skipped for their length
    std::size_t analyze(std::string_view text, WordSink sink);

  private:
    /// A word is a run of one kind. ICU 72 cuts between Hangul and other letters.
    enum class Kind : std::uint8_t { NOT_SIMPLE, SEPARATOR, LETTER, HANGUL_SYLLABLE };
    struct Folded {
        Kind kind = Kind::NOT_SIMPLE;
        std::uint8_t size : 7 = 0;
        bool is_capital : 1 = false;
        std::array<char, 6> bytes = {};
    };

    struct Character {
        const Folded* folded;
        std::size_t bytes;
    };
    Character character_at(std::string_view text, std::size_t position);
    std::size_t analyze_long(std::string_view word, bool is_capitalised, WordSink sink);
    Folded ask(UChar32 c) const;

    const AnalyzerRecipe& recipe_;
    const icu::Normalizer2& fold_;
    BmpTable<Folded> folded_;
};

}  // namespace descry

#endif  // DESCRY_ANALYZERS_SIMPLE_WORDS_H
