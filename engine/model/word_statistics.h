/** @file word_statistics.h
 *  @brief All that words and thresholds are chosen from: sums over the documents of a collection.
 */
#ifndef DESCRY_MODEL_WORD_STATISTICS_H
#define DESCRY_MODEL_WORD_STATISTICS_H

#include <cstdint>
#include <string>
#include <vector>

#include <descry/model/term_statistics.h>

#include "engine/model/thresholds.h"

namespace descry {

/// Sampled documents at most (K): positions in the sample fit 16 bits, memory is bounded.
inline constexpr std::size_t SELECTION_SAMPLE = 16384;

/// A word in a document of the sample.
struct SampleOccurrence {
    /// The document's place in the sample.
    std::uint16_t position = 0;
    std::uint32_t wdf = 0;

    friend bool operator==(const SampleOccurrence&, const SampleOccurrence&) = default;
};

/// What is known of one word that may become descriptive.
struct WordStatistics {
    std::string term;
    TermHistogram histogram;
    /// Ascending by position.
    std::vector<SampleOccurrence> sample;
    /// The thresholds to choose from, ascending, with their flip rates: modelled first, learned
    /// later.
    std::vector<Threshold> thresholds;
};

/// A term and the documents that hold it.
struct TermFrequency {
    std::string term;
    std::uint64_t documents = 0;
};

/// The statistics of a collection. Those of its shards add up to them (docs/commands/stats.md).
struct WordsAndSample {
    CollectionStatistics collection;
    /// Body lengths of the sampled documents, by position.
    std::vector<std::uint32_t> sample_lengths;
    /// Words that may become descriptive, ascending by term.
    std::vector<WordStatistics> words;
    /// All terms that are frequent enough for the table of stable terms, ascending by term.
    std::vector<TermFrequency> frequencies;
};

}  // namespace descry

#endif  // DESCRY_MODEL_WORD_STATISTICS_H
