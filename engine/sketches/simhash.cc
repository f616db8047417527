#include "engine/sketches/simhash.h"

#include <bit>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace descry {

namespace {

// Adds 2^digit to the counters of the set bits: all 64 at once, each carrying into its next digit.
void count_feature(SimHasher::State& state, std::uint64_t feature, std::size_t digit) {
    for (std::uint64_t carry = feature; carry != 0; ++digit) {
        const std::uint64_t next = state.counts[digit] & carry;
        state.counts[digit] ^= carry;
        carry = next;
    }
}

}  // namespace

void SimHasher::add(State& state, std::span<const std::uint64_t> features) const {
    for (const std::uint64_t feature : features)
        count_feature(state, feature, 0);
    state.features += features.size();
}

void SimHasher::add(State& state, std::uint64_t feature, std::uint32_t times) const {
    state.features += times;
    for (std::size_t digit = 0; times != 0; ++digit, times >>= 1) {
        if ((times & 1) != 0) count_feature(state, feature, digit);
    }
}

SimHasher::Sketch SimHasher::finish(const State& state) const {
    if (state.features == 0) {
        throw std::invalid_argument("SimHasher: nothing has no SimHash");
    }
    Sketch sketch = 0;
    const auto digits = static_cast<std::size_t>(std::bit_width(state.features));
    for (unsigned bit = 0; bit < SIMHASH_BITS; ++bit) {
        std::uint64_t count = 0;
        for (std::size_t digit = 0; digit < digits; ++digit)
            count |= ((state.counts[digit] >> bit) & 1) << digit;
        if (count > state.features - count) sketch |= std::uint64_t{1} << bit;
    }
    return sketch;
}

SimHasher::Sketch SimHasher::sign(std::span<const std::uint64_t> features) const {
    State state = start();
    add(state, features);
    return finish(state);
}

double simhash_cosine(unsigned distance) {
    return std::cos(std::numbers::pi * distance / SIMHASH_BITS);
}

}  // namespace descry
