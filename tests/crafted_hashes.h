/** @file crafted_hashes.h
 *  @brief Words and values of wanted hashes, as somebody makes them who wants documents to be taken
 *         for others: XXH64 of 16 bytes can be computed backwards.
 */
#ifndef DESCRY_TESTS_CRAFTED_HASHES_H
#define DESCRY_TESTS_CRAFTED_HASHES_H

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include <descry/hashing/hash.h>

namespace descry::testing {

namespace xxh64 {

constexpr std::uint64_t P1 = 0x9e3779b185ebca87u;
constexpr std::uint64_t P2 = 0xc2b2ae3d27d4eb4fu;
constexpr std::uint64_t P3 = 0x165667b19e3779f9u;
constexpr std::uint64_t P4 = 0x85ebca77c2b2ae63u;
constexpr std::uint64_t P5 = 0x27d4eb2f165667c5u;

/// What an odd factor is multiplied by to give 1, modulo 2^64.
constexpr std::uint64_t inverse(std::uint64_t odd) {
    std::uint64_t x = odd;
    for (int i = 0; i < 6; ++i)
        x *= 2 - odd * x;
    return x;
}

/// The x of which x ^ (x >> shift) is @a y.
constexpr std::uint64_t unshifted(std::uint64_t y, unsigned shift) {
    std::uint64_t x = y;
    for (unsigned known = shift; known < 64; known += shift)
        x = y ^ (x >> shift);
    return x;
}

}  // namespace xxh64

/// The eight bytes that have to follow @a eight so that hash64() of both is @a hash.
inline std::string bytes_to_follow(std::string_view eight, std::uint64_t hash) {
    using namespace xxh64;
    const auto round = [](std::uint64_t k) { return std::rotl(k * P2, 31) * P1; };
    std::uint64_t first = 0;
    std::memcpy(&first, eight.data(), 8);
    const std::uint64_t before =
        std::rotl((DEFAULT_HASH_SEED + P5 + 16) ^ round(first), 27) * P1 + P4;
    std::uint64_t after = unshifted(hash, 32) * inverse(P3);
    after = unshifted(after, 29) * inverse(P2);
    after = unshifted(after, 33);
    const std::uint64_t rounded = std::rotr((after - P4) * inverse(P1), 27) ^ before;
    const std::uint64_t last = std::rotr(rounded * inverse(P1), 31) * inverse(P2);
    std::string bytes(8, '\0');
    std::memcpy(bytes.data(), &last, 8);
    return bytes;
}

/// A term of 16 bytes with this hash64(), without white space: one of some three that are tried,
/// another one for each @a number.
inline std::string word_of_hash(std::uint64_t hash, std::uint64_t number = 0) {
    constexpr std::string_view CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
    const auto is_word = [](std::string_view bytes) {
        for (const char c : bytes) {
            if (static_cast<unsigned char>(c) <= ' ') return false;
        }
        return true;
    };
    for (std::uint64_t i = number << 32;; ++i) {
        std::string first;
        for (std::uint64_t left = i; first.size() < 8; left /= CHARACTERS.size())
            first += CHARACTERS[left % CHARACTERS.size()];
        const std::string last = bytes_to_follow(first, hash);
        if (is_word(last)) return first + last;
    }
}

/// The hash64() of a word that adds @a part to the content hash of a document it stands in once:
/// content_hash_part() backwards.
inline std::uint64_t hash_of_bag_part(std::uint64_t part) {
    using namespace xxh64;
    std::uint64_t x = unshifted(part, 31) * inverse(0x94d049bb133111ebu);
    x = unshifted(x, 27) * inverse(0xbf58476d1ce4e5b9u);
    return unshifted(x, 30) ^ 0x9e3779b97f4a7c15u;
}

}  // namespace descry::testing

#endif  // DESCRY_TESTS_CRAFTED_HASHES_H
