/** @file common_ends.h
 *  @brief What two texts begin and end with alike.
 */
#ifndef DESCRY_ENGINE_DISTANCE_COMMON_ENDS_H
#define DESCRY_ENGINE_DISTANCE_COMMON_ENDS_H

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace descry {

/// Takes away what both texts begin with, then what both end with: no edit distance changes.
template <typename Character>
void strip_common_ends(std::basic_string_view<Character>& a, std::basic_string_view<Character>& b) {
    const auto front = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    const auto begin = static_cast<std::size_t>(front.first - a.begin());
    a.remove_prefix(begin);
    b.remove_prefix(begin);
    const auto back = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend());
    const auto end = static_cast<std::size_t>(back.first - a.rbegin());
    a.remove_suffix(end);
    b.remove_suffix(end);
}

}  // namespace descry

#endif  // DESCRY_ENGINE_DISTANCE_COMMON_ENDS_H
