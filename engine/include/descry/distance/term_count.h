/** @file term_count.h
 *  @brief A term of a document and its count.
 */
#ifndef DESCRY_DISTANCE_TERM_COUNT_H
#define DESCRY_DISTANCE_TERM_COUNT_H

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace descry {

/// A view: valid as long as the owner keeps the bytes.
struct TermCount {
    std::string_view term;
    std::uint32_t wdf = 0;
};

/// The sum of the wdf of @a terms: a document's body length, at most 2^32 - 1.
std::uint32_t body_length_of(std::span<const TermCount> terms);

/// Sets @a hashes to hash64() of each of @a terms, in order, reusing its memory.
void hash_terms(std::span<const TermCount> terms, std::vector<std::uint64_t>& hashes);

/// Distinguishes terms crafted to have equal hash64() values: 32 bits of secret_hash(), which
/// cannot be predicted outside this process.
using TermMark = std::uint32_t;
TermMark mark_of(std::string_view term);

/// The mark of a term with this secret_hash().
constexpr TermMark mark_of_secret(std::uint64_t secret_hash) {
    return static_cast<TermMark>(secret_hash);
}

/// Sets @a marks to the mark of each of @a terms, in order.
void mark_terms(std::span<const TermCount> terms, std::vector<TermMark>& marks);

/// The sum, capped at 2^32 - 1 like body_length_of().
constexpr std::uint32_t saturated_sum(std::uint32_t a, std::uint32_t b) {
    constexpr std::uint32_t MOST = std::numeric_limits<std::uint32_t>::max();
    return b > MOST - a ? MOST : a + b;
}

}  // namespace descry

#endif  // DESCRY_DISTANCE_TERM_COUNT_H
