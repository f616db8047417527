/** @file bbit_minhash.h
 *  @brief b-bit MinHash: the lowest bits of many MinHashes.
 *
 *  Two values agree in their lowest b bits by chance too, with probability 2^-b, which the estimate
 *  takes off (Li and Koenig, WWW 2010). SmartNews (developers' blog on b-bit MinHash) keeps 1 bit
 *  of each of 128 MinHashes by MurmurHash3 and compares two documents by XOR and popcount.
 */
#ifndef DESCRY_SKETCHES_BBIT_MINHASH_H
#define DESCRY_SKETCHES_BBIT_MINHASH_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace descry {

/// The shape of b-bit sketches.
struct BbitShape {
    unsigned permutations = 128;
    /// 1, 2, 4 or 8.
    unsigned bits = 1;
};

/// Words of a sketch: 64 bits each, the last one filled up with zeros.
std::size_t bbit_words(const BbitShape& shape);

/// The lowest bits of each value, the first value in the lowest bits of the first word.
/// @param signature MinHasher's, of MinHashFamily::MURMUR3 as at SmartNews; its length is the
/// number of
///        permutations
/// @throws std::invalid_argument no value, or @a bits other than 1, 2, 4, 8
std::vector<std::uint64_t> bbit_sketch(std::span<const std::uint32_t> signature, unsigned bits = 1);

/// In how many of the values two sketches of this shape differ. For 1 bit, the Hamming distance.
/// @throws std::invalid_argument a shape that is none, or sketches of other lengths
/// Cost: 1-2 ns for 128 x 1 bit. All pairs of many sketches: close_sketches.h.
unsigned bbit_differences(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                          const BbitShape& shape);

/** The probability C1 + (1 - C2) J that one value of two sets agrees, by Li and Koenig's theorem 1.
 *
 *  C1 and C2 depend on the shares r1 and r2 of all possible elements that the sets hold. Elements
 * are hashes of 64 bits, so the shares are 0 in effect, and C1 = C2 = 2^-b.
 */
struct BbitCollision {
    double c1;
    double c2;

    /// @param r1, r2 shares in [0, 1). @throws std::invalid_argument
    explicit BbitCollision(unsigned bits, double r1 = 0, double r2 = 0);

    double probability(double resemblance) const { return c1 + (1 - c2) * resemblance; }
};

/// The corrected estimate (P - C1) / (1 - C2) of the Jaccard coefficient, P the share of values
/// that agree. Unbiased, so below 0 for some pairs with nothing in common. @throws
/// std::invalid_argument
double bbit_resemblance(unsigned differences, const BbitShape& shape);
double bbit_resemblance(unsigned differences, const BbitShape& shape,
                        const BbitCollision& collision);

/// Its standard error sqrt(P (1 - P) / k) / (1 - C2): 0.053 for 128 x 1 bit at J = 0.8, 0.088 at 0.
double bbit_standard_error(double resemblance, const BbitShape& shape);

/// The most differences at which the estimate still reaches @a resemblance: 12 for 128 x 1 bit and
/// 0.8. @param resemblance in [0, 1]. @throws std::invalid_argument
unsigned bbit_max_differences(double resemblance, const BbitShape& shape);

}  // namespace descry

#endif  // DESCRY_SKETCHES_BBIT_MINHASH_H
