#include "tools/lab/base/confidence_interval.h"

#include <algorithm>
#include <cmath>

namespace descry {

ConfidenceInterval wilson_interval(std::uint64_t successes, std::uint64_t trials) {
    if (trials == 0) return {};
    // The 97.5th percentile of the normal distribution.
    constexpr double Z = 1.959963984540054;
    const auto n = static_cast<double>(trials);
    const double share = static_cast<double>(successes) / n;
    const double scale = 1 + Z * Z / n;
    const double middle = (share + Z * Z / (2 * n)) / scale;
    const double half = Z / scale * std::sqrt(share * (1 - share) / n + Z * Z / (4 * n * n));
    // Rounding must not exclude the share itself.
    return {share, std::min(share, std::max(0.0, middle - half)),
            std::max(share, std::min(1.0, middle + half))};
}

}  // namespace descry
