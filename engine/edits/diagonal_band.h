/** @file diagonal_band.h
 *  @brief A column of an edit distance's table, as far as the diagonals of a band go.
 */
#ifndef DESCRY_ENGINE_EDITS_DIAGONAL_BAND_H
#define DESCRY_ENGINE_EDITS_DIAGONAL_BAND_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/edits/band_kernels.h"

namespace descry {

/// The differences from each row of a column to the next, a bit a diagonal. A diagonal is a row
/// less a column, so that the band moves one row down with each column.
///
/// Cells of neighbouring rows differ by one at most: up where the lower one costs one more, down
/// where it costs one less. Cells outside of the band count as if reached by no way but a
/// replacement: what the band gives is never too small, and right where the best way stays inside.
class DiagonalBand {
  public:
    using Bits = BandBits;

    static constexpr std::size_t BITS = 64;

    /// Before the first column: each row costs its number, and rows above the first cost nothing.
    /// @pre lowest <= 0 <= highest, both diagonals
    void start(std::int64_t lowest, std::int64_t highest);

    std::int64_t lowest() const { return lowest_; }

    /// Of 64 diagonals each. Those beyond the highest are of the band as well.
    std::size_t words() const { return up_.size(); }

    /// What the last column's cell on this diagonal costs.
    std::int64_t edits_on(std::int64_t diagonal) const;

    /// The next columns, of a text's characters.
    /// @param rows the characters of the rows from that one on which is on the lowest diagonal in
    ///     the first of these columns; 64 * (words() + 1) + text.size() of them can be read. Those
    ///     above the first row are like none of the text
    template <typename Code>
    void take_columns(std::span<const Code> text, const Code* rows) {
        edits_ += descry::take_columns({up_.data(), down_.data(), words()}, text, rows);
    }

    /// Leaves out diagonals that are no part of a way to the end, on diagonal @a last, which costs
    /// at most @a rest more than the last column's cell on it. Does nothing unless words get fewer.
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
