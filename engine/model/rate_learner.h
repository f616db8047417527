/** @file rate_learner.h
 *  @brief Learns flip rates of words from pairs of near-duplicates.
 */
#ifndef DESCRY_ENGINE_MODEL_RATE_LEARNER_H
#define DESCRY_ENGINE_MODEL_RATE_LEARNER_H

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include <descry/distance/bag_distance.h>
#include <descry/distance/term_count.h>
#include <descry/hashing/hash.h>

#include "engine/model/learned_rates.h"

namespace descry {

/// Memory: 40 bytes plus its own per term met, 20 per threshold.
class RateLearner {
  public:
    explicit RateLearner(std::span<const WordStatistics> words);

    /// @param a, b distinct body terms, in any order, and the hash64() of each
    /// @param distance of the two, above 0
    /// Cost: a look-up per term, and a comparison per threshold.
    void learn(std::span<const TermCount> a, std::span<const std::uint64_t> hashes_a,
               std::span<const TermCount> b, std::span<const std::uint64_t> hashes_b,
               DistanceMillionths distance);

    LearnedCounts counts() const;

  private:
    static constexpr std::uint32_t NO_WORD = 0xffffffff;
    /// A term that was met, or is one of the words.
    struct Entry {
        FlipCount presence;
        std::uint32_t word;      ///< its number; NO_WORD: none of them
        std::uint32_t wdf_in_a;  ///< during learn()
        bool is_met;
    };

    Entry& entry_of(std::string_view term, std::uint64_t hash);

    /// Entries by the hashes of their terms, without comparing terms, as in TermNumbers.
    boost::unordered_flat_map<std::uint64_t, std::uint32_t, HashOfHash> numbers_;
    std::vector<Entry> entries_;
    std::vector<std::string> terms_;  // of the entries
    // Of all words in sequence; begins_ has the first of each.
    std::vector<std::uint32_t> frequencies_;
    std::vector<FlipCount> flips_;
    std::vector<std::size_t> begins_;
    std::uint64_t pairs_ = 0;
    std::vector<std::uint32_t> of_a_;
};

}  // namespace descry

#endif  // DESCRY_ENGINE_MODEL_RATE_LEARNER_H
