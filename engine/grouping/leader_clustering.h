/** @file leader_clustering.h
 *  @brief One level of a grouping: documents join the heads of their buckets, or become heads.
 */
#ifndef DESCRY_ENGINE_GROUPING_LEADER_CLUSTERING_H
#define DESCRY_ENGINE_GROUPING_LEADER_CLUSTERING_H

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/grouping/grouping_run.h"
#include "engine/grouping/head_lists.h"
#include "engine/mechanics/pool.h"

namespace descry {

/// Assigns documents one by one, as one thread would, with distances computed on all threads.
class LeaderClustering {
  public:
    /// @param run must outlive this
    explicit LeaderClustering(GroupingRun& run)
        : run_(run),
          heads_(run.buckets, run.options.max_heads),
          is_new_head_(run.buckets.documents(), false) {}

    /// Each document of @a order tries the heads of its buckets, best first, and joins the first
    /// within @a limit, as far as @a effort finds it, else becomes a head. Starts without heads.
    void join(std::span<const Rank> order, DistanceMillionths limit, Effort effort);

  private:
    struct Trial {
        Rank head;
        DistanceMillionths distance;
    };
    struct Scratch {
        std::vector<Rank> heads;
        std::vector<std::uint32_t> met;  // by document: the last visit that met it
        std::uint32_t visit = 0;
        // By document: the distance computed ahead, and the visit it belongs to.
        std::vector<DistanceMillionths> known;
        std::vector<std::uint32_t> known_in;
    };
    // A document of a block, with what was computed ahead.
    struct Ahead {
        // Heads from before the block that are not surely far.
        std::vector<Rank> heads;
        std::vector<Trial> trials;
        std::uint32_t tried = 0;
        bool joined = false;
        bool is_limited = false;  // there are more heads than are tried
        std::uint64_t comparisons = 0;
    };

    void collect_heads(Rank document, Scratch& scratch) const;
    void order_heads(std::vector<Rank>& heads) const;
    Rank next_head(std::vector<Rank>& heads) const;
    void look_ahead_among_heads(std::span<const Rank> block, std::vector<Ahead>& ahead) const;
    void look_ahead_within_block(std::span<const Rank> block, std::vector<Ahead>& ahead) const;
    bool look_ahead_at(Rank document, Rank head, Ahead& ahead) const;
    void collect_new_heads(Rank document, Scratch& scratch) const;
    void assign(Rank document, const Ahead& ahead);
    bool drop_far(Rank document, std::vector<Rank>& heads) const;
    DistanceMillionths judge(Rank document, Rank head, std::uint64_t& comparisons) const {
        return run_.judge(document, head, limit_, comparisons, effort_);
    }

    GroupingRun& run_;
    DistanceMillionths limit_ = 0;
    Effort effort_ = Effort::THOROUGH;
    HeadLists heads_;
    // By document: it became a head in this block.
    std::vector<bool> is_new_head_;
    Scratch scratch_;
    mutable Pool<Scratch> scratches_{[] { return std::make_unique<Scratch>(); }};
};

}  // namespace descry

#endif  // DESCRY_ENGINE_GROUPING_LEADER_CLUSTERING_H
