#include "engine/grouping/grouping.h"

#include <algorithm>
#include <vector>

#include "engine/grouping/grouping_run.h"
#include "engine/grouping/leader_clustering.h"

namespace descry {

namespace {

// The documents that share a bucket with another.
std::vector<Rank> documents_of_buckets(const Buckets& buckets) {
    std::vector<Rank> documents;
    for (Rank p = 0; p < buckets.documents(); ++p) {
        if (!buckets.of(p).empty()) documents.push_back(p);
    }
    return documents;
}

void join_heads(GroupingRun& run) {
    const ClusteringLimits& options = run.options;
    const std::vector<Rank>& head_of = run.result.head_of;
    std::vector<Rank> order = documents_of_buckets(run.buckets);
    LeaderClustering joining(run);
    if (options.near == 0 || options.near >= options.distance) {
        joining.join(order, options.distance, Effort::THOROUGH);
        return;
    }
    // The second level finds those that this misses.
    joining.join(order, options.near, Effort::QUICK);
    std::erase_if(order, [&head_of](Rank p) { return head_of[p] != p; });
    std::stable_sort(order.begin(), order.end(),
                     [&run](Rank a, Rank b) { return run.size[a] > run.size[b]; });
    const std::vector<Rank> first_level = head_of;
    joining.join(order, options.distance, Effort::THOROUGH);
    reassign_members(run, first_level);
}

}  // namespace

Grouping group_documents(const Buckets& buckets, std::span<const std::uint32_t> weights,
                         DocumentDistances& documents, const ClusteringLimits& options,
                         const ParallelFor& parallel) {
    GroupingRun run(buckets, weights, documents, options, parallel);
    join_heads(run);
    if (options.is_refined && options.near < options.distance) refine_groups(run);
    lead_by_first(run);
    run.result.limited =
        static_cast<std::uint64_t>(std::count(run.is_limited.begin(), run.is_limited.end(), true));
    return std::move(run.result);
}

}  // namespace descry
