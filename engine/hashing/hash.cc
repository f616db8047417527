#include <array>
#include <bit>
#include <random>

// Most of what is hashed is short: a call would take as long.
#define XXH_INLINE_ALL
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
// At -Og gcc cannot inline all that XXH3 says must be.
#define XXH_NO_INLINE_HINTS 1
#endif
#include <nettle/base16.h>
#include <nettle/base64.h>
#include <nettle/md5.h>
#include <xxhash.h>

#include <descry/hashing/coding.h>
#include <descry/hashing/hash.h>

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
    base64_encode_ctx encoder;
    base64url_encode_init(&encoder);
    std::string out(BASE64_ENCODE_RAW_LENGTH(HASH_BYTES), '\0');
    const std::size_t size =
        base64_encode_update(&encoder, out.data(), HASH_BYTES, canonical.digest);
    base64_encode_final(&encoder, out.data() + size);
    out.resize((HASH_BYTES * 8 + 5) / 6);  // without padding
    return out;
}

Md5Digest md5(std::string_view bytes) {
    md5_ctx context;
    md5_init(&context);
    md5_update(&context, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
    Md5Digest digest;
    md5_digest(&context, digest.size(), digest.data());
    return digest;
}

std::string to_hex(std::string_view bytes) {
    std::string out(BASE16_ENCODE_LENGTH(bytes.size()), '\0');
    base16_encode_update(out.data(), bytes.size(),
                         reinterpret_cast<const std::uint8_t*>(bytes.data()));
    return out;
}

std::string to_hex(std::uint64_t value) {
    std::string bytes;
    append_big_endian(bytes, value, sizeof value);
    return to_hex(bytes);
}

}  // namespace descry
