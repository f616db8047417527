/** @file md5.h
 *  @brief MD5 of bytes: the digest that Solr's signatures are made of.
 */
#ifndef DESCRY_HASHING_MD5_H
#define DESCRY_HASHING_MD5_H

#include <array>
#include <cstdint>
#include <string_view>

namespace descry {

/// A 128-bit MD5 digest, in the order in which it is printed.
using Md5Digest = std::array<std::uint8_t, 16>;

/// MD5 (RFC 1321) of @a bytes. Cost: 400-700 MB/s.
Md5Digest md5(std::string_view bytes);

/// The digest's 16 bytes, as they are hashed into a slot key.
inline std::string_view as_bytes(const Md5Digest& digest) {
    return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

}  // namespace descry

#endif  // DESCRY_HASHING_MD5_H
