/** @file recipe.h
 *  @brief What made the terms: the name under which an analysis is stored and compared.
 *
 *  Terms of two analyses must never be compared silently, so whatever was computed from terms (a
 *  model, a signature, an index) keeps the recipe's line beside it:
 *
 *      icu-words/5 sample=SAMPLE normalization=nfkc_casefold mid-word=split max-bytes=245
 *
 *  The number after the slash is the version of our own rules (WordRules) and changes when they do;
 *  the earlier ones are still followed for what was made by them. SAMPLE is the hash of the words
 *  that ICU makes of a text of all scripts: no version tells whether two ICUs cut words alike, the
 *  words do. Those of Debian 12 and 13 (ICU 72 and 76) do, but for mid-word=keep, where ICU 72
 * joins words at @.
 */
#ifndef DESCRY_ANALYZERS_RECIPE_H
#define DESCRY_ANALYZERS_RECIPE_H

#include <cstddef>
#include <string>
#include <string_view>

namespace descry {

/// Our own rules. Version 2 differs from 1 where a word holds a character that NFKC_Casefold
/// unfolds with white space: nineteen in Unicode 15, listed in docs/stored-format.md. Version 3
/// differs from 2 in words of more than max_bytes, version 4 from 3 in Arabic and Hebrew, version 5
/// from 4 in signs and in digits beside them.
enum class WordRules {
    VERSION_1 = 1,  ///< the white space cuts the word: U+FDFA, one sign, is four words
    VERSION_2 = 2,  ///< a word stays one: U+FDFA as it is, a spacing mark without its space
    VERSION_3 = 3,  ///< long words are cut (WordAnalyzer::analyze()); before, they were left out
    VERSION_4 = 4,  ///< vowel and reading signs of Arabic and Hebrew are dropped
    VERSION_5 = 5,  ///< signs are words or part of the word they touch (WordAnalyzer)
};

/// What happens to "don't", "3.14", "foo_bar".
enum class MidWord {
    KEEP,   ///< ICU's words as they are: each of these is one word
    SPLIT,  ///< words are runs of letters, digits and marks: don t, 3 14, foo bar
};

/// The choice of a recipe that does not say: pieces, which near-duplicates share more often than
/// the wholes (97.6 against 99.5 % of reuters' pairs below 15 % share a term band:
/// docs/quality.md).
inline constexpr MidWord DEFAULT_MID_WORD = MidWord::SPLIT;

/// The longest term of a Xapian database, in bytes.
inline constexpr std::size_t MAX_TERM_BYTES = 245;

/** How text becomes terms. A default-constructed recipe is what this program does; a parsed one
 *  may be of an ICU that cuts other words, which can be compared and shown but not analysed with.
 */
struct AnalyzerRecipe {
    WordRules rules = WordRules::VERSION_5;
    std::string sample;  ///< 16 digits; empty: of the ICU that is loaded
    MidWord mid_word = DEFAULT_MID_WORD;
    std::size_t max_bytes = MAX_TERM_BYTES;  ///< longer words are cut; 1 to MAX_TERM_BYTES
    /// Written as `marks=fold`, by rules of version 4 and later: stress marks of Cyrillic letters,
    /// all marks of Greek ones, and macrons and breves of Latin ones are dropped.
    bool fold_marks = false;

    /// Version of the ICU that is loaded, "72.1".
    static std::string running_icu();

    /// Reads a line written by to_string(); the order of the settings does not matter. Lines of
    /// 0.1.0 have "unicode=15.0 icu=72" for the sample.
    /// @throws std::invalid_argument naming what is unknown, repeated, missing or out of range: a
    ///         line of a later version is refused rather than half understood.
    static AnalyzerRecipe parse(std::string_view line);

    /// The same with the ICU that is loaded: equal to a recipe that can be followed.
    AnalyzerRecipe by_running_icu() const;

    /// The recipe in one line of printable ASCII. Equal recipes give equal lines.
    std::string to_string() const;

    /// What differs, for a message: "max-bytes is 64, not 245; mid-word is split, not keep" where
    /// this recipe has 64 and split. Empty when the recipes are equal.
    std::string difference(const AnalyzerRecipe& expected) const;

    bool operator==(const AnalyzerRecipe& other) const { return difference(other).empty(); }
};

}  // namespace descry

#endif  // DESCRY_ANALYZERS_RECIPE_H
