/** @file band_distance.h
 *  @brief Edit distance within a band of diagonals, 64 of them at once.
 */
#ifndef DESCRY_ENGINE_EDITS_BAND_DISTANCE_H
#define DESCRY_ENGINE_EDITS_BAND_DISTANCE_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace descry {

/// The edit distance of two texts of bytes; nullopt if above @a max_edits.
///
/// A column of the table is two bit vectors, the differences from row to row (Myers, JACM 46,
/// 1999), of the diagonals that @a max_edits edits can reach (Ukkonen, Information and Control 64,
/// 1985), each column one row further down (Hyyro, Nordic Journal of Computing 10, 2003). Every 64
/// columns, or more in wide bands, diagonals that cannot be on a path within the limit are dropped;
/// the pair is rejected once the final diagonal, which never decreases, costs more. The limit is
/// first lowered to what the first columns predict, and restored for a second pass if the pair
/// exceeds it. Rows are compared with a column's character 64 at a time, without a table of
/// positions.
///
/// Cost: some 2 nanoseconds per column and 64 diagonals, of which there are at most max_edits; 1
/// for more than 512 diagonals with 512-bit vectors. Memory: thread-local, as the longer text.
/// @pre no byte 0xff, which UTF-8 never has
std::optional<std::size_t> band_distance(std::string_view a, std::string_view b,
                                         std::size_t max_edits);

/// band_distance() for any characters, numbered below @a codes < 2^32.
std::optional<std::size_t> band_distance(std::span<const std::uint32_t> a,
                                         std::span<const std::uint32_t> b, std::size_t codes,
                                         std::size_t max_edits);

}  // namespace descry

#endif  // DESCRY_ENGINE_EDITS_BAND_DISTANCE_H
