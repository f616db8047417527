/** @file minhash.h
 *  @brief MinHash over word shingles: the usual tool, to compare with.
 *
 *  A set's MinHash under one permutation of all elements is its first element in that order; two
 *  sets have the same one with the probability of their Jaccard coefficient (Broder 1997; seed 004
 *  works an example). A signature holds the MinHashes of many permutations.
 */
#ifndef DESCRY_MINHASH_H
#define DESCRY_MINHASH_H

#include <cstdint>
#include <span>
#include <vector>

#include <descry/hash.h>

namespace descry {

/// Permutations of a signature when nothing else is asked for.
inline constexpr unsigned MINHASH_PERMUTATIONS = 128;

/// The shingles of a text: a hash of every @a width successive words. A text of fewer words, but at
/// least one, is one shingle.
/// @param words hash64() of each word, in the order of the text. @param width at least 1
/// Repeats stay: a MinHash does not see them.
std::vector<std::uint64_t> word_shingles(std::span<const std::uint64_t> words, unsigned width);

/// Makes signatures. The permutations are h(x) = (a x + b mod 2^64) >> 32 over the lower 32 bits of
/// x, with a and b drawn from the seed (multiply-shift, Dietzfelbinger 1996), so values are below
/// 2^32 and equal on every machine.
class MinHasher {
  public:
    explicit MinHasher(unsigned permutations = MINHASH_PERMUTATIONS,
                       std::uint64_t seed = DEFAULT_HASH_SEED);

    /// The least value under each permutation.
    /// @param elements hashes; must not be empty. @throws std::invalid_argument
    /// Cost: 60-120 ns an element for 128 permutations.
    std::vector<std::uint32_t> sign(std::span<const std::uint64_t> elements) const;

  private:
    std::vector<std::uint64_t> factors_;
    std::vector<std::uint64_t> summands_;
};

/// The share of places in which two signatures agree: estimates the Jaccard coefficient, with a
/// standard deviation of sqrt(J (1 - J) / permutations).
/// @pre equal lengths, not 0. @throws std::invalid_argument
double estimated_resemblance(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b);

}  // namespace descry

#endif  // DESCRY_MINHASH_H
