#include "engine/edits/band_kernels.h"

#include <algorithm>
#include <cstring>

// Highway includes this file once per kind of CPU.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/edits/band_kernels.cc"
#define HWY_WANT_AVX3_DL
// Vectors are kept in arrays, which those of unknown length cannot be.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#include <hwy/foreach_target.h>  // before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace descry {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t BITS = 64;

// The rows, of 64, that have this character.
template <typename Code>
HWY_INLINE BandBits equal_rows(const Code* rows, Code code) {
    const hn::CappedTag<Code, BITS> d;
    constexpr std::size_t LANES = hn::MaxLanes(hn::CappedTag<Code, BITS>());
    const auto wanted = hn::Set(d, code);
    BandBits bits = 0;
    for (std::size_t i = 0; i < BITS; i += LANES) {
        std::uint8_t bytes[8] = {};
        hn::StoreMaskBits(d, hn::Eq(hn::LoadU(d, rows + i), wanted), bytes);
        BandBits some;
        std::memcpy(&some, bytes, sizeof some);
        bits |= some << i;
    }
    return bits;
}

// The cells of a band word that cost what their upper left neighbours cost.
HWY_INLINE BandBits kept_on_diagonal(BandBits equal, BandBits up, BandBits down, BandBits& carry) {
    const BandBits masked = equal & up;
    const BandBits partial = masked + up;
    const BandBits sum = partial + carry;
    carry = BandBits{partial < masked} | BandBits{sum < partial};
    return (sum ^ up) | equal | down;
}

// @param below kept_on_diagonal() of the rows one further down
HWY_INLINE void take_step(BandBits kept, BandBits below, BandBits& up, BandBits& down) {
    const BandBits not_more = ~down & (kept | up);
    const BandBits less = kept & up;
    up = less | (~below & not_more);
    down = below & ~not_more;
}

template <typename Code>
HWY_INLINE std::int64_t take(BandBits* up, BandBits* down, std::size_t words, const Code* text,
                             std::size_t columns, const Code* rows) {
    std::int64_t edits = 0;
    for (std::size_t j = 0; j < columns; ++j) {
        BandBits carry = 0;
        BandBits kept = kept_on_diagonal(equal_rows(rows + j, text[j]), up[0], down[0], carry);
        edits += static_cast<std::int64_t>(~kept & 1);
        for (std::size_t w = 1; w < words; ++w) {
            const BandBits next =
                kept_on_diagonal(equal_rows(rows + j + w * BITS, text[j]), up[w], down[w], carry);
            take_step(kept, kept >> 1 | next << (BITS - 1), up[w - 1], down[w - 1]);
            kept = next;
        }
        take_step(kept, kept >> 1, up[words - 1], down[words - 1]);
    }
    return edits;
}

// With a constant number of words, the compiler keeps them in registers.
template <std::size_t WORDS, typename Code>
std::int64_t take(const BandColumn& column, const Code* text, std::size_t columns,
                  const Code* rows) {
    BandBits up[WORDS];
    BandBits down[WORDS];
    std::copy_n(column.up, WORDS, up);
    std::copy_n(column.down, WORDS, down);
    const std::int64_t edits = take(up, down, WORDS, text, columns, rows);
    std::copy_n(up, WORDS, column.up);
    std::copy_n(down, WORDS, column.down);
    return edits;
}

// A wavefront for wide bands: each lane has two words of the band, an even one and the odd one
// below it, and is one column behind the lane above, so that neighbours are always computed before.
template <std::size_t MOST_LANES, std::size_t VECTORS>
class Wavefront {
    using D = hn::CappedTag<std::uint64_t, MOST_LANES>;
    using S = hn::RebindToSigned<D>;
    using V = hn::Vec<D>;
    static constexpr std::size_t LANES = hn::MaxLanes(D());
    static constexpr std::size_t ALL_LANES = VECTORS * LANES;
    // Steps by which row comparisons run ahead, to avoid stalls of loads after stores.
    static constexpr std::size_t AHEAD = 4;

  public:
    static constexpr std::size_t WORDS = 2 * ALL_LANES;

    // @pre column.words <= WORDS
    template <typename Code>
    static HWY_INLINE std::int64_t take(const BandColumn& column, const Code* text,
                                        std::size_t columns, const Code* rows) {
        Wavefront wave(column, columns);
        const auto take_step = [&](std::size_t step, const auto& choose, const auto& choose_odd) {
            wave.take_step(step, choose, choose_odd);
            wave.compare_rows(text, rows, step + AHEAD);
        };
        const auto take_step_of_some = [&](std::size_t step) {
            // The odd words are stepped with the next even ones.
            take_step(step, wave.those_in_step(step), wave.those_in_step(step - 1));
        };
        std::size_t step = 0;
        for (; step < AHEAD; ++step)
            wave.compare_rows(text, rows, step);
        step = 0;
        for (; step < std::min(wave.lanes_, columns); ++step)
            take_step_of_some(step);
        const auto choose_all = [](std::size_t, V to, V) HWY_ATTR { return to; };
        for (; step < columns; ++step)
            take_step(step, choose_all, choose_all);
        const auto edits = static_cast<std::int64_t>(hn::GetLane(wave.rises_));
        for (; step < columns + wave.lanes_; ++step)
            take_step_of_some(step);
        wave.store(column);
        return edits;
    }

  private:
    // Of all even words, or of all odd ones.
    struct Words {
        V up[VECTORS];
        V down[VECTORS];
        V kept[VECTORS];
        HWY_ALIGN BandBits equal[AHEAD][ALL_LANES];  // by step
    };

    HWY_INLINE Wavefront(const BandColumn& column, std::size_t columns)
        : columns_(columns), lanes_((column.words + 1) / 2) {
        HWY_ALIGN std::int64_t lane_above[LANES];
        HWY_ALIGN std::int64_t lane_below[LANES];
        for (std::size_t i = 0; i < LANES; ++i) {
            lane_above[i] = static_cast<std::int64_t>((i + LANES - 1) % LANES);
            lane_below[i] = static_cast<std::int64_t>((i + 1) % LANES);
        }
        above_ = hn::SetTableIndices(d_, lane_above);
        below_ = hn::SetTableIndices(d_, lane_below);
        for (std::size_t v = 0; v < vectors(); ++v) {
            HWY_ALIGN BandBits up[2][LANES];
            HWY_ALIGN BandBits down[2][LANES];
            for (std::size_t i = 0; i < 2 * LANES; ++i) {
                const std::size_t w = v * 2 * LANES + i;
                up[i % 2][i / 2] = w < column.words ? column.up[w] : ~BandBits{0};
                down[i % 2][i / 2] = w < column.words ? column.down[w] : 0;
            }
            even_.up[v] = hn::Load(d_, up[0]);
            odd_.up[v] = hn::Load(d_, up[1]);
            even_.down[v] = hn::Load(d_, down[0]);
            odd_.down[v] = hn::Load(d_, down[1]);
            odd_.kept[v] = carry_[v] = hn::Zero(d_);
        }
        for (std::size_t i = 0; i < AHEAD; ++i) {
            std::fill_n(even_.equal[i], vectors() * LANES, BandBits{0});
            std::fill_n(odd_.equal[i], vectors() * LANES, BandBits{0});
        }
        rises_ = hn::Zero(d_);
    }

    HWY_INLINE void store(const BandColumn& column) const {
        for (std::size_t v = 0; v < vectors(); ++v) {
            HWY_ALIGN BandBits up[2][LANES];
            HWY_ALIGN BandBits down[2][LANES];
            hn::Store(even_.up[v], d_, up[0]);
            hn::Store(odd_.up[v], d_, up[1]);
            hn::Store(even_.down[v], d_, down[0]);
            hn::Store(odd_.down[v], d_, down[1]);
            const std::size_t first = v * 2 * LANES;
            for (std::size_t i = 0; i < 2 * LANES && first + i < column.words; ++i) {
                column.up[first + i] = up[i % 2][i / 2];
                column.down[first + i] = down[i % 2][i / 2];
            }
        }
    }

    HWY_INLINE std::size_t vectors() const {
        return VECTORS == 1 ? 1 : (lanes_ + LANES - 1) / LANES;
    }

    // For a step, which moves each lane to a column of its own.
    template <typename Code>
    HWY_INLINE void compare_rows(const Code* text, const Code* rows, std::size_t step) {
        const std::size_t end = std::min(step + 1, lanes_);
        for (std::size_t i = step < columns_ ? 0 : step - columns_ + 1; i < end; ++i) {
            const Code* row = rows + (step - i) + i * 2 * BITS;
            even_.equal[step % AHEAD][i] = equal_rows(row, text[step - i]);
            odd_.equal[step % AHEAD][i] = equal_rows(row + BITS, text[step - i]);
        }
    }

    // kept_on_diagonal() of a word in each lane.
    HWY_INLINE void keep(Words& words, std::size_t v, std::size_t step, V& carry) const {
        const V equal = hn::Load(d_, words.equal[step % AHEAD] + v * LANES);
        const V masked = hn::And(equal, words.up[v]);
        const V sum = hn::Add(hn::Add(masked, words.up[v]), carry);
        carry = hn::ShiftRight<BITS - 1>(hn::Or(masked, hn::AndNot(sum, words.up[v])));
        words.kept[v] = hn::Or(hn::Xor(sum, words.up[v]), hn::Or(equal, words.down[v]));
    }

    // take_step() of a word in each lane. @param lower kept_on_diagonal() of the words below
    template <typename Choose>
    HWY_INLINE void step_words(Words& words, std::size_t v, V lower, const Choose& choose) const {
        const V kept = words.kept[v];
        const V up = words.up[v];
        const V below = hn::Or(hn::ShiftRight<1>(kept), hn::ShiftLeft<BITS - 1>(lower));
        const V not_more = hn::AndNot(words.down[v], hn::Or(kept, up));
        words.up[v] = choose(v, hn::OrAnd(hn::AndNot(below, not_more), kept, up), up);
        words.down[v] = choose(v, hn::AndNot(not_more, below), words.down[v]);
    }

    // @param choose selects between a lane's new and old value
    template <typename Choose, typename ChooseOdd>
    HWY_INLINE void take_step(std::size_t step, const Choose& choose, const ChooseOdd& choose_odd) {
        const auto is_first = hn::FirstN(d_, 1);
        const auto is_last = hn::Not(hn::FirstN(d_, LANES - 1));
        V above = hn::Zero(d_);
        for (std::size_t v = 0; v < vectors(); ++v) {
            const V rotated = hn::TableLookupLanes(carry_[v], above_);
            carry_[v] = hn::IfThenElse(is_first, above, rotated);
            above = rotated;
            keep(even_, v, step, carry_[v]);
        }
        rises_ = hn::Add(rises_, hn::AndNot(even_.kept[0], hn::Set(d_, 1)));
        V below = hn::Zero(d_);
        for (std::size_t v = vectors(); v-- > 0;) {
            const V rotated = hn::TableLookupLanes(even_.kept[v], below_);
            step_words(odd_, v, hn::IfThenElse(is_last, below, rotated), choose_odd);
            below = rotated;
        }
        for (std::size_t v = 0; v < vectors(); ++v) {
            keep(odd_, v, step, carry_[v]);
            step_words(even_, v, odd_.kept[v], choose);
        }
    }

    // A lane counts while it has a column in this step.
    HWY_INLINE auto those_in_step(std::size_t step) const {
        return [this, step](std::size_t v, V to, V from) HWY_ATTR {
            const S s;
            const auto set = [&s](std::size_t number)
                                 HWY_ATTR { return hn::Set(s, static_cast<std::int64_t>(number)); };
            const auto lane = hn::Iota(s, static_cast<std::int64_t>(v * LANES));
            const auto column = hn::Sub(set(step), lane);
            const auto counts =
                hn::And(hn::Gt(column, hn::Set(s, -1)), hn::Lt(column, set(columns_)));
            return hn::IfThenElse(hn::RebindMask(d_, counts), to, from);
        };
    }

    using Indices = decltype(hn::SetTableIndices(D(), static_cast<const std::int64_t*>(nullptr)));

    const D d_;
    const std::size_t columns_;
    const std::size_t lanes_;  // with words of the band; rounded up to an even number
    Indices above_;
    Indices below_;
    Words even_;
    Words odd_;
    V carry_[VECTORS];
    V rises_;  // of the lowest diagonal
};

// @return whether there are lanes for all words
template <std::size_t MOST_LANES, std::size_t VECTORS, typename Code>
HWY_INLINE bool take_wavefront(const BandColumn& column, const Code* text, std::size_t columns,
                               const Code* rows, std::int64_t& edits) {
    using Wave = Wavefront<MOST_LANES, VECTORS>;
    if (column.words > Wave::WORDS) return false;
    edits = Wave::take(column, text, columns, rows);
    return true;
}

template <typename Code>
std::int64_t take_many(const BandColumn& column, const Code* text, std::size_t columns,
                       const Code* rows) {
#if HWY_MAX_BYTES >= 32
    std::int64_t edits = 0;
    if (take_wavefront<4, 1>(column, text, columns, rows, edits) ||
        take_wavefront<8, 1>(column, text, columns, rows, edits) ||
        take_wavefront<8, 32>(column, text, columns, rows, edits))
        return edits;
#endif
    return take(column.up, column.down, column.words, text, columns, rows);
}

template <typename Code>
HWY_INLINE std::int64_t take_all(const BandColumn& column, const Code* text, std::size_t columns,
                                 const Code* rows) {
    switch (column.words) {
        case 1:
            return take<1>(column, text, columns, rows);
        case 2:
            return take<2>(column, text, columns, rows);
        case 3:
            return take<3>(column, text, columns, rows);
        case 4:
            return take<4>(column, text, columns, rows);
        default:
            return take_many(column, text, columns, rows);
    }
}

std::int64_t take_bytes(const BandColumn& column, const std::uint8_t* text, std::size_t columns,
                        const std::uint8_t* rows) {
    return take_all(column, text, columns, rows);
}

std::int64_t take_shorts(const BandColumn& column, const std::uint16_t* text, std::size_t columns,
                         const std::uint16_t* rows) {
    return take_all(column, text, columns, rows);
}

std::int64_t take_numbers(const BandColumn& column, const std::uint32_t* text, std::size_t columns,
                          const std::uint32_t* rows) {
    return take_all(column, text, columns, rows);
}

}  // namespace HWY_NAMESPACE
}  // namespace descry
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace descry {

HWY_EXPORT(take_bytes);
HWY_EXPORT(take_shorts);
HWY_EXPORT(take_numbers);

std::int64_t take_columns(BandColumn column, std::span<const std::uint8_t> text,
                          const std::uint8_t* rows) {
    return HWY_DYNAMIC_DISPATCH(take_bytes)(column, text.data(), text.size(), rows);
}

std::int64_t take_columns(BandColumn column, std::span<const std::uint16_t> text,
                          const std::uint16_t* rows) {
    return HWY_DYNAMIC_DISPATCH(take_shorts)(column, text.data(), text.size(), rows);
}

std::int64_t take_columns(BandColumn column, std::span<const std::uint32_t> text,
                          const std::uint32_t* rows) {
    return HWY_DYNAMIC_DISPATCH(take_numbers)(column, text.data(), text.size(), rows);
}

}  // namespace descry
#endif
