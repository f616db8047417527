/** @file hash.h
 *  @brief The pinned hash functions behind everything stored.
 *
 *  XXH64 and XXH3-128 (xxHash 0.8, whose outputs are frozen). Integers are hashed as little-endian
 *  bytes, so values are equal on every machine. Seeds are public and collisions can be crafted:
 *  equality that must hold is decided by bytes or by secret_hash(). What stored keys rely on:
 *  docs/stored-format.md.
 */
#ifndef DESCRY_HASHING_HASH_H
#define DESCRY_HASHING_HASH_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace descry {

/// Seed of every hash unless a model has another: the year of Ilyinsky et al.'s paper.
inline constexpr std::uint64_t DEFAULT_HASH_SEED = 2002;

/// XXH64 of @a bytes. A term's hash is hash64(term, model seed).
std::uint64_t hash64(std::string_view bytes, std::uint64_t seed = DEFAULT_HASH_SEED);

/// hash64() of bytes given in pieces.
class Hash64Stream {
  public:
    explicit Hash64Stream(std::uint64_t seed = DEFAULT_HASH_SEED);

    void add(std::string_view bytes);

    /// The hash of all bytes so far; more may follow.
    std::uint64_t value() const;

  private:
    struct State;  // xxHash's own
    struct Free {
        void operator()(State* state) const;
    };
    std::unique_ptr<State, Free> state_;
};

/// XXH64 of a list: its elements concatenated as 8-byte little-endian integers.
std::uint64_t hash64_list(std::span<const std::uint64_t> values,
                          std::uint64_t seed = DEFAULT_HASH_SEED);

/// A hash under a secret that this process draws at random: outsiders cannot aim at a value or a
/// collision. For tables in memory; never store or print it, as the secret differs in each run.
std::uint64_t secret_hash(std::string_view bytes);

/// For tables whose keys are already hashes.
struct HashOfHash {
    using is_avalanching = void;  // Boost's name for "needs no mixing"
    std::size_t operator()(std::uint64_t hash) const { return hash; }
};

/// The first 10 bytes (80 bits) of the canonical XXH3-128 of @a bytes, as 14 characters of
/// base64url: printable, safe in XML and Omega templates, and short enough for the small-string
/// optimisation, which collapse keys benefit from (docs/stored-format.md).
std::string hash80_base64url(std::string_view bytes);

/// A 128-bit MD5 digest in printing order, as in Solr's signatures.
using Md5Digest = std::array<std::uint8_t, 16>;

/// MD5 (RFC 1321) of @a bytes. Cost: 400-700 MB/s.
Md5Digest md5(std::string_view bytes);

inline std::string_view as_bytes(const Md5Digest& digest) {
    return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

/// SHA-256 of @a bytes in base64 (RFC 4648, section 4), as browsers compare it.
std::string sha256_base64(std::string_view bytes);

/// Lower-case hexadecimal, two characters per byte.
std::string to_hex(std::string_view bytes);

/// @a value as 16 lower-case hexadecimal characters, most significant first.
std::string to_hex(std::uint64_t value);

}  // namespace descry

#endif  // DESCRY_HASHING_HASH_H
