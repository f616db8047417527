/** @file near_links.h
 *  @brief Pairs of near documents, within groups and between them.
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

struct NearLink {
    Rank to;
    /// Weight in thousandths of a pair within ClusteringLimits::near: a quarter for more distant
    /// pairs; more if the pair stands for others that were not measured.
    std::uint32_t thousandths;
};

/// The pairs within 1.6 times ClusteringLimits::near that a search for better groups needs: those
/// between groups, and those within a group of documents that it examines closer. Bounded: each
/// document is compared with the next 4 * ClusteringLimits::max_links documents of each bucket, and
/// measured against max_links of those that are not surely far.
class NearLinks {
  public:
    /// Finds the pairs between the current groups. @param run must outlive this
    explicit NearLinks(GroupingRun& run);

    /// The documents near one of another group, ascending.
    std::vector<Rank> documents_between_groups() const;

    /// Also finds the pairs of @a documents, ascending, within their groups as of construction.
    void look_up(std::span<const Rank> documents);

    /// The links of a document, ascending; without look_up() only those to other groups.
    std::span<const NearLink> of(Rank document) const;

  private:
    struct Scratch {
        std::vector<Rank> mates;
        std::vector<std::uint32_t> met;  // by document: the last visit that met it
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
