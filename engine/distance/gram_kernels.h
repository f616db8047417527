/** @file gram_kernels.h
 *  @brief Counts the common bits of two sets, dispatched by CPU at run time.
 */
#ifndef DESCRY_ENGINE_DISTANCE_GRAM_KERNELS_H
#define DESCRY_ENGINE_DISTANCE_GRAM_KERNELS_H

#include <cstddef>
#include <cstdint>
#include <span>

namespace descry {

/// The number of words of a set is a multiple of this.
inline constexpr std::size_t GRAM_BLOCK = 8;

/// @pre equal sizes, a multiple of GRAM_BLOCK
std::uint64_t common_bits(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);

}  // namespace descry

#endif  // DESCRY_ENGINE_DISTANCE_GRAM_KERNELS_H
