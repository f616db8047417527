#include "distance/diagonal_distance.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace descry {

std::optional<std::size_t> diagonal_distance(std::u32string_view a, std::u32string_view b,
                                             std::size_t max_edits) {
    const auto rows = static_cast<std::int64_t>(a.size());
    const auto columns = static_cast<std::int64_t>(b.size());
    // Diagonal k holds the places (row, row + k); the end of both texts lies on this one.
    const std::int64_t last = columns - rows;
    const auto limit = static_cast<std::int64_t>(std::min(max_edits, std::max(a.size(), b.size())));
    if (std::abs(last) > limit) return std::nullopt;

    constexpr std::int64_t NOWHERE = -2;
    const auto index = [limit](std::int64_t k) { return static_cast<std::size_t>(k + limit + 1); };
    std::vector<std::int64_t> before(index(limit) + 2, NOWHERE);
    std::vector<std::int64_t> furthest(before.size(), NOWHERE);
    for (std::int64_t edits = 0; edits <= limit; ++edits) {
        // Diagonals from which the last one can still be reached within the limit.
        const std::int64_t rest = limit - edits;
        const std::int64_t from = std::max(-std::min(edits, rows), last - rest);
        const std::int64_t to = std::min(std::min(edits, columns), last + rest);
        // What stands beside this range is of an earlier round: a row that fewer edits reach, too.
        for (std::int64_t k = from; k <= to; ++k) {
            std::int64_t row = 0;
            if (edits > 0) {
                row = std::max(
                    {before[index(k)] + 1, before[index(k + 1)] + 1, before[index(k - 1)]});
            }
            row = std::min({row, rows, columns - k});
            if (row < 0 || row + k < 0) continue;
            while (row < rows && row + k < columns &&
                   a[static_cast<std::size_t>(row)] == b[static_cast<std::size_t>(row + k)])
                ++row;
            furthest[index(k)] = row;
            if (k == last && row == rows) return static_cast<std::size_t>(edits);
        }
        std::swap(before, furthest);
    }
    return std::nullopt;
}

}  // namespace descry
