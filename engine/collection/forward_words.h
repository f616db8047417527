/** @file forward_words.h
 *  @brief The statistics of all words, counted from a copy of the term lists.
 */
#ifndef DESCRY_ENGINE_COLLECTION_FORWARD_WORDS_H
#define DESCRY_ENGINE_COLLECTION_FORWARD_WORDS_H

#include <cstdint>
#include <span>

#include <descry/collection/forward_index.h>

namespace descry {

/// Occurrences of words that are counted in one pass, 2 bytes each.
inline constexpr std::uint64_t CELLS_AT_ONCE = std::uint64_t{16} << 20;

/// Collection::count_words() of a copy.
/// Cost: two passes over the copy, one more for each CELLS_AT_ONCE postings of candidate words.
/// Memory: 3 bytes a document, 8 a term, 32 MiB, and what is returned.
/// @pre lists.is_whole()
WordsAndSample count_forward_words(const ForwardIndex& lists, const BodyLengths& lengths,
                                   std::span<const DocumentNumber> sample,
                                   const CollectionStatistics& collection,
                                   const CandidateOptions& candidates,
                                   std::uint64_t cells_at_once = CELLS_AT_ONCE);

}  // namespace descry

#endif  // DESCRY_ENGINE_COLLECTION_FORWARD_WORDS_H
