/** @file bbit_minhash.h
 *  @brief b-bit MinHash: the lowest bits of many MinHashes.
 *
 *  The lowest b bits of two values also agree by chance, with probability 2^-b, which the estimate
 *  subtracts (Li and Koenig, WWW 2010). SmartNews (developers' blog on b-bit MinHash) keeps 1 bit
 *  of each of 128 MinHashes by MurmurHash3 and compares documents by XOR and popcount.
 */
#ifndef DESCRY_SKETCHES_BBIT_MINHASH_H
#define DESCRY_SKETCHES_BBIT_MINHASH_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace descry {

struct BbitShape {
    unsigned permutations = 128;
    /// 1, 2, 4 or 8.
    unsigned bits = 1;
};

/// 64-bit words of a sketch; the last one is padded with zeros.
std::size_t bbit_words(const BbitShape& shape);

/// The lowest bits of each value, the first value in the lowest bits of the first word.
/// @param signature MinHasher's, of MinHashFamily::MURMUR3 as at SmartNews
/// @throws std::invalid_argument no value, or @a bits other than 1, 2, 4, 8
std::vector<std::uint64_t> bbit_sketch(std::span<const std::uint32_t> signature, unsigned bits = 1);

/// The corrected estimate (P - 2^-b) / (1 - 2^-b) of the Jaccard coefficient, P being the share of
/// equal values: theorem 1 of Li and Koenig for sets that hold a vanishing share of all 64-bit
/// hashes. Unbiased, so below 0 for some unrelated pairs.
/// @throws std::invalid_argument
double bbit_resemblance(unsigned differences, const BbitShape& shape);

/// The most differences at which the estimate still reaches @a resemblance: 12 for 128 x 1 bit and
/// 0.8. @param resemblance in [0, 1]. @throws std::invalid_argument
unsigned bbit_max_differences(double resemblance, const BbitShape& shape);

}  // namespace descry

#endif  // DESCRY_SKETCHES_BBIT_MINHASH_H
