/** @file selection_limits.h
 *  @brief Which words, thresholds and stable terms a model may be made of, and how many.
 */
#ifndef DESCRY_MODEL_SELECTION_LIMITS_H
#define DESCRY_MODEL_SELECTION_LIMITS_H

#include <cstdint>

namespace descry {

/// The share of a document that a small change touches (e). Anything in 0.01-0.06 gives the same
/// quality (measured on four collections).
inline constexpr double SMALL_CHANGE = 0.03;

/// Which words and thresholds are considered. The defaults are the measured ones.
struct ThresholdLimits {
    /// A word must stand in at least max(min_documents, min_share * D) documents...
    std::uint64_t min_documents = 4;
    double min_share = 0.0003;
    /// ... and in at most this share of them.
    double max_share = 0.6;
    /// At least max(min_above, min_share * D) documents above a threshold ...
    std::uint64_t min_above = 3;
    /// ... and at most this share of all.
    double max_above_share = 0.5;
    /// Thresholds tried beside presence (b = 0).
    unsigned candidates = 8;
};

/// Which words may be chosen and with which threshold.
struct CandidateOptions {
    /// Documents with fewer body terms are not counted.
    std::uint32_t min_body_length = 30;
    /// The share of a document that a small change touches (ModelledFlips).
    double change = SMALL_CHANGE;
    ThresholdLimits limits;
};

/// How many words, and what each document wants.
struct SelectionLimits {
    /// Words wanted (N).
    unsigned words = 2000;
    /// When set, goes on beyond `words` until at most `poor_share` of the sampled documents hold
    /// ones worth less than `rich_bits`, or `max_words` are taken.
    bool grow = false;
    unsigned max_words = 16000;
    double poor_share = 0.005;
    double rich_bits = 40;
    /// A document with this many ones wants no more.
    std::uint8_t wanted_ones = 32;
    /// Weight of expected flips against supply (mu). Where half of the sampled documents get fewer
    /// than `min_median_ones` ones, the choice is made again with `flip_weight_step` less, down to
    /// `min_flip_weight`: modelled flips are twice the learned ones, and short documents would be
    /// left with few words (16 ones instead of 20 on newswire).
    double flip_weight = 1;
    double min_flip_weight = 0.5;
    double flip_weight_step = 0.1;
    unsigned min_median_ones = 20;
};

/// Which terms the table of stable terms holds.
struct StableTermLimits {
    std::uint64_t min_documents = 4;
    double min_own_share = 0.0003;
    double max_share = 1;
    double max_rate = 0.10;
};

}  // namespace descry

#endif  // DESCRY_MODEL_SELECTION_LIMITS_H
