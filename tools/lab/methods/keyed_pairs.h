/** @file keyed_pairs.h
 *  @brief Pairs of documents that share a key: a signature, or one of several bands.
 */
#ifndef DESCRY_TOOLS_LAB_METHODS_KEYED_PAIRS_H
#define DESCRY_TOOLS_LAB_METHODS_KEYED_PAIRS_H

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/grouping/buckets.h"
#include "tools/lab/gold/suggested_pairs.h"

namespace descry {

/// A key of a document.
struct DocumentKey {
    std::uint64_t key = 0;
    Xapian::docid document = 0;

    friend auto operator<=>(const DocumentKey&, const DocumentKey&) = default;
};

/// All pairs that share at least one key. A document without a key is in no pair.
///
/// Where documents have one key each, the number of pairs is the sum of n (n - 1) / 2 over the
/// keys. Where they have several, a pair may share more than one: up to EXACT_LIMIT pairs, repeats
/// included, distinct ones are counted; above, their number is estimated from ESTIMATE_DRAWS draws
/// (a pair that shares m keys counts 1/m), to within a percent; then at most half of the pairs are
/// drawn.
/// Memory: 16 bytes a key while it is made, some 8 afterwards, and 8 bytes a docid for drawing.
class KeyedPairs : public SuggestedPairs {
  public:
    static constexpr std::uint64_t EXACT_LIMIT = 50'000'000;
    static constexpr std::size_t ESTIMATE_DRAWS = 100'000;

    /// @param keys in any order, with repeats; keys of different bands must differ
    /// @param exact_limit lower for tests
    explicit KeyedPairs(std::vector<DocumentKey> keys, std::uint64_t exact_limit = EXACT_LIMIT);

    std::uint64_t count() const override;
    bool count_is_exact() const override { return !is_estimated_; }
    bool contains(const DocumentPair& pair) const override { return shared_keys(pair) > 0; }
    std::vector<DocumentPair> sample(std::size_t n, std::uint64_t seed) const override;

    /// How many documents each group has, in any order, where keys part the documents into groups:
    /// none is in two. Else nullopt.
    std::optional<std::vector<std::uint64_t>> group_sizes() const;

  private:
    using Bucket = std::uint32_t;

    std::span<const Xapian::docid> members_of(Bucket bucket) const;
    std::span<const Bucket> buckets_of(Xapian::docid document) const;
    std::size_t shared_keys(const DocumentPair& pair) const;
    DocumentPair pair_at(std::uint64_t number) const;
    std::vector<Xapian::docid> later_partners(Xapian::docid document) const;
    const std::vector<std::uint64_t>& pairs_up_to() const;
    std::uint64_t estimate() const;
    std::vector<DocumentPair> sample_distinct(std::size_t n, std::uint64_t seed) const;
    std::vector<DocumentPair> sample_by_rejection(std::size_t n, std::uint64_t seed) const;

    // Buckets of two and more documents, one after the other; and the buckets of each document.
    std::vector<Xapian::docid> members_;
    std::vector<std::size_t> member_ends_;  // by bucket
    std::vector<std::uint64_t> pair_ends_;  // by bucket: pairs up to its end, repeats included
    std::vector<Bucket> buckets_;
    std::vector<std::size_t> bucket_ends_;  // by docid
    bool shares_once_ = true;               // no document is in two buckets
    bool is_estimated_ = false;
    // By docid: distinct pairs whose smaller docid is at most this one. Made when first needed.
    mutable std::vector<std::uint64_t> pairs_up_to_;
    mutable std::uint64_t estimate_ = 0;  // 0: not yet made
};

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_METHODS_KEYED_PAIRS_H
