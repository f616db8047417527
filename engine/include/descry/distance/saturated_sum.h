/** @file saturated_sum.h
 *  @brief Sums of wdf, which another program may have made as great as it likes.
 */
#ifndef DESCRY_DISTANCE_SATURATED_SUM_H
#define DESCRY_DISTANCE_SATURATED_SUM_H

#include <cstdint>
#include <limits>

namespace descry {

/// The sum, or 2^32 - 1 where it is above that: a body length as body_length_of() has it.
constexpr std::uint32_t saturated_sum(std::uint32_t a, std::uint32_t b) {
    constexpr std::uint32_t MOST = std::numeric_limits<std::uint32_t>::max();
    return b > MOST - a ? MOST : a + b;
}

}  // namespace descry

#endif  // DESCRY_DISTANCE_SATURATED_SUM_H
