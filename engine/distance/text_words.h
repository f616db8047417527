/** @file text_words.h
 *  @brief Joins words to a canonical text, and splits it.
 */
#ifndef DESCRY_DISTANCE_TEXT_WORDS_H
#define DESCRY_DISTANCE_TEXT_WORDS_H

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace descry {

inline void append_word(std::string& words, std::string_view word) {
    if (!words.empty()) words += ' ';
    words += word;
}

/// @param text words joined by one space each
inline std::uint32_t count_words(std::string_view text) {
    if (text.empty()) return 0;
    return static_cast<std::uint32_t>(1 + std::ranges::count(text, ' '));
}

/// Calls @a visit with each word, a view into @a text. @param text words joined by one space each
/// Cost: little beyond the calls, as spaces are found eight bytes at a time.
template <typename Visit>
void for_each_word(std::string_view text, const Visit& visit) {
    constexpr std::uint64_t LOW_BITS = 0x7f7f7f7f7f7f7f7f;
    constexpr std::uint64_t SPACES = 0x2020202020202020;
    std::size_t begin = 0;
    const auto end_at = [&](std::size_t end) {
        visit(text.substr(begin, end - begin));
        begin = end + 1;
    };
    std::size_t i = 0;
    if constexpr (std::endian::native == std::endian::little) {
        for (; i + sizeof(std::uint64_t) <= text.size(); i += sizeof(std::uint64_t)) {
            std::uint64_t bytes;
            std::memcpy(&bytes, text.data() + i, sizeof bytes);
            bytes ^= SPACES;
            // The highest bit of each zero byte.
            std::uint64_t found = ~(((bytes & LOW_BITS) + LOW_BITS) | bytes | LOW_BITS);
            for (; found != 0; found &= found - 1)
                end_at(i + static_cast<std::size_t>(std::countr_zero(found)) / 8);
        }
    }
    for (; i < text.size(); ++i) {
        if (text[i] == ' ') end_at(i);
    }
    if (!text.empty()) end_at(text.size());
}

}  // namespace descry

#endif  // DESCRY_DISTANCE_TEXT_WORDS_H
