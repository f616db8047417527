/** @file learned_rates.h
 *  @brief Flip rates learned from verified pairs of near-duplicates.
 *
 *  Real differences between near-duplicates (names, numbers, dates) are not what a model of random
 *  change expects. A first set of words, chosen with modelled rates, finds pairs, which are
 *  verified and show which words flip. This lifts the pairs below 8 % that one signature finds from
 *  45 / 14 / 13 % to 97 / 98 / 84 % (reuters, enron, debian copyright files: docs/method.md).
 */
#ifndef DESCRY_MODEL_LEARNED_RATES_H
#define DESCRY_MODEL_LEARNED_RATES_H

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/model/word_statistics.h"

namespace descry {

/// Whether @a term contains one of 0-9: such terms differ between near-duplicates more often.
inline bool has_ascii_digit(std::string_view term) {
    return term.find_first_of("0123456789") != std::string_view::npos;
}

/// Counts of one bit over pairs; additive over pairs and shards.
struct FlipCount {
    /// Change that the set bit saw, in units of 2^-25: a pair at a distance of 4 % in which both
    /// documents have the bit set counts 1.
    std::uint64_t exposure = 0;
    /// Pairs in which the bit is set in one document only.
    std::uint32_t flips = 0;

    double seen() const { return static_cast<double>(exposure) / 33554432.0; }

    void merge(const FlipCount& other) {
        exposure += other.exposure;
        flips += other.flips;
    }

    friend bool operator==(const FlipCount&, const FlipCount&) = default;
};

/// Lets a map of strings be searched for a view.
struct ViewHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
        return std::hash<std::string_view>()(text);
    }
};

/// Sums over pairs of near-duplicates, so the order of pairs does not matter.
struct LearnedCounts {
    std::uint64_t pairs = 0;
    /// By word of WordsAndSample::words, and threshold.
    std::vector<std::vector<FlipCount>> words;
    std::unordered_map<std::string, FlipCount, ViewHash, std::equal_to<>> presence;
};

/// Replaces modelled flip rates by learned ones: the counts of the word and threshold, shrunk
/// towards those of its class (with or without a digit, rare or frequent, low or high threshold).
/// Rates are at most 1.5. Without pairs nothing changes.
/// @throws std::invalid_argument numbers of words or thresholds differ from those learned about
void apply_learned_rates(const LearnedCounts& learned, const CollectionStatistics& collection,
                         std::span<WordStatistics> words);

}  // namespace descry

#endif  // DESCRY_MODEL_LEARNED_RATES_H
