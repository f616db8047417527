#include "engine/solr/lookup3.h"

#include <bit>

namespace descry {

namespace {

constexpr std::uint32_t START = 0xdeadbeef;

// As Java adds a negative int to a long: the upper half loses one.
std::uint64_t sign_extended(std::uint32_t word) {
    return static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(word)});
}

}  // namespace

Lookup3Hash::Lookup3Hash(std::uint64_t seed) {
    words_.fill(START + static_cast<std::uint32_t>(seed));
    words_[2] += static_cast<std::uint32_t>(seed >> 32);
}

void Lookup3Hash::mix() {
    auto& [a, b, c] = words_;
    a -= c, a ^= std::rotl(c, 4), c += b;
    b -= a, b ^= std::rotl(a, 6), a += c;
    c -= b, c ^= std::rotl(b, 8), b += a;
    a -= c, a ^= std::rotl(c, 16), c += b;
    b -= a, b ^= std::rotl(a, 19), a += c;
    c -= b, c ^= std::rotl(b, 4), b += a;
}

std::uint64_t Lookup3Hash::value() const {
    auto [a, b, c] = words_;
    if (pending_ > 0) {
        c ^= b, c -= std::rotl(b, 14);
        a ^= c, a -= std::rotl(c, 11);
        b ^= a, b -= std::rotl(a, 25);
        c ^= b, c -= std::rotl(b, 16);
        a ^= c, a -= std::rotl(c, 4);
        b ^= a, b -= std::rotl(a, 14);
        c ^= b, c -= std::rotl(b, 24);
    }
    return sign_extended(c) + (std::uint64_t{b} << 32);
}

}  // namespace descry
