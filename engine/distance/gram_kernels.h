/** @file gram_kernels.h
 *  @brief Bits that two sets have in common, compiled for several kinds of CPU and chosen at run
 *         time.
 */
#ifndef DESCRY_ENGINE_DISTANCE_GRAM_KERNELS_H
#define DESCRY_ENGINE_DISTANCE_GRAM_KERNELS_H

#include <cstddef>
#include <cstdint>
#include <span>

namespace descry {

/// The words of a set: a multiple of this.
inline constexpr std::size_t GRAM_BLOCK = 8;

/// @pre the same size, a multiple of GRAM_BLOCK
std::uint64_t common_bits(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);

}  // namespace descry

#endif  // DESCRY_ENGINE_DISTANCE_GRAM_KERNELS_H
