/** @file grouping_run.h
 *  @brief State shared by the steps of one grouping.
 */
#ifndef DESCRY_ENGINE_GROUPING_GROUPING_RUN_H
#define DESCRY_ENGINE_GROUPING_GROUPING_RUN_H

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "engine/grouping/grouping.h"

namespace descry {

/// The distance of documents that must not be in one group.
inline constexpr DistanceMillionths TOO_FAR = std::numeric_limits<DistanceMillionths>::max();

/// Documents whose distances are computed in one batch, on all threads.
inline constexpr std::size_t GROUPING_BLOCK = 2048;

/// Most documents that one thread takes at a time.
inline constexpr std::size_t DOCUMENTS_AT_ONCE = 32;

/// A grouping under way. All arguments must outlive it.
struct GroupingRun {
    GroupingRun(const Buckets& buckets_given, std::span<const std::uint32_t> weights_given,
                DocumentDistances& documents_given, const ClusteringLimits& options_given,
                const ParallelFor& parallel_given)
        : buckets(buckets_given),
          weights(weights_given),
          documents(documents_given),
          options(options_given),
          parallel(parallel_given),
          size(weights_given.begin(), weights_given.end()),
          is_limited(buckets.documents(), false),
          result(buckets.documents()) {}

    /// The distance, or TOO_FAR. Thread-safe if each thread has its own count.
    DistanceMillionths judge(Rank a, Rank b, DistanceMillionths limit, std::uint64_t& comparisons,
                             Effort effort = Effort::THOROUGH) const {
        ++comparisons;
        const DistanceMillionths distance = documents.distance(a, b, limit, effort);
        return distance > limit || documents.rejected(a, b) ? TOO_FAR : distance;
    }

    /// Runs pieces 0 .. n - 1 on all threads, each with a count of its comparisons.
    /// @param expected documents, ascending, whose distances are needed
    template <typename Piece>
    void compare(std::span<const Rank> expected, bool most_are_near, std::size_t pieces,
                 const Piece& piece) {
        documents.expect(expected, most_are_near);
        std::vector<std::uint64_t> comparisons(pieces, 0);
        // Few pieces may be few long texts.
        const std::size_t at_once = std::clamp<std::size_t>(pieces / 64, 1, DOCUMENTS_AT_ONCE);
        parallel(pieces, at_once, [&](std::size_t i) { piece(i, comparisons[i]); });
        result.comparisons =
            std::accumulate(comparisons.begin(), comparisons.end(), result.comparisons);
    }

    /// Upper bound of the distance of two members of a group by way of their head, plus a tenth for
    /// texts of different lengths; TOO_FAR for others.
    DistanceMillionths detour(Rank a, Rank b) const {
        if (result.head_of[a] != result.head_of[b]) return TOO_FAR;
        const DistanceMillionths sum = result.distance[a] + result.distance[b];
        return sum + sum / 10;
    }

    /// Whether to try head @a a before head @a b: that of the larger group, then the earlier.
    bool comes_first(Rank a, Rank b) const {
        return size[a] != size[b] ? size[a] > size[b] : a < b;
    }

    void join(Rank document, Rank head, DistanceMillionths distance) {
        result.head_of[document] = head;
        result.distance[document] = distance;
        size[head] += size[document];
    }

    const Buckets& buckets;
    std::span<const std::uint32_t> weights;
    DocumentDistances& documents;
    const ClusteringLimits& options;
    const ParallelFor& parallel;
    /// By head: documents of its group.
    std::vector<std::uint32_t> size;
    /// By document: it met as many heads as are tried at most.
    std::vector<bool> is_limited;
    Grouping result;
};

/// A local search that increases the weight of NearLinks within groups, as far as its bounds let it
/// know them. A document with more near ones in another group moves there if that head is near
/// enough; two groups connected by near pairs merge around the head or document that gains most.
/// Heads with members do not move. Results depend only on documents connected by shared buckets.
/// Cost: linear in documents times those in their buckets that are in other groups.
void refine_groups(GroupingRun& run);

/// Makes each group's head the first of its documents, of eight tried, that all others are near.
void lead_by_first(GroupingRun& run);

/// Members follow their head to its new head if near enough to it, else form groups among
/// themselves.
/// @param former_heads by document, before heads joined each other
void reassign_members(GroupingRun& run, std::span<const Rank> former_heads);

/// Groups documents, ascending, that were near one head and are now their own heads.
void group_among_themselves(GroupingRun& run, std::span<const Rank> documents);

}  // namespace descry

#endif  // DESCRY_ENGINE_GROUPING_GROUPING_RUN_H
