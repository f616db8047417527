/** @file bag_distance.h
 *  @brief How far apart two documents are, from their words alone, read as an edit distance.
 *
 *  Each word weighs its length and one separator. What one document has and the other has not, in
 *  these characters, divided by the longer document: the normalised edit distance of two texts
 *  whose words stand in the same order, and a good estimate of it where texts are near. It cannot
 *  see order: two documents of the same words in another order are at distance 0. How the estimate
 *  spreads around the true distance: docs/method.md.
 */
#ifndef DESCRY_DISTANCE_BAG_DISTANCE_H
#define DESCRY_DISTANCE_BAG_DISTANCE_H

#include <cstdint>
#include <span>
#include <vector>

#include <descry/distance/term_count.h>

namespace descry {

/// A distance between two documents, or a limit for one: a share in millionths. 0: nothing differs;
/// 1,000,000: everything.
using DistanceMillionths = std::uint32_t;

inline constexpr DistanceMillionths WHOLE_DISTANCE = 1'000'000;

/// What is told of documents of the same words whose texts are not equal, or not known: a
/// similarity of 0.9999. Only equal texts are at distance 0.
inline constexpr DistanceMillionths SAME_WORDS_DISTANCE = 100;

/// A distance as it is told.
/// @param are_equal the texts differ in white space, case and compatibility forms at most
constexpr DistanceMillionths told_distance(DistanceMillionths distance, bool are_equal) {
    if (are_equal) return 0;
    return distance < SAME_WORDS_DISTANCE ? SAME_WORDS_DISTANCE : distance;
}

/// A share in [0, 1] as a distance, rounded. @throws std::invalid_argument outside
DistanceMillionths distance_from(double share);

/// A distance as a share.
constexpr double share_of(DistanceMillionths distance) {
    return static_cast<double>(distance) / static_cast<double>(WHOLE_DISTANCE);
}

/// How alike documents at this distance are, in percent, to be printed with one decimal: 100.0 of
/// distance 0 alone.
constexpr double percent_alike(DistanceMillionths distance) {
    constexpr double MOST_OF_OTHERS = 99.9;
    const double percent = 100 * (1 - share_of(distance));
    return distance > 0 && percent > MOST_OF_OTHERS ? MOST_OF_OTHERS : percent;
}

/// A document's body terms in the form in which two documents are compared.
class Bag {
  public:
    Bag() = default;

    /// @param terms each once, wdf >= 1, in any order
    explicit Bag(std::span<const TermCount> terms);

    /// The same where hash64() and mark_of() of each term are known.
    Bag(std::span<const TermCount> terms, std::span<const std::uint64_t> hashes,
        std::span<const TermMark> marks);

    /// Characters: the sum of wdf * (bytes + 1). A word has 65,534 bytes at most: longer ones count
    /// as so long.
    std::uint64_t characters() const { return characters_; }

    /// Words: the sum of wdf.
    std::uint64_t words() const { return words_; }

    bool empty() const { return entries_.empty(); }

    /// Bytes of memory held, for caches.
    std::size_t memory() const { return sizeof(Bag) + entries_.capacity() * sizeof(Entry); }

    /// The same words in the same numbers.
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
/// the characters in common, n the numbers of words and k the words in common: a word that is
/// replaced by another keeps its separator.
/// Cost: a merge of both, 0.3-1 microseconds for documents of 100-400 distinct words.
DistanceMillionths bag_distance(const Bag& a, const Bag& b);

/// True when the lengths alone put the two further apart than @a limit, so that bag_distance() need
/// not be computed.
bool lengths_exceed(std::uint64_t characters_a, std::uint64_t characters_b,
                    DistanceMillionths limit);

/// Where texts are compared, pairs whose bag distance is so far above a limit are not: a long word
/// of which one letter changed counts whole in the bag. Of pairs of templated pages with long names
/// 0.2 % are lost, of others none (docs/method.md).
inline constexpr DistanceMillionths EDIT_REACH = 250'000;

/// Normalised edit distances: eight of ten pairs at one bag distance lie between low and high.
struct ExpectedDistance {
    double low = 0;
    double median = 0;
    double high = 0;
};

/// How the edit distance spreads at a bag distance, as measured on four collections
/// (docs/method.md): the least 10th and the greatest 90th percentile of them. An index can be
/// measured for itself by descry-lab evaluate --calibrate.
ExpectedDistance expected_edit_distance(DistanceMillionths distance);

}  // namespace descry

#endif  // DESCRY_DISTANCE_BAG_DISTANCE_H
