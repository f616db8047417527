#include "engine/distance/gram_kernels.h"

// Highway includes this file once per kind of CPU.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/distance/gram_kernels.cc"
#define HWY_WANT_AVX3_DL
#include <hwy/foreach_target.h>  // before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace descry {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

std::uint64_t count_common(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
    const hn::CappedTag<std::uint64_t, GRAM_BLOCK> d64;
    auto sum = hn::Zero(d64);
    for (std::size_t i = 0; i < words; i += hn::Lanes(d64)) {
        const auto common = hn::And(hn::LoadU(d64, a + i), hn::LoadU(d64, b + i));
        sum = hn::Add(sum, hn::PopulationCount(common));
    }
    return hn::GetLane(hn::SumOfLanes(d64, sum));
}

}  // namespace HWY_NAMESPACE
}  // namespace descry
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace descry {

HWY_EXPORT(count_common);

std::uint64_t common_bits(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
    return HWY_DYNAMIC_DISPATCH(count_common)(a.data(), b.data(), a.size());
}

}  // namespace descry
#endif
