#include <array>
#include <bit>
#include <iterator>
#include <random>

// Most hashed strings are short: a call would take as long as the hash.
#define XXH_INLINE_ALL
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
// At -Og gcc cannot inline all that XXH3 forces.
#define XXH_NO_INLINE_HINTS 1
#endif
#include <boost/algorithm/hex.hpp>
#include <md5.h>
#include <sha2.h>
#include <xxhash.h>

#include <descry/hashing/hash.h>

#include "engine/hashing/coding.h"

namespace descry {

namespace {

using Secret = std::array<std::uint32_t, XXH3_SECRET_DEFAULT_SIZE / sizeof(std::uint32_t)>;

Secret draw_secret() {
    std::random_device random;
    Secret secret;
    for (std::uint32_t& part : secret)
        part = random();
    return secret;
}

// RFC 4648, sections 4 and 5.
constexpr std::string_view BASE64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view BASE64URL =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

// Without padding.
std::string in_digits(std::string_view bytes, std::string_view digits) {
    std::string out;
    std::uint32_t held = 0;
    unsigned bits = 0;  // of `held`, not written yet
    for (const char byte : bytes) {
        held = held << 8 | static_cast<std::uint8_t>(byte);
        for (bits += 8; bits >= 6; bits -= 6)
            out += digits[held >> (bits - 6) & 63];
    }
    if (bits > 0) out += digits[held << (6 - bits) & 63];
    return out;
}

}  // namespace

std::uint64_t hash64(std::string_view bytes, std::uint64_t seed) {
    return XXH64(bytes.data(), bytes.size(), seed);
}

struct Hash64Stream::State : XXH64_state_t {};

void Hash64Stream::Free::operator()(State* state) const {
    delete state;
}

Hash64Stream::Hash64Stream(std::uint64_t seed) : state_(new State()) {
    XXH64_reset(state_.get(), seed);
}

void Hash64Stream::add(std::string_view bytes) {
    XXH64_update(state_.get(), bytes.data(), bytes.size());
}

std::uint64_t Hash64Stream::value() const {
    return XXH64_digest(state_.get());
}

std::uint64_t hash64_list(std::span<const std::uint64_t> values, std::uint64_t seed) {
    static_assert(std::endian::native == std::endian::little,
                  "lists are hashed as little-endian bytes");
    return XXH64(values.data(), values.size_bytes(), seed);
}

std::uint64_t secret_hash(std::string_view bytes) {
    static const Secret secret = draw_secret();
    return XXH3_64bits_withSecret(bytes.data(), bytes.size(), secret.data(), sizeof(secret));
}

std::string hash80_base64url(std::string_view bytes) {
    constexpr std::size_t HASH_BYTES = 10;
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data(), bytes.size()));
    return in_digits({reinterpret_cast<const char*>(canonical.digest), HASH_BYTES}, BASE64URL);
}

Md5Digest md5(std::string_view bytes) {
    MD5_CTX context;
    MD5Init(&context);
    MD5Update(&context, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    Md5Digest digest;
    MD5Final(digest.data(), &context);
    return digest;
}

std::string sha256_base64(std::string_view bytes) {
    SHA2_CTX context;
    SHA256Init(&context);
    SHA256Update(&context, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    std::array<std::uint8_t, SHA256_DIGEST_LENGTH> digest;
    SHA256Final(digest.data(), &context);
    return in_digits({reinterpret_cast<const char*>(digest.data()), digest.size()}, BASE64) + "=";
}

std::string to_hex(std::string_view bytes) {
    std::string out;
    out.reserve(2 * bytes.size());
    boost::algorithm::hex_lower(bytes, std::back_inserter(out));
    return out;
}

std::string to_hex(std::uint64_t value) {
    std::string bytes;
    append_big_endian(bytes, value, sizeof value);
    return to_hex(bytes);
}

}  // namespace descry
