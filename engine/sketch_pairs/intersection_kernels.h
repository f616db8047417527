/** @file intersection_kernels.h
 *  @brief What two ascending lists have in common, compiled for several kinds of CPU and chosen at
 *         run time.
 */
#ifndef DESCRY_ENGINE_SKETCH_PAIRS_INTERSECTION_KERNELS_H
#define DESCRY_ENGINE_SKETCH_PAIRS_INTERSECTION_KERNELS_H

#include <cstdint>
#include <span>

namespace descry {

/// How many elements are in both; each list has different ones, ascending.
std::uint64_t count_common(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);

/// Elements with a count each.
struct CountedElements {
    std::span<const std::uint64_t> elements;
    std::span<const std::uint64_t> counts;
};

/// The sum of the lesser counts over the elements that are in both. Counts are below 2^63.
std::uint64_t sum_common(const CountedElements& a, const CountedElements& b);

}  // namespace descry

#endif  // DESCRY_ENGINE_SKETCH_PAIRS_INTERSECTION_KERNELS_H
