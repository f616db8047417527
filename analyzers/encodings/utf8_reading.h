/** @file utf8_reading.h
 *  @brief Fast reading of UTF-8: the end of ASCII, and the character at a position.
 */
#ifndef DESCRY_ANALYZERS_UTF8_READING_H
#define DESCRY_ANALYZERS_UTF8_READING_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include <unicode/utf8.h>

namespace descry {

inline bool is_ascii(char byte) {
    return static_cast<unsigned char>(byte) < 0x80;
}

constexpr char to_lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// The first non-ASCII position at or after @a from; the size if none. Cost: 32 bytes per step.
inline std::size_t skip_ascii(std::string_view bytes, std::size_t from) {
    constexpr std::uint64_t HIGH_BITS = 0x8080808080808080;
    constexpr std::size_t STEP = 4 * sizeof(std::uint64_t);
    for (; bytes.size() - from >= STEP; from += STEP) {
        std::uint64_t words[4];
        std::memcpy(words, bytes.data() + from, STEP);
        if (((words[0] | words[1] | words[2] | words[3]) & HIGH_BITS) != 0) break;
    }
    while (from < bytes.size() && is_ascii(bytes[from]))
        ++from;
    return from;
}

/// The code point at @a position, which is advanced; negative for an ill-formed maximal part.
inline UChar32 take_code_point(std::string_view text, std::size_t& position) {
    UChar32 c;
    U8_NEXT(reinterpret_cast<const std::uint8_t*>(text.data()), position, text.size(), c);
    return c;
}

struct BmpCharacter {
    std::uint32_t code_point;
    std::size_t bytes;
};

/// The one at @a position; U+FFFF of one byte, which is not a character, if a byte is ill-formed or
/// begins a character of another plane. Faster than take_code_point().
[[gnu::always_inline]] inline BmpCharacter bmp_character_at(std::string_view text,
                                                            std::size_t position) {
    const auto byte = [&](std::size_t i) {
        return std::uint32_t{static_cast<unsigned char>(text[position + i])};
    };
    const auto is_trail = [&](std::size_t i) { return U8_IS_TRAIL(text[position + i]); };
    const std::uint32_t first = byte(0);
    const std::size_t left = text.size() - position;
    if (first < 0x80) return {first, 1};
    if (first >= 0xC2 && first < 0xE0 && left >= 2 && is_trail(1)) {
        return {(first & 0x1F) << 6 | (byte(1) & 0x3F), 2};
    }
    if (first >= 0xE0 && first < 0xF0 && left >= 3 && is_trail(1) && is_trail(2)) {
        const std::uint32_t c = (first & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
        if (c >= 0x800) return {c, 3};
    }
    return {0xFFFF, 1};
}

}  // namespace descry

#endif  // DESCRY_ANALYZERS_UTF8_READING_H
