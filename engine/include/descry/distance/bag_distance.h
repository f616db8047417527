/** @file bag_distance.h
 *  @brief Estimates the edit distance of two documents from their words, without order.
 *
 *  Each word weighs its length plus one separator. The weight that one document has and the other
 *  lacks, divided by the weight of the longer, is the normalised edit distance of texts whose
 *  common words stand in the same order, and a good estimate for near texts. Order is invisible:
 *  documents with the same words in another order are at distance 0. How the estimate spreads
 *  around the true distance: docs/method.md.
 */
#ifndef DESCRY_DISTANCE_BAG_DISTANCE_H
#define DESCRY_DISTANCE_BAG_DISTANCE_H

#include <cstdint>
#include <span>
#include <vector>

#include <descry/distance/term_count.h>

namespace descry {

/// A distance or a limit in millionths. 0: nothing differs; 1,000,000: everything.
using DistanceMillionths = std::uint32_t;

inline constexpr DistanceMillionths WHOLE_DISTANCE = 1'000'000;

/// The distance reported for documents of the same words whose texts differ or are unknown: a
/// similarity of 0.9999. Only equal texts are at distance 0.
inline constexpr DistanceMillionths SAME_WORDS_DISTANCE = 100;

/// The distance to report.
/// @param are_equal the texts differ at most in whitespace, case and compatibility forms
constexpr DistanceMillionths reported_distance(DistanceMillionths distance, bool are_equal) {
    if (are_equal) return 0;
    return distance < SAME_WORDS_DISTANCE ? SAME_WORDS_DISTANCE : distance;
}

/// A share in [0, 1] as a distance, rounded. @throws std::invalid_argument outside
DistanceMillionths distance_from(double share);

constexpr double share_of(DistanceMillionths distance) {
    return static_cast<double>(distance) / static_cast<double>(WHOLE_DISTANCE);
}

/// Similarity in percent, to be printed with one decimal: 100.0 for distance 0 only.
constexpr double percent_alike(DistanceMillionths distance) {
    constexpr double MOST_OF_OTHERS = 99.9;
    const double percent = 100 * (1 - share_of(distance));
    return distance > 0 && percent > MOST_OF_OTHERS ? MOST_OF_OTHERS : percent;
}

/// A document's body terms, prepared for comparison.
class Bag {
  public:
    Bag() = default;

    /// @param terms distinct, wdf >= 1, in any order
    explicit Bag(std::span<const TermCount> terms);

    /// @param hashes hash64() of each term @param marks mark_of() of each term
    Bag(std::span<const TermCount> terms, std::span<const std::uint64_t> hashes,
        std::span<const TermMark> marks);

    /// The sum of wdf * (bytes + 1). Words longer than 65,534 bytes count as that long.
    std::uint64_t characters() const { return characters_; }

    /// The sum of wdf.
    std::uint64_t words() const { return words_; }

    bool empty() const { return entries_.empty(); }

    std::size_t memory() const { return sizeof(Bag) + entries_.capacity() * sizeof(Entry); }

    /// Whether both have the same words with the same counts.
    friend bool operator==(const Bag&, const Bag&) = default;

  private:
    friend class BagComparison;
    friend class BagHistogram;

    // Terms are compared by a 64-bit hash and half of their marks: one pair of documents in 10^14
    // is misjudged by chance, and none by design.
    struct Entry {
        std::uint64_t hash;
        std::uint32_t wdf;
        std::uint16_t weight;
        std::uint16_t mark;

        friend bool operator==(const Entry&, const Entry&) = default;
    };

    std::vector<Entry> entries_;  // ascending by hash, then mark
    std::uint64_t characters_ = 0;
    std::uint64_t words_ = 0;
};

/// The bag distance of two documents; 0 for two empty ones, symmetric, at most 1.
///
/// est = (m - s - (min(nA, nB) - k)) / m, not below 0, with m the greater number of characters, s
/// the common characters, n the numbers of words and k the common words: a replaced word keeps its
/// separator. Cost: a merge of both, 0.3-1 microseconds for documents of 100-400 distinct words.
DistanceMillionths bag_distance(const Bag& a, const Bag& b);

/// Whether the lengths alone put the bag distance above @a limit.
bool lengths_exceed(std::uint64_t characters_a, std::uint64_t characters_b,
                    DistanceMillionths limit);

/// Where texts are compared, pairs whose bag distance exceeds the limit by more than this are not:
/// a long word with one changed letter counts as a whole in the bag. This loses 0.2 % of the pairs
/// of templated pages with long names, and no others (docs/method.md).
inline constexpr DistanceMillionths EDIT_REACH = 250'000;

/// Normalised edit distances: eight of ten pairs at one bag distance lie between low and high.
struct ExpectedDistance {
    double low = 0;
    double median = 0;
    double high = 0;
};

/// How the edit distance spreads at a bag distance: the least 10th and greatest 90th percentile on
/// four collections (docs/method.md). `descry-lab evaluate --calibrate` measures it for an index.
ExpectedDistance expected_edit_distance(DistanceMillionths distance);

}  // namespace descry

#endif  // DESCRY_DISTANCE_BAG_DISTANCE_H
