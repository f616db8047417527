/** @file band_distance.h
 *  @brief Edit distance by the diagonals that can matter, 64 of them at once.
 */
#ifndef DESCRY_ENGINE_EDITS_BAND_DISTANCE_H
#define DESCRY_ENGINE_EDITS_BAND_DISTANCE_H

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
/// 1985), each column one row further down (Hyyro, Nordic Journal of Computing 10, 2003). Each 64
/// columns, or more where the band is wide, diagonals are left out that can no longer be part of a
/// way within the limit, and the pair is refused as soon as the diagonal on which both texts end
/// costs more, which none comes down from. The limit is lowered to what the first columns let
/// foresee; if the pair then costs more, it is all done again with the limit as given.
///
/// Rows are compared with a column's character 64 at a time as vectors: no table of where each
/// character stands need be made.
///
/// Cost: some 2 nanoseconds for each column and 64 diagonals, of which there are max_edits at most;
/// where there are more than 512, and vectors of 512 bits, 1.
/// Memory: that of the thread, as the longer text.
/// @pre no byte 0xff, which is none of UTF-8
std::optional<std::size_t> band_distance(std::string_view a, std::string_view b,
                                         std::size_t max_edits);

/// The same for texts of any characters, numbered: all are below @a codes, and that below 2^32.
std::optional<std::size_t> band_distance(std::span<const std::uint32_t> a,
                                         std::span<const std::uint32_t> b, std::size_t codes,
                                         std::size_t max_edits);

}  // namespace descry

#endif  // DESCRY_ENGINE_EDITS_BAND_DISTANCE_H
