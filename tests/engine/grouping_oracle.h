/** @file grouping_oracle.h
 *  @brief The grouping as it is documented, one document and one comparison after the other.
 */
#ifndef DESCRY_TESTS_GROUPING_ORACLE_H
#define DESCRY_TESTS_GROUPING_ORACLE_H

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "engine/grouping/grouping.h"

namespace descry::testing {

/// Groups documents 0 .. n - 1. Every head is looked for among all documents, every time.
class GroupingOracle {
  public:
    /// Of two documents.
    using Judge = std::function<bool(Rank, Rank, DistanceMillionths limit)>;

    GroupingOracle(const Buckets& buckets, std::vector<std::uint64_t> weights, Judge near,
                   Judge exceeds, const ClusteringLimits& options)
        : buckets_(buckets),
          size_(std::move(weights)),
          near_(std::move(near)),
          surely_far_(std::move(exceeds)),
          options_(options),
          head_(buckets.documents()) {
        for (Rank p = 0; p < head_.size(); ++p)
            head_[p] = p;
    }

    std::vector<Rank> run() {
        std::vector<Rank> order;
        for (Rank p = 0; p < head_.size(); ++p) {
            if (!buckets_of(p).empty()) order.push_back(p);
        }
        if (options_.near == 0 || options_.near >= options_.distance) {
            level(order, options_.distance);
        } else {
            level(order, options_.near);
            const std::vector<Rank> first = head_;
            std::vector<Rank> heads;
            for (const Rank p : order) {
                if (head_[p] == p) heads.push_back(p);
            }
            std::sort(heads.begin(), heads.end(), [&](Rank a, Rank b) { return before(a, b); });
            level(heads, options_.distance);
            follow(first);
        }
        lead_by_first();
        return head_;
    }

    /// Documents that were limited by max_heads.
    const std::set<Rank>& limited() const { return limited_; }

  private:
    std::set<Bucket> buckets_of(Rank p) const {
        const auto of = buckets_.of(p);
        return std::set<Bucket>(of.begin(), of.end());
    }

    bool before(Rank a, Rank b) const { return size_[a] != size_[b] ? size_[a] > size_[b] : a < b; }

    // The first of heads that p is near enough to; p where there is none.
    Rank choose(Rank p, std::vector<Rank> heads, DistanceMillionths limit) {
        std::erase_if(heads, [&](Rank head) { return surely_far_(p, head, limit); });
        std::sort(heads.begin(), heads.end(), [&](Rank a, Rank b) { return before(a, b); });
        for (std::size_t i = 0; i < heads.size(); ++i) {
            if (i == options_.max_heads) {
                limited_.insert(p);
                break;
            }
            if (near_(p, heads[i], limit)) return heads[i];
        }
        return p;
    }

    void level(const std::vector<Rank>& order, DistanceMillionths limit) {
        std::map<Bucket, std::vector<Rank>> listed;
        for (const Rank p : order) {
            std::set<Rank> met;
            for (const Bucket bucket : buckets_of(p))
                met.insert(listed[bucket].begin(), listed[bucket].end());
            head_[p] = choose(p, {met.begin(), met.end()}, limit);
            if (head_[p] != p) {
                size_[head_[p]] += size_[p];
                continue;
            }
            for (const Bucket bucket : buckets_of(p)) {
                if (listed[bucket].size() < options_.max_heads) {
                    listed[bucket].push_back(p);
                } else {
                    limited_.insert(p);
                }
            }
        }
    }

    void follow(const std::vector<Rank>& first) {
        std::map<Rank, std::vector<Rank>> left;  // by the head they had
        for (Rank p = 0; p < first.size(); ++p) {
            const Rank old = first[p];
            if (old == p || head_[old] == old) continue;
            if (near_(p, head_[old], options_.distance)) {
                head_[p] = head_[old];
            } else {
                left[old].push_back(p);
            }
        }
        for (const auto& [old, members] : left) {
            std::vector<Rank> heads;
            for (const Rank p : members) {
                head_[p] = choose(p, heads, options_.distance);
                if (head_[p] != p) {
                    size_[head_[p]] += size_[p];
                } else if (heads.size() < options_.max_heads) {
                    heads.push_back(p);
                } else {
                    limited_.insert(p);
                }
            }
        }
    }

    void lead_by_first() {
        std::map<Rank, std::vector<Rank>> groups;
        for (Rank p = 0; p < head_.size(); ++p)
            groups[head_[p]].push_back(p);
        for (const auto& [head, members] : groups) {
            for (std::size_t i = 0; i < std::min<std::size_t>(8, members.size()); ++i) {
                const Rank leader = members[i];
                const bool leads =
                    leader == head || std::all_of(members.begin(), members.end(), [&](Rank p) {
                        return p == leader || near_(p, leader, options_.distance);
                    });
                if (!leads) continue;
                for (const Rank p : members)
                    head_[p] = leader;
                break;
            }
        }
    }

    const Buckets& buckets_;
    std::vector<std::uint64_t> size_;
    Judge near_;
    Judge surely_far_;
    ClusteringLimits options_;
    std::vector<Rank> head_;
    std::set<Rank> limited_;
};

}  // namespace descry::testing

#endif  // DESCRY_TESTS_GROUPING_ORACLE_H
