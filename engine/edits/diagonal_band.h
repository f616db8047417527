/** @file diagonal_band.h
 *  @brief A column of an edit distance's table, as far as the diagonals of a band go.
 */
#ifndef DESCRY_ENGINE_EDITS_DIAGONAL_BAND_H
#define DESCRY_ENGINE_EDITS_DIAGONAL_BAND_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace descry {

/// The differences from each row of a column to the next, a bit a diagonal. A diagonal is a row
/// less a column, so that the band moves one row down with each column.
///
/// Cells of neighbouring rows differ by one at most: up where the lower one costs one more, down
/// where it costs one less. Cells outside of the band count as if reached by no way but a
/// replacement: what the band gives is never too small, and right where the best way stays inside.
class DiagonalBand {
  public:
    using Bits = std::uint64_t;

    static constexpr std::size_t BITS = 64;

    /// Before the first column: each row costs its number, and rows above the first cost nothing.
    /// @pre lowest <= 0 <= highest, both diagonals
    void start(std::int64_t lowest, std::int64_t highest);

    std::int64_t lowest() const { return lowest_; }

    /// Of 64 diagonals each. Those beyond the highest are of the band as well.
    std::size_t words() const { return up_.size(); }

    /// What the last column's cell on this diagonal costs.
    std::int64_t edits_on(std::int64_t diagonal) const;

    /// The next columns, of a text's characters. @param blocks rows, by character: words() + 1
    /// words of 64 rows, of which the first row is number @a shift of the first word. @a shift and
    /// the number of columns make 64 at most.
    template <typename Code>
    void take_columns(std::span<const Code> text, unsigned shift, const Bits* const* blocks);

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

namespace band {

using Bits = DiagonalBand::Bits;

/// Which cells of a word of the band cost what their upper left neighbours cost.
inline Bits kept_on_diagonal(Bits equal, Bits up, Bits down, Bits& carry) {
    const Bits masked = equal & up;
    const Bits partial = masked + up;
    const Bits sum = partial + carry;
    carry = Bits{partial < masked} | Bits{sum < partial};
    return (sum ^ up) | equal | down;
}

/// @param below kept_on_diagonal() of the rows one further down
inline void take_step(Bits kept, Bits below, Bits& up, Bits& down) {
    const Bits not_more = ~down & (kept | up);
    const Bits less = kept & up;
    up = less | (~below & not_more);
    down = below & ~not_more;
}

/// 64 rows of which the first is number @a shift of the first word.
inline Bits joined(Bits first, Bits second, unsigned shift) {
    return first >> shift | second << 1 << (63 - shift);
}

/// @return how much more the lowest diagonal costs
template <typename Code>
inline std::int64_t take_columns(Bits* up, Bits* down, std::size_t words,
                                 std::span<const Code> text, unsigned shift,
                                 const Bits* const* blocks) {
    std::int64_t edits = 0;
    for (const Code code : text) {
        Bits carry = 0;
        Bits first = blocks[0][code];
        Bits second = blocks[1][code];
        Bits kept = kept_on_diagonal(joined(first, second, shift), up[0], down[0], carry);
        edits += static_cast<std::int64_t>(~kept & 1);
        for (std::size_t w = 1; w < words; ++w) {
            first = second;
            second = blocks[w + 1][code];
            const Bits next = kept_on_diagonal(joined(first, second, shift), up[w], down[w], carry);
            take_step(kept, kept >> 1 | next << 63, up[w - 1], down[w - 1]);
            kept = next;
        }
        take_step(kept, kept >> 1, up[words - 1], down[words - 1]);
        ++shift;
    }
    return edits;
}

/// The same where the compiler knows how many words there are and keeps them in registers.
template <std::size_t WORDS, typename Code>
std::int64_t take_columns(Bits* up, Bits* down, std::span<const Code> text, unsigned shift,
                          const Bits* const* blocks) {
    Bits own_up[WORDS];
    Bits own_down[WORDS];
    std::copy_n(up, WORDS, own_up);
    std::copy_n(down, WORDS, own_down);
    const std::int64_t edits = take_columns(own_up, own_down, WORDS, text, shift, blocks);
    std::copy_n(own_up, WORDS, up);
    std::copy_n(own_down, WORDS, down);
    return edits;
}

}  // namespace band

template <typename Code>
void DiagonalBand::take_columns(std::span<const Code> text, unsigned shift,
                                const Bits* const* blocks) {
    Bits* up = up_.data();
    Bits* down = down_.data();
    switch (words()) {
        case 1:
            edits_ += band::take_columns<1>(up, down, text, shift, blocks);
            break;
        case 2:
            edits_ += band::take_columns<2>(up, down, text, shift, blocks);
            break;
        case 3:
            edits_ += band::take_columns<3>(up, down, text, shift, blocks);
            break;
        case 4:
            edits_ += band::take_columns<4>(up, down, text, shift, blocks);
            break;
        default:
            edits_ += band::take_columns(up, down, words(), text, shift, blocks);
    }
}

}  // namespace descry

#endif  // DESCRY_ENGINE_EDITS_DIAGONAL_BAND_H
