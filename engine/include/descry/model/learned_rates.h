/** @file learned_rates.h
 *  @brief Flip rates learned from verified pairs of near-duplicates.
 *
 *  What really differs between near-duplicates (names, numbers, dates) is not what a model of
 * random change expects. A first set of words, chosen with modelled rates, finds pairs; the pairs,
 * once verified, show which words flip. This lifts the pairs below 8 % that one signature finds
 * from 45 / 14 / 13 % to 97 / 98 / 84 % (reuters, enron, debian copyright files: docs/method.md).
 */
#ifndef DESCRY_MODEL_LEARNED_RATES_H
#define DESCRY_MODEL_LEARNED_RATES_H

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <descry/distance/bag_distance.h>
#include <descry/distance/term_count.h>
#include <descry/model/word_statistics.h>

namespace descry {

/// What pairs say of one bit. Adds up over pairs and shards.
struct FlipCount {
    /// How much change the bit saw while it was set, in units of 2^-25: a pair at a distance of 4 %
    /// in which both documents have the bit set counts 1.
    std::uint64_t exposure = 0;
    /// Pairs in which the bit is set in one document only.
    std::uint32_t flips = 0;

    double seen() const { return static_cast<double>(exposure) / 33554432.0; }

    /// Adds what other pairs say.
    void merge(const FlipCount& other) {
        exposure += other.exposure;
        flips += other.flips;
    }

    friend bool operator==(const FlipCount&, const FlipCount&) = default;
};

/// A hash by which a map of strings is searched for a view.
struct ViewHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
        return std::hash<std::string_view>()(text);
    }
};

/// What was learned: sums, so the order of pairs and shards does not matter.
struct LearnedCounts {
    std::uint64_t pairs = 0;
    /// By word of WordsAndSample::words, and threshold.
    std::vector<std::vector<FlipCount>> words;
    /// Of each term's presence.
    std::unordered_map<std::string, FlipCount, ViewHash, std::equal_to<>> presence;

    /// Adds what was learned elsewhere about the same words; empty counts take over everything.
    /// @throws std::invalid_argument when words or thresholds are not as many; nothing is changed
    void merge(const LearnedCounts& other);
};

/// Learns from pairs. Memory: 40 bytes and its bytes a term met, 20 a threshold.
class RateLearner {
  public:
    /// @param words with their thresholds
    explicit RateLearner(std::span<const WordStatistics> words);

    /// @param a, b body terms, each once, in any order
    /// @param distance of the two, above 0
    /// Cost: a look-up a term, and a comparison a threshold.
    void learn(std::span<const TermCount> a, std::span<const TermCount> b,
               DistanceMillionths distance);

    /// The same where hash64() of each term is known. @pre as many hashes as terms
    void learn(std::span<const TermCount> a, std::span<const std::uint64_t> hashes_a,
               std::span<const TermCount> b, std::span<const std::uint64_t> hashes_b,
               DistanceMillionths distance);

    /// What the pairs so far say.
    LearnedCounts counts() const;

  private:
    static constexpr std::uint32_t NO_TERM = 0xffffffff;
    // A term that was met, or is one of the words.
    struct Entry {
        std::uint64_t hash;
        FlipCount presence;
        std::uint32_t word;      // its number; NO_TERM: none of them
        std::uint32_t wdf_in_a;  // while a pair is learned from
        bool is_met;
    };

    void prefetch(std::span<const std::uint64_t> hashes) const;
    Entry& entry_of(std::string_view term, std::uint64_t hash);

    std::vector<std::uint32_t> slots_;  // entries by hash: open addressing
    std::vector<Entry> entries_;
    std::vector<std::string> terms_;  // of the entries
    // Of all words, one after the other; where those of each begin.
    std::vector<std::uint32_t> frequencies_;
    std::vector<FlipCount> flips_;
    std::vector<std::size_t> begins_;
    std::uint64_t pairs_ = 0;
    std::vector<std::uint64_t> hashes_a_;
    std::vector<std::uint64_t> hashes_b_;
    std::vector<std::uint32_t> of_a_;
};

/// Puts learned flip rates in the place of the modelled ones: what was seen of the word and
/// threshold itself, drawn towards what was seen of those of its class (with a digit or without,
/// rare or frequent, low or high threshold). Rates at most 1.5. Without pairs they stay as they
/// are.
/// @throws std::invalid_argument when words or thresholds are not as many as were learned about
void apply_learned_rates(const LearnedCounts& learned, const CollectionStatistics& collection,
                         std::span<WordStatistics> words);

}  // namespace descry

#endif  // DESCRY_MODEL_LEARNED_RATES_H
