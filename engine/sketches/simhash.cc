#include <bit>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include <descry/sketches/simhash.h>

namespace descry {

void SimHasher::add(State& state, std::span<const std::uint64_t> features) const {
    for (const std::uint64_t feature : features) {
        // 64 counters are incremented at once, each carrying into its next digit.
        std::uint64_t carry = feature;
        for (std::size_t digit = 0; carry != 0; ++digit) {
            const std::uint64_t next = state.counts[digit] & carry;
            state.counts[digit] ^= carry;
            carry = next;
        }
    }
    state.features += features.size();
}

SimHasher::Sketch SimHasher::finish(const State& state) const {
    if (state.features == 0) {
        throw std::invalid_argument("SimHasher: nothing has no SimHash");
    }
    Sketch sketch = 0;
    for (unsigned bit = 0; bit < SIMHASH_BITS; ++bit) {
        std::uint64_t count = 0;
        for (std::size_t digit = 0; digit < state.counts.size(); ++digit)
            count |= ((state.counts[digit] >> bit) & 1) << digit;
        if (2 * count > state.features) sketch |= std::uint64_t{1} << bit;
    }
    return sketch;
}

SimHasher::Sketch SimHasher::sign(std::span<const std::uint64_t> features) const {
    State state = start();
    add(state, features);
    return finish(state);
}

unsigned simhash_distance(std::uint64_t a, std::uint64_t b) {
    return static_cast<unsigned>(std::popcount(a ^ b));
}

double simhash_cosine(unsigned distance) {
    return std::cos(std::numbers::pi * distance / SIMHASH_BITS);
}

SimhashExpectation simhash_expectation(double cosine) {
    const double p = std::acos(cosine) / std::numbers::pi;
    return {SIMHASH_BITS * p, std::sqrt(SIMHASH_BITS * p * (1 - p))};
}

}  // namespace descry
