#include "engine/hashing/rabin.h"

#include <bit>
#include <string>

#include <gtest/gtest.h>

#include "tests/engine/random_seed.h"

namespace descry {
namespace {

// The remainder, bit by bit.
std::uint64_t remainder_of(const std::string& bytes) {
    std::uint64_t value = 0;
    for (const char c : bytes) {
        for (unsigned bit = 8; bit-- > 0;) {
            value = value << 1 | ((static_cast<unsigned char>(c) >> bit) & 1);
            if (value >> RABIN_BITS != 0) value ^= RABIN_POLYNOMIAL;
        }
    }
    return value;
}

TEST(Rabin, IsTheRemainder) {
    DESCRY_RANDOM(generator);
    const RabinFingerprinter rabin;
    for (std::size_t size = 0; size < 200; ++size) {
        std::string bytes(size, '\0');
        for (char& byte : bytes)
            byte = static_cast<char>(generator());
        ASSERT_EQ(rabin.fingerprint(bytes), remainder_of(bytes)) << size;
    }
}

// Computed apart, in Python.
TEST(Rabin, PinnedValues) {
    const RabinFingerprinter rabin;
    EXPECT_EQ(rabin.fingerprint(""), 0u);
    EXPECT_EQ(rabin.fingerprint("abc"), 0x616263u);
    EXPECT_EQ(rabin.fingerprint("the tide gauge showed three metres"), 0xa8ec8ee5bafeu);
    EXPECT_EQ(rabin.fingerprint(std::string("\1\0\0\0\0\0\0", 7)), 0x2d2ef88a469du);
    EXPECT_TRUE(is_kept_by_broder(32));
    EXPECT_FALSE(is_kept_by_broder(33));
}

// Rabin's test: of degree n, x^(2^n) = x, and x^(2^(n/q)) - x has no divisor in common with it for
// every prime q that divides n.
TEST(Rabin, ThePolynomialIsIrreducible) {
    const auto times = [](std::uint64_t a, std::uint64_t b) {
        std::uint64_t product = 0;
        for (; b != 0; b >>= 1) {
            if ((b & 1) != 0) product ^= a;
            a <<= 1;
            if (a >> RABIN_BITS != 0) a ^= RABIN_POLYNOMIAL;
        }
        return product;
    };
    const auto power = [&](unsigned squarings) {
        std::uint64_t x = 2;
        for (unsigned i = 0; i < squarings; ++i)
            x = times(x, x);
        return x;
    };
    const auto common_divisor = [](std::uint64_t a, std::uint64_t b) {
        while (b != 0) {
            while (a != 0 && std::bit_width(a) >= std::bit_width(b))
                a ^= b << (std::bit_width(a) - std::bit_width(b));
            std::swap(a, b);
        }
        return a;
    };
    EXPECT_EQ(power(RABIN_BITS), 2u);
    EXPECT_EQ(common_divisor(RABIN_POLYNOMIAL, power(RABIN_BITS / 2) ^ 2), 1u);
    EXPECT_EQ(common_divisor(RABIN_POLYNOMIAL, power(RABIN_BITS / 3) ^ 2), 1u);
}

// A sixteenth of all strings is kept.
TEST(Rabin, KeepsASixteenth) {
    DESCRY_RANDOM(generator);
    const RabinFingerprinter rabin;
    unsigned kept = 0;
    constexpr unsigned TRIALS = 16000;
    for (unsigned i = 0; i < TRIALS; ++i) {
        const std::string text = "word " + std::to_string(generator()) + " word";
        kept += is_kept_by_broder(rabin.fingerprint(text)) ? 1u : 0u;
    }
    // Five standard deviations of sqrt(16000 / 16 * 15 / 16).
    EXPECT_NEAR(kept, TRIALS / 16, 5 * 30.7);
}

}  // namespace
}  // namespace descry
