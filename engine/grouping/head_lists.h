/** @file head_lists.h
 *  @brief The heads of every bucket.
 */
#ifndef DESCRY_ENGINE_GROUPING_HEAD_LISTS_H
#define DESCRY_ENGINE_GROUPING_HEAD_LISTS_H

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/grouping/grouping.h"

namespace descry {

/// Heads by bucket, in the order added. Memory: at most 4 bytes per document and bucket.
class HeadLists {
  public:
    HeadLists(const Buckets& buckets, std::uint32_t max_heads)
        : begin_(std::size_t{buckets.end()} + 1, 0) {
        std::vector<std::uint32_t> members(buckets.end(), 0);
        for (Rank p = 0; p < buckets.documents(); ++p) {
            for (const Bucket bucket : buckets.of(p))
                ++members[bucket];
        }
        for (std::size_t bucket = 0; bucket < members.size(); ++bucket) {
            begin_[bucket + 1] = begin_[bucket] + std::min(members[bucket], max_heads);
        }
        count_.resize(buckets.end(), 0);
        heads_.resize(begin_.back());
    }

    std::span<const Rank> heads(Bucket bucket) const {
        return {heads_.data() + begin_[bucket], count_[bucket]};
    }

    /// @return false if the list is full
    bool add(Bucket bucket, Rank head) {
        if (begin_[bucket] + count_[bucket] == begin_[bucket + 1]) return false;
        heads_[begin_[bucket] + count_[bucket]++] = head;
        return true;
    }

    void clear() { std::fill(count_.begin(), count_.end(), 0); }

  private:
    std::vector<std::uint64_t> begin_;
    std::vector<std::uint32_t> count_;
    std::vector<Rank> heads_;
};

}  // namespace descry

#endif  // DESCRY_ENGINE_GROUPING_HEAD_LISTS_H
