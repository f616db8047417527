#include <array>
#include <bit>
#include <random>
#include <vector>

// Most of what is hashed is short: a call would take as long.
#define XXH_INLINE_ALL
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
// At -Og gcc cannot inline all that XXH3 says must be.
#define XXH_NO_INLINE_HINTS 1
#endif
#include <xxhash.h>

#include <descry/hashing/hash.h>

namespace descry {

namespace {

constexpr char HEX_DIGITS[] = "0123456789abcdef";
constexpr char BASE64URL_DIGITS[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

// RFC 4648, section 5, without padding.
std::string base64url(std::span<const unsigned char> bytes) {
    std::string out;
    out.reserve((bytes.size() * 4 + 2) / 3);
    std::uint32_t bits = 0;
    unsigned held = 0;
    for (const unsigned char byte : bytes) {
        bits = (bits << 8) | byte;
        held += 8;
        while (held >= 6) {
            held -= 6;
            out += BASE64URL_DIGITS[(bits >> held) & 63];
        }
    }
    if (held > 0) out += BASE64URL_DIGITS[(bits << (6 - held)) & 63];
    return out;
}

using Secret = std::array<std::uint32_t, XXH3_SECRET_DEFAULT_SIZE / sizeof(std::uint32_t)>;

Secret draw_secret() {
    std::random_device random;
    Secret secret;
    for (std::uint32_t& part : secret)
        part = random();
    return secret;
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
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data(), bytes.size()));
    return base64url(std::span(canonical.digest).first(10));
}

std::string to_hex(std::string_view bytes) {
    std::string out;
    out.reserve(bytes.size() * 2);
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        out += HEX_DIGITS[byte >> 4];
        out += HEX_DIGITS[byte & 15];
    }
    return out;
}

std::string to_hex(std::uint64_t value) {
    std::string out(16, '0');
    for (std::size_t i = 16; i-- > 0; value >>= 4)
        out[i] = HEX_DIGITS[value & 15];
    return out;
}

}  // namespace descry
