/** @file edit_distance.h
 *  @brief Levenshtein's distance between two texts: the judge of every method.
 *
 *  Insertions, deletions and replacements of one character cost 1 each. The normalised distance
 *  divides by the length of the longer text, as Ilyinsky et al. (WWW 2002, section
 *  "Experiments") do: below 8 % their six experts called two documents the same.
 *
 *  Characters are what the caller hands over: code points with white space folded, for the figures
 *  that descry prints.
 */
#ifndef DESCRY_EDITS_EDIT_DISTANCE_H
#define DESCRY_EDITS_EDIT_DISTANCE_H

#include <cstddef>
#include <optional>
#include <string_view>

#include "engine/edits/passage_index.h"

namespace descry {

/// The number of edits that make @a b of @a a.
/// @param max_edits nothing above this is looked for
/// @return nullopt when it takes more than @a max_edits
///
/// Exact. What both begin and end with is stripped, then their counts of characters are compared,
/// which already parts most texts that have little in common. The rest are the diagonals of the
/// table that @a max_edits edits can use, 64 of them at once (Myers, JACM 46, 1999; Hyyro, Nordic
/// Journal of Computing 10, 2003): time n * max_edits / 64, less where the distance is far below or
/// above the limit; 3 microseconds for two news items. Memory: that of the thread, some 8 bytes a
/// character.
/// @throws std::invalid_argument a character is above U+10FFFF
std::optional<std::size_t> edit_distance(std::u32string_view a, std::u32string_view b,
                                         std::size_t max_edits);

/// edit_distance() divided by the length of the longer text, in [0, 1]; 0 for two empty texts.
/// @param limit a share in [0, 1]. @return nullopt when the distance is not below @a limit
std::optional<double> normalised_edit_distance(std::u32string_view a, std::u32string_view b,
                                               double limit);

/// A canonical text, valid UTF-8, and its passages.
struct IndexedText {
    std::string_view utf8;
    const PassageIndex& passages;
};

/// Edits of one character that make @a b of @a a, not always as few as can be; nullopt when they
/// are more than @a max_edits.
///
/// Passages of @a a that @a b has once, in the longest sequence that is ascending in both, are left
/// as they are and stretched as far as both texts agree; what is between them is compared exactly
/// where it is short, and replaced where it is long.
/// @param is_ascii both are ASCII
/// Cost: linear in the texts, and that of what is between. Memory: that of the thread, linear in
/// their words.
std::optional<std::size_t> anchored_edits(const IndexedText& a, const IndexedText& b, bool is_ascii,
                                          std::size_t max_edits);

}  // namespace descry

#endif  // DESCRY_EDITS_EDIT_DISTANCE_H
