#include "ascii_kernels.h"

// Highway includes this file once for each kind of CPU.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ascii_kernels.cc"
#define HWY_WANT_AVX3_DL
#include <hwy/foreach_target.h>  // before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace descry {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Bytes of ASCII are positive, so signed comparisons, which all CPUs have, order them.
const hn::CappedTag<std::int8_t, 32> D8;
using V8 = hn::Vec<decltype(D8)>;

// The bits of a vector's mask, lowest first.
template <typename Mask>
HWY_INLINE std::uint64_t bits_of(Mask mask) {
#if HWY_TARGET == HWY_SCALAR
    return hn::CountTrue(D8, mask);  // one lane
#else
    std::uint8_t bytes[sizeof(std::uint64_t)] = {};
    hn::StoreMaskBits(D8, mask, bytes);
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < sizeof(bytes); ++i)
        bits |= std::uint64_t{bytes[i]} << (8 * i);
    return bits;
#endif
}

HWY_INLINE auto is_between(V8 v, char first, char last) {
    return hn::And(hn::Gt(v, hn::Set(D8, static_cast<std::int8_t>(first - 1))),
                   hn::Lt(v, hn::Set(D8, static_cast<std::int8_t>(last + 1))));
}

void fold_blocks(const char* text, std::size_t blocks, char* lowered, std::uint64_t* in_word) {
    const std::size_t lanes = hn::Lanes(D8);
    for (std::size_t block = 0; block < blocks; ++block) {
        std::uint64_t bits = 0;
        for (std::size_t i = 0; i < ASCII_BLOCK; i += lanes) {
            const std::size_t at = block * ASCII_BLOCK + i;
            const V8 v = hn::LoadU(D8, reinterpret_cast<const std::int8_t*>(text + at));
            const V8 lower =
                hn::Add(v, hn::IfThenElseZero(is_between(v, 'A', 'Z'), hn::Set(D8, 'a' - 'A')));
            hn::StoreU(lower, D8, reinterpret_cast<std::int8_t*>(lowered + at));
            const auto is_in_word =
                hn::Or(is_between(lower, 'a', 'z'), is_between(lower, '0', '9'));
            bits |= bits_of(is_in_word) << i;
        }
        in_word[block] = bits;
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace descry
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace descry {

HWY_EXPORT(fold_blocks);

void fold_ascii_blocks(const char* text, std::size_t blocks, char* lowered,
                       std::uint64_t* in_word) {
    HWY_DYNAMIC_DISPATCH(fold_blocks)(text, blocks, lowered, in_word);
}

}  // namespace descry
#endif
