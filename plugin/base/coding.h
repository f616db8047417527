/** @file coding.h
 *  @brief Whole numbers in as few bytes as they need.
 *
 *  LEB128: seven bits a byte, the least significant first, the highest bit set in all but the last.
 */
#ifndef DESCRY_PLUGIN_BASE_CODING_H
#define DESCRY_PLUGIN_BASE_CODING_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace descry {

inline void append_varint(std::string& out, std::uint64_t value) {
    for (; value >= 128; value >>= 7)
        out += static_cast<char>(static_cast<unsigned char>(value | 128));
    out += static_cast<char>(static_cast<unsigned char>(value));
}

/// Takes a number away from the front; nullopt where none stands there, or one above 32 bits.
inline std::optional<std::uint32_t> take_varint(std::string_view& bytes) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 35 && !bytes.empty(); shift += 7) {
        const auto byte = static_cast<unsigned char>(bytes.front());
        bytes.remove_prefix(1);
        value |= std::uint64_t{byte & 127u} << shift;
        if (byte < 128) {
            if (value > UINT32_MAX) return std::nullopt;
            return static_cast<std::uint32_t>(value);
        }
    }
    return std::nullopt;
}

}  // namespace descry

#endif  // DESCRY_PLUGIN_BASE_CODING_H
