/** @file band_kernels.h
 *  @brief Columns of an edit distance's table, 64 diagonals at once, dispatched by CPU at run time.
 */
#ifndef DESCRY_ENGINE_EDITS_BAND_KERNELS_H
#define DESCRY_ENGINE_EDITS_BAND_KERNELS_H

#include <cstddef>
#include <cstdint>
#include <span>

namespace descry {

using BandBits = std::uint64_t;

/// Which rows of a column are one more than the row before, and which are one less.
struct BandColumn {
    BandBits* up;
    BandBits* down;
    std::size_t words;  ///< at least 1
};

/** Moves a column on by the characters of @a text: each moves it one column further and, as the
 *  band follows the diagonals, one row down.
 *  @param rows the characters of the rows from the first of the first column's band on;
 *         64 * (words + 1) + text.size() of them must be readable
 *  @return the increase of the cost on the lowest diagonal
 */
std::int64_t take_columns(BandColumn column, std::span<const std::uint8_t> text,
                          const std::uint8_t* rows);
std::int64_t take_columns(BandColumn column, std::span<const std::uint16_t> text,
                          const std::uint16_t* rows);
std::int64_t take_columns(BandColumn column, std::span<const std::uint32_t> text,
                          const std::uint32_t* rows);

}  // namespace descry

#endif  // DESCRY_ENGINE_EDITS_BAND_KERNELS_H
