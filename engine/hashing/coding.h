/** @file coding.h
 *  @brief Converts numbers to bytes, for everything stored, and to text for people.
 */
#ifndef DESCRY_HASHING_CODING_H
#define DESCRY_HASHING_CODING_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace descry {

/// Appends the lowest @a bytes bytes of a number, most significant first.
inline void append_big_endian(std::string& out, std::uint64_t value, std::size_t bytes) {
    for (std::size_t i = bytes; i-- > 0;)
        out += static_cast<char>(static_cast<unsigned char>(value >> (8 * i)));
}

/// Reads a number from all of @a bytes. @pre at most 8 bytes
inline std::uint64_t read_big_endian(std::string_view bytes) {
    std::uint64_t value = 0;
    for (const char byte : bytes)
        value = (value << 8) | static_cast<unsigned char>(byte);
    return value;
}

/// Removes such a number from the front; of fewer bytes, what there is.
inline std::uint64_t take_big_endian(std::string_view& from, std::size_t bytes) {
    const std::uint64_t value = read_big_endian(from.substr(0, bytes));
    from.remove_prefix(std::min(bytes, from.size()));
    return value;
}

/// Appends the lowest @a bytes bytes of a number, least significant first.
inline void append_little_endian(std::string& out, std::uint64_t value, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i)
        out += static_cast<char>(static_cast<unsigned char>(value >> (8 * i)));
}

/// Reads a number from all of @a bytes. @pre at most 8 bytes
inline std::uint64_t read_little_endian(std::string_view bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
        value = (value << 8) | static_cast<unsigned char>(bytes[i]);
    return value;
}

/// Appends LEB128: seven bits per byte, least significant first, the highest bit set except in the
/// last.
inline void append_varint(std::string& out, std::uint64_t value) {
    for (; value >= 128; value >>= 7)
        out += static_cast<char>(static_cast<unsigned char>(value | 128));
    out += static_cast<char>(static_cast<unsigned char>(value));
}

/// Removes a number from the front; nullopt if there is none, or one above 32 bits.
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

/// "1,234,567".
inline std::string grouped_digits(std::uint64_t n) {
    std::string digits = std::to_string(n);
    for (std::size_t i = digits.size(); i > 3; i -= 3)
        digits.insert(i - 3, ",");
    return digits;
}

/// "1 document", "1,234 documents".
inline std::string counted(std::uint64_t n, std::string_view singular) {
    return grouped_digits(n).append(" ").append(singular).append(n == 1 ? "" : "s");
}

}  // namespace descry

#endif  // DESCRY_HASHING_CODING_H
