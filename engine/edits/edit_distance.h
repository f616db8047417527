/** @file edit_distance.h
 *  @brief Levenshtein's distance between two texts, by which every method is judged.
 *
 *  Insertions, deletions and replacements of one character cost 1 each. The normalised distance
 *  divides by the length of the longer text, as Ilyinsky et al. (WWW 2002, section "Experiments")
 *  do: below 8 % their six experts called two documents the same. In descry's figures characters
 *  are code points with whitespace folded.
 */
#ifndef DESCRY_EDITS_EDIT_DISTANCE_H
#define DESCRY_EDITS_EDIT_DISTANCE_H

#include <cstddef>
#include <optional>
#include <string_view>

#include "engine/edits/passage_index.h"

namespace descry {

/// The edit distance of @a a and @a b; nullopt if it exceeds @a max_edits.
///
/// Exact. Common ends are stripped, then character counts are compared, which already separates
/// most unrelated texts. The rest are the diagonals of the table that @a max_edits edits can reach,
/// 64 at once (Myers, JACM 46, 1999; Hyyro, Nordic Journal of Computing 10, 2003): time n *
/// max_edits / 64, less if the distance is far from the limit; 3 microseconds for two news items.
/// Memory: thread-local, some 8 bytes per character.
/// @throws std::invalid_argument a character is above U+10FFFF
std::optional<std::size_t> edit_distance(std::u32string_view a, std::u32string_view b,
                                         std::size_t max_edits);

/// edit_distance() divided by the length of the longer text, in [0, 1]; 0 for two empty texts.
/// @param limit a share in [0, 1]. @return nullopt unless the distance is below @a limit
std::optional<double> normalised_edit_distance(std::u32string_view a, std::u32string_view b,
                                               double limit);

struct IndexedText {
    std::string_view utf8;
    const PassageIndex& passages;
};

/// Edits that turn @a a into @a b, not always the fewest; nullopt if more than @a max_edits.
///
/// Keeps the longest ascending sequence of passages of @a a that occur once in @a b, extended as
/// far as both texts agree; gaps are compared exactly if short, and replaced if long.
/// @param is_ascii both are ASCII
/// Cost: linear in the texts, and that of the gaps. Memory: thread-local, linear in their words.
std::optional<std::size_t> anchored_edits(const IndexedText& a, const IndexedText& b, bool is_ascii,
                                          std::size_t max_edits);

}  // namespace descry

#endif  // DESCRY_EDITS_EDIT_DISTANCE_H
