#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include <descry/sketches/minhash.h>
#include <descry/sketches/one_permutation.h>

namespace descry {

namespace {

// The finaliser of MurmurHash3_x64_128: a permutation of all 64-bit numbers.
std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 33)) * 0xff51afd7ed558ccd;
    x = (x ^ (x >> 33)) * 0xc4ceb9fe1a85ec53;
    return x ^ (x >> 33);
}

// A number below @a bins, from the higher half of a hash.
std::size_t bin_of(std::uint64_t hash, unsigned bins) {
    return static_cast<std::size_t>(((hash >> 32) * bins) >> 32);
}

}  // namespace

OnePermutationHasher::OnePermutationHasher(unsigned bins, std::uint64_t seed)
    : bins_(bins), seed_(seed) {
    if (bins == 0 || bins > MAX_PERMUTATIONS) {
        throw std::invalid_argument("OnePermutationHasher: " + std::to_string(bins) +
                                    " bins, must be 1 to " + std::to_string(MAX_PERMUTATIONS));
    }
}

void OnePermutationHasher::add(State& state, std::span<const std::uint64_t> elements) const {
    for (const std::uint64_t element : elements) {
        const std::uint64_t hash = mix(element ^ seed_);
        std::uint64_t& least = state[bin_of(hash, bins_)];
        least = std::min(least, hash & 0xffffffff);
    }
}

OnePermutationHasher::Sketch OnePermutationHasher::finish(const State& state) const {
    Sketch values(bins_);
    const bool any =
        std::any_of(state.begin(), state.end(), [](std::uint64_t value) { return value != EMPTY; });
    if (!any) throw std::invalid_argument("OnePermutationHasher: an empty set has no signature");
    for (std::size_t bin = 0; bin < bins_; ++bin) {
        std::size_t from = bin;
        for (std::uint64_t attempt = 0; state[from] == EMPTY; ++attempt)
            from = bin_of(hash64_list(std::array<std::uint64_t, 2>{bin, attempt}, seed_), bins_);
        values[bin] = static_cast<std::uint32_t>(state[from]);
    }
    return values;
}

OnePermutationHasher::Sketch OnePermutationHasher::sign(
    std::span<const std::uint64_t> elements) const {
    State state = start();
    add(state, elements);
    return finish(state);
}

std::string OnePermutationHasher::recipe() const {
    return "one-permutation/1 bins=" + std::to_string(bins_) + " seed=" + std::to_string(seed_);
}

double one_permutation_standard_error(double resemblance, unsigned bins, std::size_t union_size) {
    if (bins == 0 || union_size == 0) {
        throw std::invalid_argument("one_permutation_standard_error: no bins or no elements");
    }
    const double k = bins;
    const auto n = static_cast<double>(union_size);
    const double filled = k * (1 - std::pow(1 - 1 / k, n));
    const double empty = k - filled;
    const double second = n > 1 ? std::max(0.0, (resemblance * n - 1) / (n - 1)) : resemblance;
    const double weight = filled + 3 * empty + empty * (empty - 1) / filled;
    const double variance =
        weight / (k * k) * resemblance * (1 - second) - resemblance * (resemblance - second);
    return std::sqrt(std::max(0.0, variance));
}

}  // namespace descry
