/** @file buckets.h
 *  @brief Buckets of documents: those that share one are candidates.
 */
#ifndef DESCRY_GROUPING_BUCKETS_H
#define DESCRY_GROUPING_BUCKETS_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "engine/mechanics/compact_lists.h"

namespace descry {

/// A document's rank in grouping order; earlier documents are preferred as heads.
using Rank = std::uint32_t;

using Bucket = std::uint32_t;

struct BucketMember {
    Rank document;
    Bucket bucket;
};

class Buckets {
  public:
    /// @param members distinct, of documents below @a documents and buckets below @a end
    /// Cost: linear. Memory: 8 bytes per document, 4 per member.
    Buckets(std::size_t documents, Bucket end, std::span<const BucketMember> members)
        : end_(end), buckets_(documents, [members](const auto& add) {
              for (const BucketMember& member : members)
                  add(member.document, member.bucket);
          }) {}

    /// @param buckets of each document, below @a end
    Buckets(Bucket end, CompactLists<Bucket> buckets) : end_(end), buckets_(std::move(buckets)) {}

    /// The buckets of a document, in the order given.
    std::span<const Bucket> of(Rank document) const { return buckets_.of(document); }

    std::size_t documents() const { return buckets_.size(); }

    Bucket end() const { return end_; }

  private:
    Bucket end_;
    CompactLists<Bucket> buckets_;
};

}  // namespace descry

#endif  // DESCRY_GROUPING_BUCKETS_H
