#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/hashing/hash.h>

#include "tests/crafted_hashes.h"
#include "tests/engine/random_seed.h"

namespace descry {
namespace {

using namespace std::string_literals;

// RFC 1321, appendix A.5.
TEST(Md5, VectorsOfTheRfc) {
    const auto hex = [](std::string_view text) { return to_hex(as_bytes(md5(text))); };
    EXPECT_EQ(hex(""), "d41d8cd98f00b204e9800998ecf8427e");
    EXPECT_EQ(hex("a"), "0cc175b9c0f1b6a831c399e269772661");
    EXPECT_EQ(hex("abc"), "900150983cd24fb0d6963f7d28e17f72");
    EXPECT_EQ(hex("message digest"), "f96b697d7cb7938d525a2f31aaf161d0");
    EXPECT_EQ(hex("abcdefghijklmnopqrstuvwxyz"), "c3fcd3d76192e4007dfb496cca67e13b");
    EXPECT_EQ(hex("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"),
              "d174ab98d277d9f5a5611c2c9f419d9f");
    EXPECT_EQ(hex("1234567890123456789012345678901234567890"
                  "1234567890123456789012345678901234567890"),
              "57edf4a22be3c955ac49da2e2107b67a");
}

TEST(SecretHash, IsEqualForEqualBytesInOneProcess) {
    EXPECT_EQ(secret_hash("tides"), secret_hash("tides"s));
    const std::string crafted = testing::word_of_hash(hash64("tides"));
    EXPECT_EQ(hash64(crafted), hash64("tides"));
    EXPECT_NE(secret_hash(crafted), secret_hash("tides"));
    EXPECT_NE(secret_hash(""), hash64(""));
}

// Seed 0: the values published with XXH64. Seed 2002: computed by another program, written from
// XXH64's specification.
TEST(Hash64, IsXxh64) {
    EXPECT_EQ(hash64("", 0), 0xef46db3751d8e999u);
    EXPECT_EQ(hash64("a", 0), 0xd24ec4f1a98c6e5bu);
    EXPECT_EQ(hash64("abc", 0), 0x44bc2cf5ad770999u);
    EXPECT_EQ(hash64(""), 0x27b74369a2984cfeu);
    EXPECT_EQ(hash64("a"), 0xc257b86fb8a69461u);
    EXPECT_EQ(hash64("The quick brown fox jumps over the lazy dog"), 0x03c8d753351987ebu);
    EXPECT_EQ(hash64("a"), hash64("a", 2002));
}

TEST(Hash64List, IsTheHashOfLittleEndianBytes) {
    const std::vector<std::uint64_t> golden = {1, std::uint64_t{1} << 63, 0x0123456789abcdef};
    EXPECT_EQ(hash64_list(golden), 0x0521a44f418678f1u);
    EXPECT_EQ(hash64_list({}), hash64(""));

    DESCRY_RANDOM(random);
    for (std::size_t size = 0; size < 40; ++size) {
        std::vector<std::uint64_t> values(size);
        std::string bytes;
        for (std::uint64_t& value : values) {
            value = random();
            for (unsigned shift = 0; shift < 64; shift += 8)
                bytes += static_cast<char>(static_cast<unsigned char>(value >> shift));
        }
        const std::uint64_t seed = random();
        ASSERT_EQ(hash64_list(values, seed), hash64(bytes, seed));
    }
}

// XXH3-128's published values, 99aa06d3014798d86001c324468d497f for nothing,
// a96faf705af16834e6c6... for "a" and 06b05ab6733a618578af... for "abc", as python3's base64 writes
// their first 10 bytes. The last pins what databases hold.
TEST(Hash80, Base64UrlOfTheCanonicalHash) {
    EXPECT_EQ(hash80_base64url(""), "maoG0wFHmNhgAQ");
    EXPECT_EQ(hash80_base64url("a"), "qW-vcFrxaDTmxg");
    EXPECT_EQ(hash80_base64url("abc"), "BrBatnM6YYV4rw");
    EXPECT_EQ(hash80_base64url("\0\0"s), "R1jdrF-e6TgzJQ");
}

// FIPS 180-4's examples, as `openssl dgst -sha256 -binary | base64` prints them.
TEST(Hash, Sha256InBase64) {
    EXPECT_EQ(sha256_base64(""), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    EXPECT_EQ(sha256_base64("abc"), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
}

TEST(Hash80, IsFourteenPrintableCharacters) {
    DESCRY_RANDOM(random);
    std::string seen;
    for (int i = 0; i < 2000; ++i) {
        const std::string key = hash80_base64url(std::to_string(random()));
        ASSERT_EQ(key.size(), 14u);
        seen += key;
    }
    // Both characters in which base64url differs from base64 occur, and none of base64's own.
    EXPECT_NE(seen.find('-'), std::string::npos);
    EXPECT_NE(seen.find('_'), std::string::npos);
    EXPECT_EQ(
        seen.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"),
        std::string::npos);
}

TEST(ToHex, BytesAndNumbers) {
    EXPECT_EQ(to_hex(std::string_view()), "");
    EXPECT_EQ(to_hex("\x00\x7f\x80\xff"s), "007f80ff");
    EXPECT_EQ(to_hex(std::uint64_t{0}), "0000000000000000");
    EXPECT_EQ(to_hex(std::uint64_t{0x0123456789abcdef}), "0123456789abcdef");
}

}  // namespace
}  // namespace descry
