/** @file forward_words.h
 *  @brief The statistics of all words, counted from a copy of the term lists.
 */
#ifndef DESCRY_ENGINE_COLLECTION_FORWARD_WORDS_H
#define DESCRY_ENGINE_COLLECTION_FORWARD_WORDS_H

#include <cstdint>
#include <span>

#include "engine/collection/forward_index.h"
#include "engine/model/word_statistics.h"

namespace descry {

/// Postings of words that one thread counts at once, 2 bytes each.
inline constexpr std::uint64_t CELLS_AT_ONCE = std::uint64_t{16} << 20;

/// Collection::count_words() of a copy.
/// Cost: two passes over the copy, one after the other for each block of documents.
/// Memory: 3 bytes a document, half a byte a term, 4 bytes a term of candidates' least number of
/// documents, 32 MiB a thread, and what is returned.
/// @pre lists.is_whole()
WordsAndSample count_forward_words(const ForwardIndex& lists, const BodyLengths& lengths,
                                   std::span<const DocumentNumber> sample,
                                   const CollectionStatistics& collection,
                                   const CandidateOptions& candidates,
                                   std::uint64_t cells_at_once = CELLS_AT_ONCE);

}  // namespace descry

#endif  // DESCRY_ENGINE_COLLECTION_FORWARD_WORDS_H
