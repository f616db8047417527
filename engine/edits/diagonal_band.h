/** @file diagonal_band.h
 *  @brief A column of an edit distance's table, restricted to a band of diagonals.
 */
#ifndef DESCRY_ENGINE_EDITS_DIAGONAL_BAND_H
#define DESCRY_ENGINE_EDITS_DIAGONAL_BAND_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/edits/band_kernels.h"

namespace descry {

/// The differences from each row of a column to the next, a bit per diagonal. A diagonal is row
/// minus column, so the band moves one row down with each column.
///
/// Neighbouring cells differ by at most one: `up` if the lower one costs one more, `down` if one
/// less. Cells outside the band count as reachable by replacements only: results are never too
/// small, and exact if the best path stays inside.
class DiagonalBand {
  public:
    using Bits = BandBits;

    static constexpr std::size_t BITS = 64;

    /// Starts before the first column: each row costs its number, rows above the first nothing.
    /// @pre lowest <= 0 <= highest, both diagonals
    void start(std::int64_t lowest, std::int64_t highest);

    std::int64_t lowest() const { return lowest_; }

    /// Words of 64 diagonals each; those beyond the highest belong to the band.
    std::size_t words() const { return up_.size(); }

    /// The cost of the last column's cell on this diagonal.
    std::int64_t edits_on(std::int64_t diagonal) const;

    /// Adds columns for the characters of a text.
    /// @param rows the characters of the rows from that on the lowest diagonal in the first of
    ///        these columns on; 64 * (words() + 1) + text.size() of them must be readable. Those
    ///        above the first row must match none of the text
    template <typename Code>
    void take_columns(std::span<const Code> text, const Code* rows) {
        edits_ += descry::take_columns({up_.data(), down_.data(), words()}, text, rows);
    }

    /// Drops diagonals that are on no path to the end, on diagonal @a last, that costs at most
    /// @a rest more than the last column's cell on it. Does nothing unless this saves words.
    void narrow(std::int64_t last, std::int64_t rest);

  private:
    std::int64_t rise_of_byte(std::size_t first) const;
    std::int64_t edits_at(std::size_t bit) const;

    std::int64_t lowest_ = 0;
    std::int64_t edits_ = 0;  // on the lowest diagonal
    std::vector<Bits> up_;
    std::vector<Bits> down_;
};

}  // namespace descry

#endif  // DESCRY_ENGINE_EDITS_DIAGONAL_BAND_H
