/** @file thresholds.h
 *  @brief The frequency threshold b_i of each word.
 *
 *  Source: Ilyinsky et al., WWW 2002: "the value of lambda_i is minimal provided that both parts
 *  (above and below the threshold) are not too small".
 */
#ifndef DESCRY_MODEL_THRESHOLDS_H
#define DESCRY_MODEL_THRESHOLDS_H

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <descry/hashing/fixed24.h>
#include <descry/model/selection_limits.h>
#include <descry/model/term_statistics.h>

namespace descry {

class ModelledFlips;

struct Threshold {
    /// b in units of 2^-32: a word is above it if wdf / body length > frequency / 2^32.
    std::uint32_t frequency = 0;
    /// Documents above (q), by the classes of the histogram.
    std::uint64_t documents_above = 0;
    /// Expected flips per document above (lambda / q).
    Fixed24 flip_rate;

    friend bool operator==(const Threshold&, const Threshold&) = default;
};

bool is_candidate_word(std::uint64_t documents, std::uint64_t collection_documents,
                       const ThresholdLimits& limits);

/// The thresholds to try for a word, ascending, distinct: presence (0) if the word is rare enough,
/// and values for which the number of documents above is geometric between the limits. Empty if the
/// word is not a candidate. Flip rates are 0.
std::vector<Threshold> candidate_thresholds(const TermHistogram& histogram,
                                            const CollectionStatistics& collection,
                                            const ThresholdLimits& limits);

/// candidate_thresholds() with modelled flip rates. Cost: see ModelledFlips::expected_flips.
std::vector<Threshold> modelled_thresholds(const TermHistogram& histogram,
                                           const CollectionStatistics& collection,
                                           const ModelledFlips& flips,
                                           const ThresholdLimits& limits);

/// The threshold of the smallest flip rate, the first of equals; nullopt if there is none.
std::optional<Threshold> least_flips(std::span<const Threshold> thresholds);

/// -log2(documents_above / documents): the information of one word above its threshold.
/// @pre 0 < documents_above <= documents
Fixed24 word_information(std::uint64_t documents_above, std::uint64_t documents);

}  // namespace descry

#endif  // DESCRY_MODEL_THRESHOLDS_H
