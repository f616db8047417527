/** @file suggested_pairs.h
 *  @brief The pairs of documents that a method considers near-duplicates.
 *
 *  Methods suggest thousands to billions of pairs, so pairs are counted, sampled and looked up, not
 *  listed.
 */
#ifndef DESCRY_TOOLS_LAB_GOLD_SUGGESTED_PAIRS_H
#define DESCRY_TOOLS_LAB_GOLD_SUGGESTED_PAIRS_H

#include <compare>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <xapian.h>

namespace descry {

/// Two different documents; `a` has the lower docid.
struct DocumentPair {
    Xapian::docid a = 0;
    Xapian::docid b = 0;

    friend auto operator<=>(const DocumentPair&, const DocumentPair&) = default;
};

/// The pair of two documents, ordered. @pre x != y
inline DocumentPair pair_of(Xapian::docid x, Xapian::docid y) {
    return x < y ? DocumentPair{x, y} : DocumentPair{y, x};
}

class SuggestedPairs {
  public:
    virtual ~SuggestedPairs() = default;

    virtual std::uint64_t count() const = 0;

    /// False if count() is an estimate.
    virtual bool count_is_exact() const { return true; }

    virtual bool contains(const DocumentPair& pair) const = 0;

    /// @a n different pairs, drawn with equal probability, or all; ascending, determined by the
    /// seed.
    virtual std::vector<DocumentPair> sample(std::size_t n, std::uint64_t seed) const = 0;
};

class ListedPairs : public SuggestedPairs {
  public:
    /// @param pairs in any order, with repeats
    explicit ListedPairs(std::vector<DocumentPair> pairs);

    std::uint64_t count() const override { return pairs_.size(); }
    bool contains(const DocumentPair& pair) const override;
    std::vector<DocumentPair> sample(std::size_t n, std::uint64_t seed) const override;

  private:
    std::vector<DocumentPair> pairs_;  // ascending
};

std::uint64_t pairs_among(std::uint64_t documents);

/// Pair @a number of a list, as indexes i < j: (0, 1), (0, 2), (1, 2), (0, 3), ... Cost: constant.
std::pair<std::uint64_t, std::uint64_t> numbered_pair(std::uint64_t number);

/// @a n different numbers below @a count, ascending; all if there are no more. Every set of n is
/// equally likely (Floyd; Bentley, CACM 30, 1987). Cost: linear in n.
std::vector<std::uint64_t> draw_numbers(std::uint64_t count, std::size_t n, std::uint64_t seed);

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_GOLD_SUGGESTED_PAIRS_H
