/** @file recipe.h
 *  @brief The analyzer recipe: the name under which an analysis is stored and compared.
 *
 *  Terms of two analyses must never be compared silently, so everything computed from terms (a
 *  model, a signature, an index) stores the recipe's line:
 *
 *      icu-words/5 sample=SAMPLE normalization=nfkc_casefold mid-word=split max-bytes=245
 *
 *  The number after the slash is the version of our rules (WordRules); earlier versions are still
 *  applied to data made with them. SAMPLE is the hash of the words that ICU cuts from a text of all
 *  scripts: version numbers do not tell whether two ICUs cut alike, the words do. Those of Debian
 *  12 and 13 (ICU 72 and 76) do, except with mid-word=keep, where ICU 72 joins words at @.
 */
#ifndef DESCRY_ANALYZERS_RECIPE_H
#define DESCRY_ANALYZERS_RECIPE_H

#include <cstddef>
#include <string>
#include <string_view>

namespace descry {

/// Our own rules. Version 2 differs from 1 in words with a character that NFKC_Casefold expands to
/// whitespace (nineteen in Unicode 15, listed in docs/stored-format.md), 3 from 2 in words of more
/// than max_bytes, 4 from 3 in Arabic and Hebrew, 5 from 4 in signs and digits beside them.
enum class WordRules {
    VERSION_1 = 1,  ///< such whitespace cuts the word: U+FDFA, one sign, is four words
    VERSION_2 = 2,  ///< the word is not cut: U+FDFA is kept, a spacing mark loses its space
    VERSION_3 = 3,  ///< long words are cut (WordAnalyzer::analyze()), not skipped
    VERSION_4 = 4,  ///< vowel and reading signs of Arabic and Hebrew are dropped
    VERSION_5 = 5,  ///< signs are words or part of the word they touch (WordAnalyzer)
};

/// How to cut "don't", "3.14", "foo_bar".
enum class MidWord {
    KEEP,   ///< ICU's words: each of these is one word
    SPLIT,  ///< words are runs of letters, digits and marks: don t, 3 14, foo bar
};

/// The default: near-duplicates share pieces more often than wholes (97.6 against 99.5 % of
/// reuters' pairs below 15 % share a term band: docs/quality.md).
inline constexpr MidWord DEFAULT_MID_WORD = MidWord::SPLIT;

/// The longest term of a Xapian database.
inline constexpr std::size_t MAX_TERM_BYTES = 245;

/** How text becomes terms. The default is this program's analysis; a parsed recipe may be of an ICU
 *  that cuts other words: it can be compared and shown, but not applied.
 */
struct AnalyzerRecipe {
    WordRules rules = WordRules::VERSION_5;
    std::string sample;  ///< 16 digits; empty: of the loaded ICU
    MidWord mid_word = DEFAULT_MID_WORD;
    std::size_t max_bytes = MAX_TERM_BYTES;  ///< longer words are cut; 1 to MAX_TERM_BYTES
    /// Written as `marks=fold`, in version 4 and later: drop stress marks of Cyrillic letters, all
    /// marks of Greek ones, and macrons and breves of Latin ones.
    bool fold_marks = false;

    /// Version of the loaded ICU, "72.1".
    static std::string running_icu();

    /// Parses a line of to_string(), with the settings in any order. Lines of 0.1.0 have
    /// "unicode=15.0 icu=72" instead of the sample.
    /// @throws std::invalid_argument an unknown (as in lines of later versions), repeated, missing
    ///         or out-of-range setting, named in the message
    static AnalyzerRecipe parse(std::string_view line);

    /// This recipe with the sample of the loaded ICU. A recipe can be applied if it equals this.
    AnalyzerRecipe by_running_icu() const;

    /// One line of printable ASCII. Equal recipes give equal lines.
    std::string to_string() const;

    /// The differences, for a message: "max-bytes is 64, not 245; mid-word is split, not keep" if
    /// this recipe has 64 and split. Empty if the recipes are equal.
    std::string difference(const AnalyzerRecipe& expected) const;

    bool operator==(const AnalyzerRecipe& other) const { return difference(other).empty(); }
};

}  // namespace descry

#endif  // DESCRY_ANALYZERS_RECIPE_H
