/** @file forward_words.h
 *  @brief Counts the statistics of all words in a copy of the term lists.
 */
#ifndef DESCRY_ENGINE_COLLECTION_FORWARD_WORDS_H
#define DESCRY_ENGINE_COLLECTION_FORWARD_WORDS_H

#include <cstdint>
#include <span>

#include "engine/collection/forward_index.h"
#include "engine/model/word_statistics.h"

namespace descry {

/// Postings that one thread counts at once, 2 bytes each.
inline constexpr std::uint64_t CELLS_AT_ONCE = std::uint64_t{16} << 20;

/// CountedCollection::count_words() for a copy. Cost: two passes over the copy. Memory: 3 bytes per
/// document, half a byte per term, 4 bytes per term that has the candidates' least number of
/// documents, 32 MiB per thread, and the result.
/// @pre lists.is_whole()
WordsAndSample count_forward_words(const ForwardIndex& lists, const BodyLengths& lengths,
                                   std::span<const DocumentNumber> sample,
                                   const CollectionStatistics& collection,
                                   const CandidateOptions& candidates,
                                   std::uint64_t cells_at_once = CELLS_AT_ONCE);

}  // namespace descry

#endif  // DESCRY_ENGINE_COLLECTION_FORWARD_WORDS_H
