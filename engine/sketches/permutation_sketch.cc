#include "engine/sketches/permutation_sketch.h"

#include <array>
#include <limits>
#include <stdexcept>

#include <descry/sketches/minhash.h>

#include "engine/sketches/minhash_kernels.h"

namespace descry {

namespace {

constexpr unsigned PRIME_BITS = 40;
constexpr unsigned MAX_HASH_BITS = 32;

bool is_prime(std::uint64_t n) {
    if (n < 4) return n >= 2;
    if (n % 2 == 0) return false;
    for (std::uint64_t divisor = 3; divisor * divisor <= n; divisor += 2)
        if (n % divisor == 0) return false;
    return true;
}

[[noreturn]] void reject(const std::string& what) {
    throw std::invalid_argument("PermutationSketcher: " + what);
}

void check(const PermutationParameters& parameters) {
    const auto& [permutations, prime, hash_bits, seed] = parameters;
    if (permutations == 0 || permutations > MAX_PERMUTATIONS) {
        reject(std::to_string(permutations) + " permutations, must be 1 to " +
               std::to_string(MAX_PERMUTATIONS));
    }
    if (hash_bits == 0 || hash_bits > MAX_HASH_BITS) {
        reject("elements of " + std::to_string(hash_bits) + " bits, must be 1 to " +
               std::to_string(MAX_HASH_BITS));
    }
    if (prime >> PRIME_BITS != 0) {
        reject("the prime " + std::to_string(prime) + " is not below 2^" +
               std::to_string(PRIME_BITS));
    }
    if (!is_prime(prime)) reject(std::to_string(prime) + " is not a prime");
    if (prime >> hash_bits == 0) {
        reject("the prime " + std::to_string(prime) + " is smaller than the hash range 2^" +
               std::to_string(hash_bits));
    }
}

}  // namespace

PermutationSketcher::PermutationSketcher(const PermutationParameters& parameters)
    : parameters_(parameters) {
    check(parameters);
    const std::size_t size = padded(parameters.permutations);
    factors_.resize(size);
    quotients_.resize(size);
    summands_.resize(size);
    const std::uint64_t prime = parameters.prime;
    for (std::uint64_t i = 0; i < parameters.permutations; ++i) {
        const auto draw = [&](std::uint64_t number) {
            return hash64_list(std::array{number}, parameters.seed);
        };
        factors_[i] = 1 + draw(2 * i) % (prime - 1);
        summands_[i] = draw(2 * i + 1) % prime;
        // floor(a 2^32 / p), 16 bits at a time: a 2^32 has more than 64 bits.
        const std::uint64_t upper = (factors_[i] << 16) / prime;
        const std::uint64_t rest = (factors_[i] << 16) % prime;
        quotients_[i] = (upper << 16) + (rest << 16) / prime;
    }
}

PermutationSketcher::State PermutationSketcher::start() const {
    // The largest signed number, as the kernels compare signed.
    return State(factors_.size(), std::numeric_limits<std::int64_t>::max());
}

void PermutationSketcher::add(State& state, std::span<const std::uint64_t> elements) const {
    const std::uint64_t mask = (std::uint64_t{1} << parameters_.hash_bits) - 1;
    lower(LinearPermutations{factors_, quotients_, summands_, parameters_.prime, mask}, elements,
          state);
}

PermutationSketcher::Sketch PermutationSketcher::finish(const State& state) const {
    return Sketch(state.begin(), state.begin() + parameters_.permutations);
}

PermutationSketcher::Sketch PermutationSketcher::sign(
    std::span<const std::uint64_t> elements) const {
    if (elements.empty()) {
        throw std::invalid_argument("PermutationSketcher: an empty set has no sketch");
    }
    State state = start();
    add(state, elements);
    return finish(state);
}

std::string PermutationSketcher::recipe() const {
    return "sketch/1 permutations=" + std::to_string(parameters_.permutations) +
           " prime=" + std::to_string(parameters_.prime) +
           " hash-bits=" + std::to_string(parameters_.hash_bits) +
           " seed=" + std::to_string(parameters_.seed);
}

}  // namespace descry
