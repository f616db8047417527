/** @file marked_texts.h
 *  @brief Two texts as they are written, with the words in which they differ marked.
 */
#ifndef DESCRY_REPORT_MARKED_TEXTS_H
#define DESCRY_REPORT_MARKED_TEXTS_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <descry/analyzers/words.h>

#include "engine/report/text_tokens.h"

namespace descry {

/// What two texts have in common.
enum class TextLikeness {
    OTHER_WORDS,  ///< their words differ
    SAME_WORDS,   ///< they differ in what is no word: punctuation, signs
    EQUAL,        ///< equal_texts()
};

/// A passage of a text.
struct MarkedPiece {
    std::string text;
    /// The other text reads otherwise here; else they go on alike.
    bool differs = false;

    friend bool operator==(const MarkedPiece&, const MarkedPiece&) = default;
};

/// Both texts, passage by passage; "…" stands for what is left out of passages that are alike. Of
/// texts without a differing place, their beginnings.
struct MarkedTexts {
    TextLikeness likeness = TextLikeness::OTHER_WORDS;
    std::vector<MarkedPiece> a;
    std::vector<MarkedPiece> b;
    /// In how many places they differ.
    std::uint64_t places = 0;
    /// False: only the first MAX_MARKED_TOKENS of either were compared.
    bool is_complete = true;
};

/// Words of a text that are compared at most, and places that are shown.
inline constexpr std::size_t MAX_MARKED_TOKENS = 50'000;
inline constexpr std::size_t MAX_MARKED_PLACES = 40;

/// Where two texts differ, token by token: in their words, or, where all of these are alike, in
/// what is no word.
struct ComparedTexts {
    TextDifference found;
    TextLikeness likeness = TextLikeness::OTHER_WORDS;
};

/// @param texts valid UTF-8, outlive the result. Cost: as mark_differences()
ComparedTexts compare_texts(WordAnalyzer& analyzer, std::string_view a, std::string_view b);

/// Compares two texts word by word, as documents are compared: what differs in case, punctuation
/// and white space alone is alike. Where all words are alike, the places are those in which the
/// texts differ.
/// @param texts valid UTF-8
/// @param context words that are shown around each place
/// Cost: the analysis of both, word by word (some 5 MB/s), and differing_ranges().
MarkedTexts mark_differences(WordAnalyzer& analyzer, std::string_view a, std::string_view b,
                             std::size_t context = 12);

}  // namespace descry

#endif  // DESCRY_REPORT_MARKED_TEXTS_H
