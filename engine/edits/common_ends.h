/** @file common_ends.h
 *  @brief Common prefixes and suffixes of two texts.
 */
#ifndef DESCRY_ENGINE_EDITS_COMMON_ENDS_H
#define DESCRY_ENGINE_EDITS_COMMON_ENDS_H

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>

namespace descry {

template <typename Character>
std::size_t common_beginning(std::basic_string_view<Character> a,
                             std::basic_string_view<Character> b) {
    constexpr std::size_t AT_ONCE = 32 / sizeof(Character);
    const std::size_t most = std::min(a.size(), b.size());
    std::size_t common = 0;
    while (common + AT_ONCE <= most &&
           std::memcmp(a.data() + common, b.data() + common, AT_ONCE * sizeof(Character)) == 0)
        common += AT_ONCE;
    while (common < most && a[common] == b[common])
        ++common;
    return common;
}

template <typename Character>
std::size_t common_ending(std::basic_string_view<Character> a,
                          std::basic_string_view<Character> b) {
    constexpr std::size_t AT_ONCE = 32 / sizeof(Character);
    const std::size_t most = std::min(a.size(), b.size());
    const Character* end_of_a = a.data() + a.size();
    const Character* end_of_b = b.data() + b.size();
    std::size_t common = 0;
    while (common + AT_ONCE <= most &&
           std::memcmp(end_of_a - common - AT_ONCE, end_of_b - common - AT_ONCE,
                       AT_ONCE * sizeof(Character)) == 0)
        common += AT_ONCE;
    while (common < most && end_of_a[-1 - static_cast<std::ptrdiff_t>(common)] ==
                                end_of_b[-1 - static_cast<std::ptrdiff_t>(common)])
        ++common;
    return common;
}

/// Removes the common prefix, then the common suffix: the edit distance does not change.
template <typename Character>
void strip_common_ends(std::basic_string_view<Character>& a, std::basic_string_view<Character>& b) {
    const std::size_t begin = common_beginning(a, b);
    a.remove_prefix(begin);
    b.remove_prefix(begin);
    const std::size_t end = common_ending(a, b);
    a.remove_suffix(end);
    b.remove_suffix(end);
}

}  // namespace descry

#endif  // DESCRY_ENGINE_EDITS_COMMON_ENDS_H
