/** @file diagonal_distance.h
 *  @brief Edit distance over any alphabet, fast where texts are near.
 */
#ifndef DESCRY_ENGINE_DISTANCE_DIAGONAL_DISTANCE_H
#define DESCRY_ENGINE_DISTANCE_DIAGONAL_DISTANCE_H

#include <cstddef>
#include <optional>
#include <string_view>

namespace descry {

/// The number of edits between two texts; nullopt when above @a max_edits.
///
/// Ukkonen (Information and Control 64, 1985): for each number of edits e and each diagonal of the
/// table, the furthest row that e edits reach. Time: n + d^2 on average for d edits, n * d at
/// worst. Memory: 16 bytes for each of 2 * max_edits diagonals.
std::optional<std::size_t> diagonal_distance(std::u32string_view a, std::u32string_view b,
                                             std::size_t max_edits);

}  // namespace descry

#endif  // DESCRY_ENGINE_DISTANCE_DIAGONAL_DISTANCE_H
