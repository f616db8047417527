/** @file pair_sample.h
 *  @brief A sample of the pairs of documents that share a bucket.
 */
#ifndef DESCRY_ENGINE_TRAINING_PAIR_SAMPLE_H
#define DESCRY_ENGINE_TRAINING_PAIR_SAMPLE_H

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_set.hpp>

#include <descry/collection/contents.h>
#include <descry/hashing/hash.h>

#include "engine/collection/document_keys.h"
#include "engine/mechanics/sorted_runs.h"
#include "engine/training/candidate_pairs.h"

namespace descry {

/// Distinct pairs in the order added; of too many, those of the smallest hashes of their contents,
/// whatever the numbers of the documents.
class PairSample {
  public:
    /// @param enough pairs: at most twice as many are kept
    PairSample(const DocumentContents& contents, std::size_t enough)
        : contents_(contents), enough_(enough) {}

    void add(DocumentNumber a, DocumentNumber b) {
        if (hash_of(a, b) > greatest_ || !seen_.insert(number_of(a, b)).second) return;
        pairs_.push_back({a, b, 0});
        if (pairs_.size() > 2 * enough_) drop_half();
    }

    std::vector<VerifiedPair> take() { return std::move(pairs_); }

  private:
    std::uint64_t hash_of(DocumentNumber a, DocumentNumber b) const {
        const auto [less, greater] = std::minmax(contents_.hashes[a], contents_.hashes[b]);
        return hash64_list(std::array{less, greater});
    }

    static std::uint64_t number_of(DocumentNumber a, DocumentNumber b) {
        return (std::uint64_t{a} << 32) | b;
    }

    void drop_half() {
        greatest_ /= 2;
        std::erase_if(pairs_, [this](const VerifiedPair& pair) {
            return hash_of(pair.a, pair.b) > greatest_;
        });
        seen_.clear();
        for (const VerifiedPair& pair : pairs_)
            seen_.insert(number_of(pair.a, pair.b));
    }

    const DocumentContents& contents_;
    std::size_t enough_;
    std::uint64_t greatest_ = std::numeric_limits<std::uint64_t>::max();  // hash
    std::vector<VerifiedPair> pairs_;
    boost::unordered_flat_set<std::uint64_t> seen_;
};

/// Calls visit(a, b) for each bucket's first document and the four that follow it, if their
/// contents differ, in the order of the buckets.
template <typename Visit>
void for_each_pair_of_buckets(SortedRuns<BandRecord>& records, const DocumentContents& contents,
                              const Visit& visit) {
    constexpr unsigned FOLLOWERS = 4;
    std::uint64_t key = 0;
    DocumentNumber first = 0;
    unsigned followers = 0;
    records.for_each([&](const BandRecord& record) {
        if (first == 0 || record.key != key) {
            key = record.key;
            first = record.document;
            followers = 0;
            return;
        }
        if (followers++ >= FOLLOWERS) return;
        if (contents.hashes[first] != contents.hashes[record.document])
            visit(first, record.document);
    });
}

inline std::vector<DocumentNumber> documents_of(std::span<const VerifiedPair> pairs) {
    std::vector<DocumentNumber> documents;
    for (const VerifiedPair& pair : pairs) {
        documents.push_back(pair.a);
        documents.push_back(pair.b);
    }
    std::ranges::sort(documents);
    documents.erase(std::ranges::unique(documents).begin(), documents.end());
    return documents;
}

}  // namespace descry

#endif  // DESCRY_ENGINE_TRAINING_PAIR_SAMPLE_H
