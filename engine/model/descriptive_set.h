/** @file descriptive_set.h
 *  @brief Selects the descriptive words: a greedy cover of the documents.
 *
 *  Each document needs some 30 of its words above their thresholds. A word's gain is what it
 *  supplies to documents that still lack words, minus the flips it brings. Simply taking the most
 *  stable words would leave 73-87 % of the documents without any.
 */
#ifndef DESCRY_ENGINE_MODEL_DESCRIPTIVE_SET_H
#define DESCRY_ENGINE_MODEL_DESCRIPTIVE_SET_H

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <descry/model/selection_limits.h>

#include "engine/model/thresholds.h"
#include "engine/model/word_statistics.h"

namespace descry {

struct CandidateWord {
    std::string term;
    Threshold threshold;
    /// Positions of the sampled documents above it, by exact wdf and length; ascending.
    std::vector<std::uint16_t> sample_above;
};

struct DescriptiveSet {
    /// Indexes of candidates as selected: with equal weight a smaller set is a prefix of a larger
    /// one.
    std::vector<std::size_t> words;
    double flip_weight = 1;
};

/// The words of @a statistics as candidates, each with its threshold of least flips and the sampled
/// documents above it; words without thresholds are skipped.
std::vector<CandidateWord> candidate_words(const WordsAndSample& statistics);

/// Selects descriptive words.
///
/// gain(word) = sum over sampled documents above it that have h < wanted_ones set bits of 1/(1 +
/// h), minus flip_weight * lambda * (sample / documents), with lambda = flip rate * documents
/// above. The word of greatest gain is taken, ties by smaller flip rate, then by term bytes, until
/// there are enough or no gain is positive. Supplies are multiples of 2^-32, so that the result
/// does not depend on the order of additions.
/// @param candidates in any order; terms distinct
/// @param sample_size documents in the sample, at most SELECTION_SAMPLE
/// @param documents documents in the whole collection (D)
/// @throws std::invalid_argument a position lies outside the sample
/// Cost: for each weight tried, one pass over all `sample_above` lists plus what the lazy queue
/// re-evaluates (0.1-0.3 s for 25,000 candidates). Memory: linear in candidates and sample.
DescriptiveSet select_descriptive_set(std::span<const CandidateWord> candidates,
                                      std::size_t sample_size, std::uint64_t documents,
                                      const SelectionLimits& limits);

}  // namespace descry

#endif  // DESCRY_ENGINE_MODEL_DESCRIPTIVE_SET_H
