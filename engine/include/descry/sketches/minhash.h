/** @file minhash.h
 *  @brief MinHash with k hash functions.
 *
 *  The MinHash of a set under a permutation of all elements is its first element in that order;
 *  those of two sets are equal with the probability of their Jaccard coefficient (Broder 1997;
 *  Barashev, Big Data 2013, lecture 9, works an example). A signature has one for each of many
 *  permutations.
 *
 *  See also permutation_sketch.h (permutations modulo a prime), bbit_minhash.h (few bits per
 *  value).
 */
#ifndef DESCRY_SKETCHES_MINHASH_H
#define DESCRY_SKETCHES_MINHASH_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <descry/hashing/hash.h>

namespace descry {

inline constexpr unsigned MINHASH_PERMUTATIONS = 128;

/// Most permutations of a sketch: guards against a mistaken argument.
inline constexpr unsigned MAX_PERMUTATIONS = 1u << 20;

/// Hash functions that stand for the permutations. All values are below 2^32.
enum class MinHashFamily {
    /// (a x + b mod 2^64) >> 32 over the lower 32 bits of x, with a and b drawn from the seed
    /// (Dietzfelbinger 1996): the fastest.
    MULTIPLY_SHIFT,
    /// MurmurHash3_x86_32 of the element's 8 little-endian bytes, with seeds drawn from the seed:
    /// all bits of a value are good, as b-bit MinHash needs (Li and Koenig, WWW 2010).
    MURMUR3,
};

/// Computes signatures, equal on every machine.
class MinHasher {
  public:
    /// One value per permutation.
    using Sketch = std::vector<std::uint32_t>;
    struct State {
        std::vector<std::uint64_t> wide;    ///< MULTIPLY_SHIFT
        std::vector<std::uint32_t> narrow;  ///< MURMUR3
    };

    /// @param permutations 1 to MAX_PERMUTATIONS. @throws std::invalid_argument
    explicit MinHasher(unsigned permutations = MINHASH_PERMUTATIONS,
                       std::uint64_t seed = DEFAULT_HASH_SEED,
                       MinHashFamily family = MinHashFamily::MULTIPLY_SHIFT);

    /// The least value under each permutation. Order and repeats do not matter.
    /// @param elements hashes; not empty. @throws std::invalid_argument Cost (128 permutations, per
    ///        element): 9 ns with AVX-512, 20 with AVX2, 40-75 without; MURMUR3: 29, 41, 90-240.
    Sketch sign(std::span<const std::uint64_t> elements) const;

    State start() const;
    void add(State& state, std::span<const std::uint64_t> elements) const;
    Sketch finish(const State& state) const;

    unsigned permutations() const { return permutations_; }

    /// How the values were made, "minhash/1 permutations=128 family=multiply-shift seed=2002".
    /// Sketches of different recipes must not be compared (require_same_recipe()).
    std::string recipe() const;

  private:
    unsigned permutations_;
    std::uint64_t seed_;
    MinHashFamily family_;
    std::vector<std::uint64_t> factors_;
    std::vector<std::uint64_t> summands_;
    std::vector<std::uint32_t> seeds_;
};

/// The share of positions in which two signatures agree: estimates the Jaccard coefficient J, with
/// a standard error of sqrt(J (1 - J) / permutations).
/// @pre equal lengths, not 0. @throws std::invalid_argument
double estimated_resemblance(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b);
double estimated_resemblance(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);

/// @throws std::invalid_argument the recipes differ; names both
void require_same_recipe(const std::string& a, const std::string& b);

}  // namespace descry

#endif  // DESCRY_SKETCHES_MINHASH_H
