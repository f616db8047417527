/** @file band_kernels.h
 *  @brief Columns of an edit distance's table, 64 diagonals at once, compiled for several kinds of
 *         CPU and chosen at run time.
 */
#ifndef DESCRY_ENGINE_EDITS_BAND_KERNELS_H
#define DESCRY_ENGINE_EDITS_BAND_KERNELS_H

#include <cstddef>
#include <cstdint>
#include <span>

namespace descry {

/// Differences of 64 neighbouring rows, a bit each.
using BandBits = std::uint64_t;

/// Which rows are one more than the row before, and which one less, in a column.
struct BandColumn {
    BandBits* up;
    BandBits* down;
    std::size_t words;  ///< from 1 on
};

/** Moves a column on by a text's characters: with each of them one column further and, as the band
 * follows the diagonals, one row down.
 *
 *  @param rows the characters of the rows, from the first one of the first column's band on;
 *      64 * (words + 1) + text.size() of them can be read
 *  @return how much more the lowest diagonal costs
 */
std::int64_t take_columns(BandColumn column, std::span<const std::uint8_t> text,
                          const std::uint8_t* rows);
std::int64_t take_columns(BandColumn column, std::span<const std::uint16_t> text,
                          const std::uint16_t* rows);
std::int64_t take_columns(BandColumn column, std::span<const std::uint32_t> text,
                          const std::uint32_t* rows);

}  // namespace descry

#endif  // DESCRY_ENGINE_EDITS_BAND_KERNELS_H
