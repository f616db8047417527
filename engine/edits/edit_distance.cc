#include <algorithm>
#include <cmath>

#include <descry/edits/edit_distance.h>

#include "edits/band_distance.h"
#include "edits/character_numbers.h"
#include "edits/common_ends.h"

namespace descry {

std::optional<std::size_t> edit_distance(std::u32string_view a, std::u32string_view b,
                                         std::size_t max_edits) {
    strip_common_ends(a, b);
    const auto [shorter, longer] = std::minmax({a.size(), b.size()});
    max_edits = std::min(max_edits, longer);
    if (longer - shorter > max_edits) return std::nullopt;
    if (shorter == 0) return longer;
    thread_local CharacterNumbers numbers;
    numbers.assign(a, b);
    if (numbers.least_edits() > max_edits) return std::nullopt;
    return band_distance(numbers.a(), numbers.b(), numbers.codes(), max_edits);
}

std::optional<double> normalised_edit_distance(std::u32string_view a, std::u32string_view b,
                                               double limit) {
    const std::size_t longer = std::max(a.size(), b.size());
    if (longer == 0) return limit > 0 ? std::optional<double>(0.0) : std::nullopt;
    const auto length = static_cast<double>(longer);
    // One more than may be needed; the comparison below decides.
    const auto max_edits = static_cast<std::size_t>(std::ceil(limit * length));
    const auto edits = edit_distance(a, b, max_edits);
    if (!edits) return std::nullopt;
    const double distance = static_cast<double>(*edits) / length;
    return distance < limit ? std::optional<double>(distance) : std::nullopt;
}

}  // namespace descry
