/** @file aligned_texts.h
 *  @brief Two texts side by side, line by line, as in code reviews.
 */
#ifndef DESCRY_REPORT_ALIGNED_TEXTS_H
#define DESCRY_REPORT_ALIGNED_TEXTS_H

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/report/marked_texts.h"

namespace descry {

/// A line, or a sentence of a long line, of each text; one may be empty.
struct AlignedRow {
    std::vector<MarkedPiece> kept;
    std::vector<MarkedPiece> dropped;
    /// Whether they differ by more than whitespace and case.
    bool differs = false;
};

/// The first difference, in a few words, with its common context.
struct FirstDifference {
    std::string before;
    std::string kept;
    std::string dropped;
    std::string after;

    bool is_empty() const { return kept.empty() && dropped.empty(); }
};

struct AlignedTexts {
    TextLikeness likeness = TextLikeness::OTHER_WORDS;
    std::vector<AlignedRow> rows;
    FirstDifference first;
    /// False: only the beginnings were compared.
    bool is_complete = true;
};

/// Aligns the texts by their words, so that an extra line shifts nothing, and cuts both at the line
/// ends of the kept one; long lines are cut at sentence ends. Within a row all differences are
/// marked, except whitespace and case.
/// @param kept, dropped valid UTF-8
/// @param most bytes of each that are compared, unless these are equal
/// Cost: compare_texts(), and differing_places() for rows that differ.
AlignedTexts align_texts(WordAnalyzer& analyzer, std::string_view kept, std::string_view dropped,
                         std::size_t most = 16'000);

/// At most the first @a most bytes, cut between characters.
std::string_view beginning_of(std::string_view text, std::size_t most);

}  // namespace descry

#endif  // DESCRY_REPORT_ALIGNED_TEXTS_H
