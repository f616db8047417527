#include <algorithm>
#include <cstddef>

#include "engine/sketches/resemblance.h"

// Highway includes this file once for each kind of CPU.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/sketches/intersection_kernels.cc"
#define HWY_WANT_AVX3_DL
#include <hwy/foreach_target.h>  // before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace descry {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

const hn::ScalableTag<std::uint64_t> D64;
const hn::RebindToSigned<decltype(D64)> S64;

// Steps through both lists a vector at a time, the one whose last element is lesser first, so that
// every pair of equal elements is in two vectors that meet once. @a meet sees the places of two
// whole vectors, @a rest those where one list has less than a vector left.
template <typename Meet, typename Rest>
HWY_INLINE void walk(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                     const Meet& meet, const Rest& rest) {
    const std::size_t lanes = hn::Lanes(D64);
    std::size_t i = 0;
    std::size_t j = 0;
    while (i + lanes <= a.size() && j + lanes <= b.size()) {
        const std::uint64_t last_a = a[i + lanes - 1];
        const std::uint64_t last_b = b[j + lanes - 1];
        if (last_a >= b[j] && last_b >= a[i]) meet(i, j);
        i += last_a <= last_b ? lanes : 0;
        j += last_b <= last_a ? lanes : 0;
    }
    while (i < a.size() && j < b.size()) {
        if (a[i] == b[j]) rest(i, j);
        const bool is_a = a[i] <= b[j];
        const bool is_b = b[j] <= a[i];
        i += is_a ? 1u : 0u;
        j += is_b ? 1u : 0u;
    }
}

std::uint64_t count_in_vectors(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
    std::uint64_t common = 0;
    walk(
        a, b,
        [&](std::size_t i, std::size_t j) {
            const auto own = hn::LoadU(D64, a.data() + i);
            auto found = hn::Eq(own, hn::Set(D64, b[j]));
            for (std::size_t k = 1; k < hn::Lanes(D64); ++k)
                found = hn::Or(found, hn::Eq(own, hn::Set(D64, b[j + k])));
            common += hn::CountTrue(D64, found);
        },
        [&](std::size_t, std::size_t) { ++common; });
    return common;
}

std::uint64_t sum_in_vectors(const Multiset& a, const Multiset& b) {
    std::uint64_t rest = 0;
    auto sum = hn::Zero(D64);
    walk(
        a.elements, b.elements,
        [&](std::size_t i, std::size_t j) {
            const auto own = hn::LoadU(D64, a.elements.data() + i);
            const auto own_counts = hn::LoadU(D64, a.counts.data() + i);
            // The other count of each element, 0 where it is not there.
            auto other = hn::Zero(D64);
            for (std::size_t k = 0; k < hn::Lanes(D64); ++k) {
                const auto found = hn::Eq(own, hn::Set(D64, b.elements[j + k]));
                other = hn::IfThenElse(found, hn::Set(D64, b.counts[j + k]), other);
            }
            const auto lesser = hn::Min(hn::BitCast(S64, own_counts), hn::BitCast(S64, other));
            sum = hn::Add(sum, hn::BitCast(D64, lesser));
        },
        [&](std::size_t i, std::size_t j) { rest += std::min(a.counts[i], b.counts[j]); });
    return rest + hn::GetLane(hn::SumOfLanes(D64, sum));
}

}  // namespace HWY_NAMESPACE
}  // namespace descry
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace descry {

HWY_EXPORT(count_in_vectors);
HWY_EXPORT(sum_in_vectors);

std::uint64_t intersection_size(std::span<const std::uint64_t> a,
                                std::span<const std::uint64_t> b) {
    return HWY_DYNAMIC_DISPATCH(count_in_vectors)(a, b);
}

std::uint64_t intersection_size(const Multiset& a, const Multiset& b) {
    return HWY_DYNAMIC_DISPATCH(sum_in_vectors)(a, b);
}

}  // namespace descry
#endif
