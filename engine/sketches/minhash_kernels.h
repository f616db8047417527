/** @file minhash_kernels.h
 *  @brief The inner loops of MinHash, dispatched by CPU at run time, with the same values
 *         everywhere.
 *
 *  Each lowers the values of all permutations by a block of elements: least[i] becomes the least
 *  value of permutation i. Arrays by permutation have a multiple of KERNEL_PADDING entries.
 */
#ifndef DESCRY_ENGINE_SKETCHES_MINHASH_KERNELS_H
#define DESCRY_ENGINE_SKETCHES_MINHASH_KERNELS_H

#include <cstddef>
#include <cstdint>
#include <span>

namespace descry {

inline constexpr std::size_t KERNEL_PADDING = 32;

/// Array entries for this many permutations.
inline std::size_t padded(std::size_t permutations) {
    return (permutations + KERNEL_PADDING - 1) / KERNEL_PADDING * KERNEL_PADDING;
}

/// a x + b mod 2^64 over the lower 32 bits of x. The high half of a value is the MinHash.
struct MultiplyShift {
    std::span<const std::uint64_t> factors;
    std::span<const std::uint64_t> summands;
};
void lower(const MultiplyShift& family, std::span<const std::uint64_t> elements,
           std::span<std::uint64_t> least);

/// MurmurHash3_x86_32 of the element's 8 bytes, one seed per permutation.
struct Murmur3 {
    std::span<const std::uint32_t> seeds;
};
void lower(const Murmur3& family, std::span<const std::uint64_t> elements,
           std::span<std::uint32_t> least);

/// a x + b mod p over the lower bits of x in @a mask, at most 32.
struct LinearPermutations {
    std::span<const std::uint64_t> factors;    ///< a, below p
    std::span<const std::uint64_t> quotients;  ///< a 2^32 / p, rounded down
    std::span<const std::uint64_t> summands;   ///< b, below p
    std::uint64_t prime;                       ///< below 2^62
    std::uint64_t mask;
};
void lower(const LinearPermutations& family, std::span<const std::uint64_t> elements,
           std::span<std::uint64_t> least);

}  // namespace descry

#endif  // DESCRY_ENGINE_SKETCHES_MINHASH_KERNELS_H
