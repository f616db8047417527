#include <algorithm>
#include <cmath>

#include <descry/hashing/fixed24.h>

namespace descry {

Fixed24 Fixed24::from(double value) {
    return {static_cast<std::uint32_t>(std::min(std::round(value * 16777216.0), 255 * 16777216.0))};
}

}  // namespace descry
