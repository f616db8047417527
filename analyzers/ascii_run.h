/** @file ascii_run.h
 *  @brief Finding the end of ASCII quickly; shared by what has a fast path for it.
 */
#ifndef DESCRY_ANALYZERS_ASCII_RUN_H
#define DESCRY_ANALYZERS_ASCII_RUN_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace descry {

inline bool is_ascii(char byte) {
    return static_cast<unsigned char>(byte) < 0x80;
}

/// The first position at or after @a from that holds no ASCII; the size where there is none.
/// Cost: 32 bytes a step.
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

}  // namespace descry

#endif  // DESCRY_ANALYZERS_ASCII_RUN_H
