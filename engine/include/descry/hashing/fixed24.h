/** @file fixed24.h
 *  @brief Numbers to be compared: multiples of 2^-24.
 */
#ifndef DESCRY_HASHING_FIXED24_H
#define DESCRY_HASHING_FIXED24_H

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstdint>

namespace descry {

/// A non-negative multiple of 2^-24. Flip rates, weights and information are rounded to it before
/// any comparison, so that none depends on the last bit of a logarithm.
struct Fixed24 {
    std::uint32_t units = 0;

    /// Rounds to the nearest multiple; caps at 255. @pre value >= 0
    static Fixed24 from(double value) {
        return {
            static_cast<std::uint32_t>(std::min(std::round(value * 16777216.0), 255 * 16777216.0))};
    }

    double value() const { return units / 16777216.0; }

    friend auto operator<=>(const Fixed24&, const Fixed24&) = default;
};

}  // namespace descry

#endif  // DESCRY_HASHING_FIXED24_H
