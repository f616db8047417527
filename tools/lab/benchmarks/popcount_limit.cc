#include "tools/lab/benchmarks/popcount_limit.h"

#include <cstddef>
#include <cstdint>
#include <vector>

// Highway includes this file once per kind of CPU.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tools/lab/benchmarks/popcount_limit.cc"
#define HWY_WANT_AVX3_DL
#include <hwy/foreach_target.h>  // before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace descry::benchmarks {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

const hn::ScalableTag<std::uint64_t> D64;

std::uint64_t compare(const std::uint64_t* words, std::size_t size, std::size_t rounds) {
    const std::size_t lanes = hn::Lanes(D64);
    auto s0 = hn::Zero(D64), s1 = s0, s2 = s0, s3 = s0;
    for (std::size_t round = 0; round < rounds; ++round) {
        const auto own = hn::Set(D64, round * 0x9e3779b97f4a7c15);
        for (std::size_t i = 0; i < size; i += 4 * lanes) {
            const auto bits = [&](std::size_t at) {
                return hn::PopulationCount(hn::Xor(own, hn::LoadU(D64, words + i + at * lanes)));
            };
            s0 = hn::Add(s0, bits(0));
            s1 = hn::Add(s1, bits(1));
            s2 = hn::Add(s2, bits(2));
            s3 = hn::Add(s3, bits(3));
        }
    }
    return hn::GetLane(hn::SumOfLanes(D64, hn::Add(hn::Add(s0, s1), hn::Add(s2, s3))));
}

}  // namespace HWY_NAMESPACE
}  // namespace descry::benchmarks
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace descry::benchmarks {

HWY_EXPORT(compare);

double popcounts() {
    constexpr std::size_t WORDS = 2048;
    constexpr std::size_t ROUNDS = 1'000'000;
    static const std::vector<std::uint64_t> words(WORDS, 0x0123456789abcdef);
    const std::uint64_t bits = HWY_DYNAMIC_DISPATCH(compare)(words.data(), WORDS, ROUNDS);
    // Uses the result, so that the loop is not optimised away.
    return bits == 0 ? 0 : static_cast<double>(WORDS) * ROUNDS;
}

}  // namespace descry::benchmarks
#endif
