/** @file aligned_texts.h
 *  @brief Two texts side by side, line by line, as code reviews show them.
 */
#ifndef DESCRY_REPORT_ALIGNED_TEXTS_H
#define DESCRY_REPORT_ALIGNED_TEXTS_H

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/report/marked_texts.h"

namespace descry {

/// A line, or a sentence of a long line, of either text; one of them may be empty.
struct AlignedRow {
    std::vector<MarkedPiece> kept;
    std::vector<MarkedPiece> dropped;
    /// Whether they differ by more than white space and case.
    bool differs = false;
};

/// Where two texts first differ, in a few words; what is before and after stands in both.
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

/// Aligns the texts by their words, so that a line that only one of them has shifts nothing, and
/// cuts both at the line ends of the kept one; long lines are cut at sentence ends. Within a row
/// all that differs is marked, but for white space and case.
/// @param texts valid UTF-8
/// @param most bytes of each that are compared, unless these are alike
/// Cost: compare_texts(), and that of differing_places() for rows that differ.
AlignedTexts align_texts(WordAnalyzer& analyzer, std::string_view kept, std::string_view dropped,
                         std::size_t most = 16'000);

/// The first @a most bytes of a text or fewer, cut between characters.
std::string_view beginning_of(std::string_view text, std::size_t most);

}  // namespace descry

#endif  // DESCRY_REPORT_ALIGNED_TEXTS_H
