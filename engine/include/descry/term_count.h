/** @file term_count.h
 *  @brief A term of one document and how often it stands there.
 */
#ifndef DESCRY_TERM_COUNT_H
#define DESCRY_TERM_COUNT_H

#include <cstdint>
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

}  // namespace descry

#endif  // DESCRY_TERM_COUNT_H
