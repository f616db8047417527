#include "tools/lab/sets/hamming_kernels.h"

// Highway includes this file once per kind of CPU.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tools/lab/sets/hamming_kernels.cc"
#define HWY_WANT_AVX3_DL
#include <hwy/foreach_target.h>  // before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace descry {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

const hn::CappedTag<std::uint64_t, HAMMING_BLOCK> D64;
const hn::RebindToSigned<decltype(D64)> S64;
using V64 = hn::Vec<decltype(D64)>;

// The distance of one row to the columns of a vector. WORDS 0: a variable number.
template <std::size_t WORDS>
HWY_INLINE V64 distance(const SketchPlanes& sketches, const V64* row_words, std::size_t row,
                        std::size_t column) {
    const std::size_t words = WORDS == 0 ? sketches.words : WORDS;
    V64 sum = hn::Zero(D64);
    for (std::size_t w = 0; w < words; ++w) {
        const std::uint64_t* plane = sketches.planes + w * sketches.stride;
        const V64 own = WORDS == 0 ? hn::Set(D64, plane[row]) : row_words[w];
        sum = hn::Add(sum, hn::PopulationCount(hn::Xor(own, hn::LoadU(D64, plane + column))));
    }
    return sum;
}

template <std::size_t WORDS>
HWY_INLINE std::size_t find_blocks(const SketchPlanes& sketches, std::size_t row, std::size_t begin,
                                   std::size_t end, unsigned max_distance, std::uint32_t* blocks) {
    constexpr std::size_t KEPT = WORDS == 0 ? 1 : WORDS;
    const auto words_of = [&](std::size_t r, V64* words) {
        for (std::size_t w = 0; w < WORDS; ++w)
            words[w] = hn::Set(D64, sketches.planes[w * sketches.stride + r]);
    };
    V64 words0[KEPT], words1[KEPT], words2[KEPT], words3[KEPT];
    words_of(row, words0);
    words_of(row + 1, words1);
    words_of(row + 2, words2);
    words_of(row + 3, words3);
    const auto limit = hn::Set(S64, static_cast<std::int64_t>(max_distance) + 1);
    const std::size_t lanes = hn::Lanes(D64);
    std::size_t found = 0;
    for (std::size_t column = begin; column < end; column += HAMMING_BLOCK) {
        bool is_near = false;
        for (std::size_t part = 0; part < HAMMING_BLOCK; part += lanes) {
            const auto to = [&](const V64* row_words, std::size_t r) {
                return hn::BitCast(S64, distance<WORDS>(sketches, row_words, r, column + part));
            };
            const auto least = hn::Min(hn::Min(to(words0, row), to(words1, row + 1)),
                                       hn::Min(to(words2, row + 2), to(words3, row + 3)));
            is_near = is_near || !hn::AllFalse(S64, hn::Lt(least, limit));
        }
        blocks[found] = static_cast<std::uint32_t>(column);
        found += is_near ? 1u : 0u;
    }
    return found;
}

std::size_t find_in_vectors(const SketchPlanes& sketches, std::size_t row, std::size_t begin,
                            std::size_t end, unsigned max_distance, std::uint32_t* blocks) {
    switch (sketches.words) {
        case 1:
            return find_blocks<1>(sketches, row, begin, end, max_distance, blocks);
        case 2:
            return find_blocks<2>(sketches, row, begin, end, max_distance, blocks);
        default:
            return find_blocks<0>(sketches, row, begin, end, max_distance, blocks);
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace descry
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace descry {

HWY_EXPORT(find_in_vectors);

std::size_t find_near_blocks(const SketchPlanes& sketches, std::size_t row, std::size_t begin,
                             std::size_t end, unsigned max_distance,
                             std::span<std::uint32_t> blocks) {
    return HWY_DYNAMIC_DISPATCH(find_in_vectors)(sketches, row, begin, end, max_distance,
                                                 blocks.data());
}

}  // namespace descry
#endif
