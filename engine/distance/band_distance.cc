#include "distance/band_distance.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "distance/pattern_rows.h"

namespace descry {

namespace {

using Bits = std::uint64_t;

constexpr std::size_t BAND_BITS = 64;

struct BandScratch {
    std::vector<Bits> ring;
    std::vector<Bits> up;
    std::vector<Bits> down;
    std::vector<const Bits*> blocks;
};

BandScratch& band_scratch() {
    thread_local BandScratch scratch;
    return scratch;
}

constexpr auto BITS_OF_BYTE = [] {
    std::array<std::int8_t, 256> bits{};
    for (std::size_t i = 1; i < bits.size(); ++i)
        bits[i] = static_cast<std::int8_t>(bits[i / 2] + static_cast<std::int8_t>(i & 1));
    return bits;
}();

// Bit p of a column is diagonal lowest + p, a diagonal being a row less a column. It tells how the
// table differs between this diagonal's row and the next one: one more (up) or one less (down).
struct BandColumns {
    std::int64_t lowest = 0;
    std::size_t words = 0;
    std::int64_t edits = 0;  // on the lowest diagonal
    Bits* up = nullptr;
    Bits* down = nullptr;
};

// What a column's step leaves to the word below.
struct BandCarry {
    Bits sum = 0;
    Bits equal = 0;  // the block's word, whose upper bits are the lower ones of the word
};

// Which cells of a word of the band cost what their upper left neighbour costs.
inline Bits kept_on_diagonal(Bits equal, Bits up, Bits down, Bits& carry) {
    const Bits masked = equal & up;
    const Bits partial = masked + up;
    const Bits sum = partial + carry;
    carry = Bits{partial < masked} | Bits{sum < partial};
    return (sum ^ up) | equal | down;
}

// The next column, whose rows are one further down: below is kept_on_diagonal() moved by one.
inline void take_step(Bits kept, Bits below, Bits& up, Bits& down) {
    const Bits not_more = ~down & (kept | up);
    const Bits less = kept & up;
    up = less | (~below & not_more);
    down = below & ~not_more;
}

// FIXED words, or as many as the band has where it is 0. @return edits on the lowest diagonal
template <std::size_t FIXED, typename Code>
std::int64_t take_columns(const BandColumns& band, std::span<const Code> text, unsigned shift,
                          const Bits* const* blocks) {
    const std::size_t words = FIXED != 0 ? FIXED : band.words;
    Bits fixed_up[FIXED + 1];
    Bits fixed_down[FIXED + 1];
    Bits* up = band.up;
    Bits* down = band.down;
    if constexpr (FIXED != 0) {
        up = fixed_up;
        down = fixed_down;
        std::copy_n(band.up, FIXED, up);
        std::copy_n(band.down, FIXED, down);
    }
    std::int64_t edits = 0;
    for (const Code code : text) {
        Bits carry = 0;
        Bits low = blocks[0][code];
        Bits high = blocks[1][code];
        Bits kept =
            kept_on_diagonal(low >> shift | high << 1 << (63 - shift), up[0], down[0], carry);
        edits += static_cast<std::int64_t>(~kept & 1);
#pragma GCC unroll 8
        for (std::size_t w = 1; w < words; ++w) {
            low = high;
            high = blocks[w + 1][code];
            const Bits next =
                kept_on_diagonal(low >> shift | high << 1 << (63 - shift), up[w], down[w], carry);
            take_step(kept, kept >> 1 | next << 63, up[w - 1], down[w - 1]);
            kept = next;
        }
        take_step(kept, kept >> 1, up[words - 1], down[words - 1]);
        ++shift;
    }
    if constexpr (FIXED != 0) {
        std::copy_n(up, FIXED, band.up);
        std::copy_n(down, FIXED, band.down);
    }
    return edits;
}

template <typename Code>
std::int64_t take_columns_of_any(const BandColumns& band, std::span<const Code> text,
                                 unsigned shift, const Bits* const* blocks) {
    switch (band.words) {
        case 1:
            return take_columns<1>(band, text, shift, blocks);
        case 2:
            return take_columns<2>(band, text, shift, blocks);
        case 3:
            return take_columns<3>(band, text, shift, blocks);
        case 4:
            return take_columns<4>(band, text, shift, blocks);
        default:
            return take_columns<0>(band, text, shift, blocks);
    }
}

// Eight bits from this one on; beyond the band, zeros.
inline std::uint8_t byte_at(const Bits* bits, std::size_t words, std::size_t first) {
    const std::size_t word = first / BAND_BITS;
    const std::size_t shift = first % BAND_BITS;
    Bits byte = bits[word] >> shift;
    if (shift > 56 && word + 1 < words) byte |= bits[word + 1] << (BAND_BITS - shift);
    return static_cast<std::uint8_t>(byte);
}

// How much more the diagonal eight further on costs.
inline std::int64_t rise_of_byte(const BandColumns& band, std::size_t first) {
    return BITS_OF_BYTE[byte_at(band.up, band.words, first)] -
           BITS_OF_BYTE[byte_at(band.down, band.words, first)];
}

// Edits on the diagonal of bit end.
std::int64_t edits_at(const BandColumns& band, std::size_t end) {
    std::int64_t edits = band.edits;
    std::size_t bit = 0;
    for (; bit + 8 <= end; bit += 8)
        edits += rise_of_byte(band, bit);
    for (; bit < end; ++bit) {
        edits += static_cast<std::int64_t>(band.up[bit / BAND_BITS] >> bit % BAND_BITS & 1);
        edits -= static_cast<std::int64_t>(band.down[bit / BAND_BITS] >> bit % BAND_BITS & 1);
    }
    return edits;
}

// Bits that diagonals within the limit have, the first and one past the last, not many more. A cell
// costs its edits and, to come back to the last diagonal, as many as it is away from it: this sum
// grows, or stays, with each diagonal further away.
std::pair<std::size_t, std::size_t> bits_within(const BandColumns& band, std::size_t last,
                                                std::int64_t rest) {
    const std::size_t size = band.words * BAND_BITS;
    std::size_t end = last + 1;
    for (std::int64_t left = rest; left >= 0 && end < size; end += 8)
        left -= 8 + rise_of_byte(band, end - 1);
    std::size_t begin = last;
    for (std::int64_t left = rest; left >= 0 && begin >= 8; begin -= 8)
        left -= 8 - rise_of_byte(band, begin - 8);
    if (begin < 8) begin = 0;
    return {begin, std::min(end, size)};
}

// Leaves out diagonals where that spares a word.
void narrow(BandColumns& band, std::size_t last, std::int64_t rest) {
    const auto [begin, end] = bits_within(band, last, rest);
    const std::size_t words = (end - begin + BAND_BITS - 1) / BAND_BITS;
    if (words == band.words) return;
    band.edits = edits_at(band, begin);
    const std::size_t from = begin / BAND_BITS;
    const std::size_t shift = begin % BAND_BITS;
    for (Bits* bits : {band.up, band.down}) {
        for (std::size_t w = 0; w < words; ++w) {
            const Bits next = from + w + 1 < band.words ? bits[from + w + 1] : 0;
            bits[w] = bits[from + w] >> shift | next << 1 << (63 - shift);
        }
    }
    band.lowest += static_cast<std::int64_t>(begin);
    band.words = words;
}

// @pre a has as many characters as b or more, max_edits at least as many as it has more and at most
// as many as it has
template <typename Code>
std::optional<std::size_t> distance_in_band(std::span<const Code> a, std::span<const Code> b,
                                            std::size_t codes, std::size_t max_edits) {
    const auto last = static_cast<std::int64_t>(a.size() - b.size());
    const auto limit = static_cast<std::int64_t>(max_edits);
    BandScratch& scratch = band_scratch();
    BandColumns band;
    band.lowest = -((limit - last) / 2);
    const auto size = static_cast<std::size_t>(last + 1 - 2 * band.lowest);
    band.words = (size + BAND_BITS - 1) / BAND_BITS;
    const auto above = static_cast<std::size_t>(-band.lowest);
    // Rows above the first are as the table's edge: each column costs one more, rows cost the same.
    scratch.up.assign(band.words, ~Bits{0});
    scratch.down.assign(band.words, 0);
    std::fill_n(scratch.up.begin(), above / BAND_BITS, 0);
    scratch.up[above / BAND_BITS] = ~Bits{0} << above % BAND_BITS;
    band.up = scratch.up.data();
    band.down = scratch.down.data();
    scratch.blocks.resize(band.words + 1);

    const std::size_t empty_blocks = (above + BAND_BITS - 1) / BAND_BITS;
    PatternRows<Code> rows(a, codes, empty_blocks, band.words + 1, scratch.ring);
    for (std::size_t column = 0; column < b.size();) {
        const auto row = static_cast<std::size_t>(
            static_cast<std::int64_t>(column + empty_blocks * BAND_BITS) + band.lowest);
        const std::size_t block = row / BAND_BITS;
        rows.make_below(block + band.words + 1);
        for (std::size_t w = 0; w <= band.words; ++w)
            scratch.blocks[w] = rows.block(block + w);
        const auto shift = static_cast<unsigned>(row % BAND_BITS);
        const std::size_t columns = std::min(BAND_BITS - shift, b.size() - column);
        band.edits +=
            take_columns_of_any(band, b.subspan(column, columns), shift, scratch.blocks.data());
        column += columns;
        const auto bit = static_cast<std::size_t>(last - band.lowest);
        const std::int64_t rest = limit - edits_at(band, bit);
        if (rest < 0) return std::nullopt;
        if (column == b.size()) return static_cast<std::size_t>(limit - rest);
        if (band.words > 1) narrow(band, bit, rest);
    }
    return max_edits;  // not reached: b has a character
}

template <typename Code>
std::optional<std::size_t> checked_distance_in_band(std::span<const Code> a,
                                                    std::span<const Code> b, std::size_t codes,
                                                    std::size_t max_edits) {
    if (a.size() < b.size()) std::swap(a, b);
    max_edits = std::min(max_edits, a.size());
    if (a.size() - b.size() > max_edits) return std::nullopt;
    if (b.empty()) return a.size();
    return distance_in_band(a, b, codes, max_edits);
}

std::span<const std::uint8_t> bytes_of(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace

std::optional<std::size_t> band_distance(std::string_view a, std::string_view b,
                                         std::size_t max_edits) {
    return checked_distance_in_band(bytes_of(a), bytes_of(b), 256, max_edits);
}

std::optional<std::size_t> band_distance(std::span<const std::uint32_t> a,
                                         std::span<const std::uint32_t> b, std::size_t codes,
                                         std::size_t max_edits) {
    return checked_distance_in_band(a, b, codes, max_edits);
}

}  // namespace descry
