/** @file near_links.h
 *  @brief Which documents of one group, and of different groups, are near each other.
 */
#ifndef DESCRY_ENGINE_GROUPING_NEAR_LINKS_H
#define DESCRY_ENGINE_GROUPING_NEAR_LINKS_H

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/grouping/grouping_run.h"
#include "engine/mechanics/compact_lists.h"
#include "engine/mechanics/pool.h"

namespace descry {

/// That a document is near another.
struct NearLink {
    Rank to;
    /// What it weighs, in thousandths of a pair within ClusteringLimits::near: those farther apart
    /// a quarter, and more where it stands for others, as of too many documents some are measured.
    std::uint32_t thousandths;
};

/// The pairs within 1.6 times ClusteringLimits::near, as far as a search for better groups asks for
/// them: those between groups, and those within a group of the documents that are looked at closer.
/// Bounded for each document: it is held against the next documents of each bucket, four times
/// ClusteringLimits::max_links of them, and measured against max_links of those that are not surely
/// far.
class NearLinks {
  public:
    /// Finds the pairs whose documents are in different groups now. @param run outlives this
    explicit NearLinks(GroupingRun& run);

    /// The documents that are near one of another group, ascending.
    std::vector<Rank> documents_between_groups() const;

    /// Finds the pairs within their groups, too, of documents, ascending. Groups are those at the
    /// construction of this.
    void look_up(std::span<const Rank> documents);

    /// The links of a document, ascending; of one that was not looked up, those to other groups.
    std::span<const NearLink> of(Rank document) const;

  private:
    // What collecting the documents of buckets needs, one per thread.
    struct Scratch {
        std::vector<Rank> mates;
        std::vector<std::uint32_t> met;  // by document: the visit in which it was met last
        std::uint32_t visit = 0;
    };
    enum class Side { BEFORE, AFTER };

    template <typename Predicate>
    void collect_mates(Rank document, Side side, const Predicate& is_wanted,
                       Scratch& scratch) const;
    std::vector<NearLink> near_among(Rank document, std::vector<Rank>& mates,
                                     std::uint64_t& comparisons) const;
    DistanceMillionths measure(Rank a, Rank b, std::uint64_t& comparisons) const;
    template <typename Find>
    void find_all(std::span<const Rank> documents, bool is_mutual, const Find& find);
    void add(Rank document, NearLink link);

    GroupingRun& run_;
    const std::vector<Rank> first_head_of_;
    const CompactLists<Rank> documents_of_;  // by bucket, ascending
    std::unordered_map<Rank, std::vector<NearLink>> links_;
    std::vector<bool> is_looked_up_;
    mutable Pool<Scratch> scratches_{[] { return std::make_unique<Scratch>(); }};
};

}  // namespace descry

#endif  // DESCRY_ENGINE_GROUPING_NEAR_LINKS_H
