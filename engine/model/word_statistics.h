/** @file word_statistics.h
 *  @brief Additive statistics from which words and thresholds are chosen.
 */
#ifndef DESCRY_MODEL_WORD_STATISTICS_H
#define DESCRY_MODEL_WORD_STATISTICS_H

#include <cstdint>
#include <string>
#include <vector>

#include <descry/model/term_statistics.h>

#include "engine/model/thresholds.h"

namespace descry {

/// Most sampled documents (K): positions in the sample fit 16 bits, memory is bounded.
inline constexpr std::size_t SELECTION_SAMPLE = 16384;

struct SampleOccurrence {
    /// The document's place in the sample.
    std::uint16_t position = 0;
    std::uint32_t wdf = 0;

    friend bool operator==(const SampleOccurrence&, const SampleOccurrence&) = default;
};

struct WordStatistics {
    std::string term;
    TermHistogram histogram;
    /// Ascending by position.
    std::vector<SampleOccurrence> sample;
    /// Possible thresholds, ascending, with their flip rates: first modelled, then learned.
    std::vector<Threshold> thresholds;
};

struct TermFrequency {
    std::string term;
    std::uint64_t documents = 0;
};

/// The statistics of a collection: the sums of those of its shards (docs/commands/stats.md).
struct WordsAndSample {
    CollectionStatistics collection;
    /// Body lengths of the sampled documents, by position.
    std::vector<std::uint32_t> sample_lengths;
    /// Words that may become descriptive, ascending by term.
    std::vector<WordStatistics> words;
    /// All terms frequent enough for the table of stable terms, ascending by term.
    std::vector<TermFrequency> frequencies;
};

}  // namespace descry

#endif  // DESCRY_MODEL_WORD_STATISTICS_H
