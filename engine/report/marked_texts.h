/** @file marked_texts.h
 *  @brief Two texts as written, with the words in which they differ marked.
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

enum class TextLikeness {
    OTHER_WORDS,  ///< their words differ
    SAME_WORDS,   ///< they differ in punctuation and signs only
    EQUAL,        ///< equal_texts()
};

struct MarkedPiece {
    std::string text;
    /// Whether the other text differs here.
    bool differs = false;

    friend bool operator==(const MarkedPiece&, const MarkedPiece&) = default;
};

/// Both texts by passages, with "…" for omitted common parts; without differences, beginnings.
struct MarkedTexts {
    TextLikeness likeness = TextLikeness::OTHER_WORDS;
    std::vector<MarkedPiece> a;
    std::vector<MarkedPiece> b;
    std::uint64_t places = 0;
    /// False: only the first MAX_MARKED_TOKENS of either were compared.
    bool is_complete = true;
};

/// Most words compared per text, and most places shown.
inline constexpr std::size_t MAX_MARKED_TOKENS = 50'000;
inline constexpr std::size_t MAX_MARKED_PLACES = 40;

/// The differing tokens of two texts: by words or, if all words are equal, by what is not a word.
struct ComparedTexts {
    TextDifference found;
    TextLikeness likeness = TextLikeness::OTHER_WORDS;
};

/// @param a, b valid UTF-8, must outlive the result. Cost: as mark_differences()
ComparedTexts compare_texts(WordAnalyzer& analyzer, std::string_view a, std::string_view b);

/// Compares two texts word by word, ignoring case, punctuation and whitespace, as documents are
/// compared. If all words are equal, marks the places where the texts differ.
/// @param a, b valid UTF-8
/// @param context words shown around each place
/// Cost: the analysis of both (some 5 MB/s), and differing_ranges().
MarkedTexts mark_differences(WordAnalyzer& analyzer, std::string_view a, std::string_view b,
                             std::size_t context = 12);

}  // namespace descry

#endif  // DESCRY_REPORT_MARKED_TEXTS_H
