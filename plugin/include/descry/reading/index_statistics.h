/** @file index_statistics.h
 *  @brief What a whole index says, read from its posting lists: body lengths, content hashes,
 * statistics.
 *
 *  Nothing here opens a document's text or its term list.
 */
#ifndef DESCRY_READING_INDEX_STATISTICS_H
#define DESCRY_READING_INDEX_STATISTICS_H

#include <cstdint>
#include <memory>
#include <vector>

#include <xapian.h>

#include <descry/mechanics/progress.h>
#include <descry/model/term_statistics.h>
#include <descry/model/word_statistics.h>
#include <descry/schema/body_terms.h>

namespace descry {

class ForwardIndex;

/// How an index is read.
struct ReadOptions {
    DatabaseOpener open;
    TermSpace space;
    /// Threads, each with its own handle. The results do not depend on it.
    unsigned threads = 1;
    Progress progress;
    /// Where the body terms of documents are read from; absent: from the index.
    std::shared_ptr<const ForwardIndex> term_lists = nullptr;
};

/// Body lengths by docid, 0 for documents without body terms and for docids without a document.
using BodyLengths = std::vector<std::uint32_t>;

/// The body length of every document.
///
/// Where the lengths that Xapian keeps are made of body terms alone, they are taken from there
/// (56 million documents a second); otherwise all body postings are read (42-60 million a second a
/// thread). Memory: 4 bytes a docid.
BodyLengths read_body_lengths(const ReadOptions& options);

/// A document's content as a number: equal bags of words give equal numbers, whatever program wrote
/// them and in whatever order they are read.
struct DocumentContents {
    BodyLengths lengths;
    /// The sum, modulo 2^64, of a 64-bit hash of each (term, wdf): additive, so that posting lists
    /// give it without opening a term list.
    std::vector<std::uint64_t> hashes;
};

/// The hash of one (term, wdf): what DocumentContents::hashes sums up.
/// @param term_hash hash64(term)
std::uint64_t content_hash_part(std::uint64_t term_hash, std::uint32_t wdf);

/// Body lengths and content hashes of every document, in one pass over all body postings.
/// Memory: 12 bytes a docid.
DocumentContents read_document_contents(const ReadOptions& options);

/// The documents that greedy selection looks at: the SELECTION_SAMPLE smallest by (content hash,
/// docid) of those with at least @a min_body_length terms, ascending by docid. The bottom of a hash
/// order is the same for any split of the collection into shards.
std::vector<Xapian::docid> sample_documents(const DocumentContents& contents,
                                            std::uint32_t min_body_length);

/// Which words may be chosen and with which threshold.
struct CandidateOptions {
    std::uint32_t min_body_length = 30;
    double change = SMALL_CHANGE;
    ThresholdLimits limits;
};

/// The statistics of the collection: documents of at least @a min_body_length body terms.
CollectionStatistics collection_statistics(const BodyLengths& lengths,
                                           std::uint32_t min_body_length);

/// The statistics that words and stable terms are chosen from: every word that may become
/// descriptive, with its histogram, its thresholds with modelled flip rates and the sampled
/// documents that hold it; and the number of documents of every term that stands in at least four.
/// Cost: one pass over the postings of these terms, and the evaluation of up to nine thresholds a
/// word. Memory: 3 bytes a docid and the terms.
WordsAndSample read_words(const ReadOptions& options, const BodyLengths& lengths,
                          std::span<const Xapian::docid> sample,
                          const CollectionStatistics& collection,
                          const CandidateOptions& candidates);

}  // namespace descry

#endif  // DESCRY_READING_INDEX_STATISTICS_H
