/** @file word_counts.h
 *  @brief The statistics of all words, counted from the copy of the term lists.
 */
#ifndef DESCRY_PLUGIN_READING_WORD_COUNTS_H
#define DESCRY_PLUGIN_READING_WORD_COUNTS_H

#include <cstdint>
#include <span>

#include <xapian.h>

#include <descry/reading/index_statistics.h>

namespace descry {

/// Occurrences of words that are counted in one pass, 2 bytes each.
inline constexpr std::uint64_t CELLS_AT_ONCE = std::uint64_t{16} << 20;

/// What read_words() reads from posting lists.
/// Cost: two passes over the copy, one more for each CELLS_AT_ONCE postings of candidate words.
/// Memory: 3 bytes a docid, 8 a term, 32 MiB, and what is returned.
/// @pre read.term_lists is whole
WordsAndSample count_words(const ReadOptions& read, const BodyLengths& lengths,
                           std::span<const Xapian::docid> sample,
                           const CollectionStatistics& collection,
                           const CandidateOptions& candidates,
                           std::uint64_t cells_at_once = CELLS_AT_ONCE);

}  // namespace descry

#endif  // DESCRY_PLUGIN_READING_WORD_COUNTS_H
