#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <stdexcept>

#include <descry/sketches/minhash.h>

#include "engine/sketches/minhash_kernels.h"

namespace descry {

namespace {

template <typename Value>
double share_of_equal(std::span<const Value> a, std::span<const Value> b) {
    if (a.size() != b.size() || a.empty()) {
        throw std::invalid_argument("estimated_resemblance: signatures of " +
                                    std::to_string(a.size()) + " and " + std::to_string(b.size()) +
                                    " values");
    }
    const auto equal = std::transform_reduce(a.begin(), a.end(), b.begin(), std::size_t{0},
                                             std::plus<>(), std::equal_to<>());
    return static_cast<double>(equal) / static_cast<double>(a.size());
}

}  // namespace

MinHasher::MinHasher(unsigned permutations, std::uint64_t seed, MinHashFamily family)
    : permutations_(permutations), seed_(seed), family_(family) {
    if (permutations == 0 || permutations > MAX_PERMUTATIONS) {
        throw std::invalid_argument("MinHasher: " + std::to_string(permutations) +
                                    " permutations, must be 1 to " +
                                    std::to_string(MAX_PERMUTATIONS));
    }
    if (family == MinHashFamily::MURMUR3) {
        seeds_.resize(padded(permutations));
        for (std::uint64_t i = 0; i < permutations; ++i)
            seeds_[i] = static_cast<std::uint32_t>(hash64_list(std::array{i}, seed));
        return;
    }
    factors_.resize(padded(permutations));
    summands_.resize(padded(permutations));
    for (std::uint64_t i = 0; i < permutations; ++i) {
        factors_[i] = hash64_list(std::array{2 * i}, seed);
        summands_[i] = hash64_list(std::array{2 * i + 1}, seed);
    }
}

MinHasher::State MinHasher::start() const {
    State state;
    state.wide.assign(factors_.size(), std::numeric_limits<std::uint64_t>::max());
    state.narrow.assign(seeds_.size(), std::numeric_limits<std::uint32_t>::max());
    return state;
}

void MinHasher::add(State& state, std::span<const std::uint64_t> elements) const {
    if (family_ == MinHashFamily::MURMUR3) {
        lower(Murmur3{seeds_}, elements, state.narrow);
    } else {
        lower(MultiplyShift{factors_, summands_}, elements, state.wide);
    }
}

MinHasher::Sketch MinHasher::finish(const State& state) const {
    Sketch values(permutations_);
    if (family_ == MinHashFamily::MURMUR3) {
        std::copy_n(state.narrow.begin(), permutations_, values.begin());
    } else {
        std::transform(state.wide.begin(), state.wide.begin() + permutations_, values.begin(),
                       [](std::uint64_t value) { return static_cast<std::uint32_t>(value >> 32); });
    }
    return values;
}

MinHasher::Sketch MinHasher::sign(std::span<const std::uint64_t> elements) const {
    if (elements.empty()) throw std::invalid_argument("MinHasher: an empty set has no MinHash");
    State state = start();
    add(state, elements);
    return finish(state);
}

std::string MinHasher::recipe() const {
    return "minhash/1 permutations=" + std::to_string(permutations_) +
           " family=" + (family_ == MinHashFamily::MURMUR3 ? "murmur3" : "multiply-shift") +
           " seed=" + std::to_string(seed_);
}

double estimated_resemblance(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
    return share_of_equal(a, b);
}

double estimated_resemblance(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
    return share_of_equal(a, b);
}

void require_same_recipe(const std::string& a, const std::string& b) {
    if (a == b) return;
    throw std::invalid_argument("sketches of different recipes cannot be compared: \"" + a +
                                "\" and \"" + b + "\"");
}

}  // namespace descry
