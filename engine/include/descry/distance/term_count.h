/** @file term_count.h
 *  @brief A term of one document and how often it stands there.
 */
#ifndef DESCRY_DISTANCE_TERM_COUNT_H
#define DESCRY_DISTANCE_TERM_COUNT_H

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace descry {

/// A view: valid as long as whoever gave it keeps the bytes.
struct TermCount {
    std::string_view term;
    std::uint32_t wdf = 0;
};

/// The sum of the wdf of @a terms: a document's body length, at most 2^32 - 1.
std::uint32_t body_length_of(std::span<const TermCount> terms);

/// Makes @a hashes the hash64() of each of @a terms, in their order. A vector that is passed again
/// and again is not allocated again.
void hash_terms(std::span<const TermCount> terms, std::vector<std::uint64_t>& hashes);

/// Distinguishes terms for which somebody constructed equal hash64() values: 32 bits of
/// secret_hash(), which nobody outside this process can predict.
using TermMark = std::uint32_t;
TermMark mark_of(std::string_view term);

/// The mark of a term of this secret_hash().
constexpr TermMark mark_of_secret(std::uint64_t secret_hash) {
    return static_cast<TermMark>(secret_hash);
}

/// Makes @a marks those of each of @a terms, as hash_terms() does.
void mark_terms(std::span<const TermCount> terms, std::vector<TermMark>& marks);

/// The sum, or 2^32 - 1 where it is above that: a body length as body_length_of() has it.
constexpr std::uint32_t saturated_sum(std::uint32_t a, std::uint32_t b) {
    constexpr std::uint32_t MOST = std::numeric_limits<std::uint32_t>::max();
    return b > MOST - a ? MOST : a + b;
}

}  // namespace descry

#endif  // DESCRY_DISTANCE_TERM_COUNT_H
