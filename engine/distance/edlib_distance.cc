#include "distance/edlib_distance.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include <edlib.h>

namespace descry {

std::optional<std::size_t> edlib_distance(std::string_view a, std::string_view b,
                                          std::size_t max_edits) {
    constexpr auto MAX_INT = static_cast<std::size_t>(std::numeric_limits<int>::max());
    if (std::max(a.size(), b.size()) > MAX_INT / 2) {
        throw std::invalid_argument("edit_distance: texts above 2^30 characters");
    }
    const EdlibAlignConfig config = edlibNewAlignConfig(static_cast<int>(max_edits), EDLIB_MODE_NW,
                                                        EDLIB_TASK_DISTANCE, nullptr, 0);
    const EdlibAlignResult result = edlibAlign(a.data(), static_cast<int>(a.size()), b.data(),
                                               static_cast<int>(b.size()), config);
    const int status = result.status;
    const int distance = result.editDistance;
    edlibFreeAlignResult(result);
    if (status != EDLIB_STATUS_OK) throw std::runtime_error("edlib: the alignment failed");
    if (distance < 0) return std::nullopt;
    return static_cast<std::size_t>(distance);
}

}  // namespace descry
