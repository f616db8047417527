/** @file band_distance.h
 *  @brief Edit distance by the diagonals that can matter, 64 of them at once.
 */
#ifndef DESCRY_ENGINE_DISTANCE_BAND_DISTANCE_H
#define DESCRY_ENGINE_DISTANCE_BAND_DISTANCE_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace descry {

/// The number of edits between two texts of bytes; nullopt when above @a max_edits.
///
/// A column of the table is two bit vectors, the differences from row to row (Myers, JACM 46,
/// 1999), of the diagonals that @a max_edits edits can use (Ukkonen, Information and Control 64,
/// 1985), so that each column stands one row below the one before (Hyyro, Nordic Journal of
/// Computing 10, 2003). Every 64 columns the diagonals are left out that can no longer be part of a
/// way within the limit, and the answer is given once even the diagonal that ends at the end of
/// both texts is above it. Cost: n / 64 steps for each of max_edits diagonals at most. Memory: that
/// of the thread, a KB for each 64 diagonals.
std::optional<std::size_t> band_distance(std::string_view a, std::string_view b,
                                         std::size_t max_edits);

/// The same for texts of any characters, numbered: all are below @a codes.
std::optional<std::size_t> band_distance(std::span<const std::uint32_t> a,
                                         std::span<const std::uint32_t> b, std::size_t codes,
                                         std::size_t max_edits);

}  // namespace descry

#endif  // DESCRY_ENGINE_DISTANCE_BAND_DISTANCE_H
