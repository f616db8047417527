/** @file selection_limits.h
 *  @brief Limits for choosing the words, thresholds and stable terms of a model.
 */
#ifndef DESCRY_MODEL_SELECTION_LIMITS_H
#define DESCRY_MODEL_SELECTION_LIMITS_H

#include <cstdint>

namespace descry {

/// The share of a document that a small change touches (e); 0.01-0.06 gave the same quality.
inline constexpr double SMALL_CHANGE = 0.03;

/// Which words and thresholds are considered. The defaults were measured.
struct ThresholdLimits {
    /// A word must occur in at least max(min_documents, min_share * D) documents ...
    std::uint64_t min_documents = 4;
    double min_share = 0.0003;
    /// ... and in at most this share of them.
    double max_share = 0.6;
    /// At least max(min_above, min_share * D) documents must be above a threshold ...
    std::uint64_t min_above = 3;
    /// ... and at most this share of all.
    double max_above_share = 0.5;
    /// Thresholds tried beside presence (b = 0).
    unsigned candidates = 8;
};

struct CandidateOptions {
    /// Documents with fewer body terms are not counted.
    std::uint32_t min_body_length = 30;
    double change = SMALL_CHANGE;
    ThresholdLimits limits;
};

struct SelectionLimits {
    /// Words wanted (N).
    unsigned words = 2000;
    /// Choose more than `words`, until at most `poor_share` of the sampled documents have set bits
    /// worth less than `rich_bits`, or `max_words` are chosen.
    bool grow = false;
    unsigned max_words = 16000;
    double poor_share = 0.005;
    double rich_bits = 40;
    /// Set bits after which a document needs no more words.
    std::uint8_t wanted_ones = 32;
    /// Weight of expected flips against supply (mu). If half of the sampled documents get fewer
    /// than `min_median_ones` set bits, the choice is repeated with `flip_weight_step` less, down
    /// to `min_flip_weight`: modelled flips are twice the learned ones, and short documents would
    /// get few words (16 set bits instead of 20 on newswire).
    double flip_weight = 1;
    double min_flip_weight = 0.5;
    double flip_weight_step = 0.1;
    unsigned min_median_ones = 20;
};

struct StableTermLimits {
    std::uint64_t min_documents = 4;
    double min_own_share = 0.0003;
    double max_share = 1;
    double max_rate = 0.10;
};

}  // namespace descry

#endif  // DESCRY_MODEL_SELECTION_LIMITS_H
