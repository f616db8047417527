/** @file grouping.h
 *  @brief Groups near-duplicates around heads, without chains.
 *
 *  A document joins a group only if it is near the group's head, so A near B and B near C never
 *  puts C with A. Documents are compared with the heads in their buckets, never with each other: a
 *  bucket of ten thousand equal documents costs ten thousand comparisons.
 */
#ifndef DESCRY_GROUPING_GROUPING_H
#define DESCRY_GROUPING_GROUPING_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include <descry/distance/canonical_text.h>
#include <descry/grouping/clustering_limits.h>

#include "engine/grouping/buckets.h"

namespace descry {

/// Distances between documents. All functions but expect() are thread-safe, for distinct arguments.
class DocumentDistances {
  public:
    virtual ~DocumentDistances() = default;

    /// The distance of two documents; anything above @a limit if above, or if @a effort is too
    /// small.
    virtual DistanceMillionths distance(Rank a, Rank b, DistanceMillionths limit,
                                        Effort effort) = 0;

    /// Whether a cheap check shows that two documents exceed @a limit, as it does for most that
    /// share a bucket. Deterministic for expected documents.
    virtual bool exceeds(Rank, Rank, DistanceMillionths) { return false; }

    /// Drops those of @a others for which exceeds() is true. Of more than @a most it may keep only
    /// the likeliest to be near, whatever their order. @return whether it dropped any that may be
    /// near
    virtual bool drop_exceeding(Rank document, std::vector<Rank>& others, DistanceMillionths limit,
                                std::size_t) {
        std::erase_if(others, [&](Rank other) { return exceeds(document, other, limit); });
        return false;
    }

    /// A cheap, deterministic estimate of the distance; WHOLE_DISTANCE if surely above @a limit;
    /// nullopt if the distance itself costs no more.
    virtual std::optional<DistanceMillionths> estimate(Rank a, Rank b,
                                                       DistanceMillionths limit) = 0;

    /// Whether two near documents must be kept apart, as their numbers or fields differ.
    virtual bool rejected(Rank a, Rank b) = 0;

    /// Called before distances of these documents, ascending, are asked for.
    /// @param most_are_near most must be compared closely
    virtual void expect(std::span<const Rank> documents, bool most_are_near) = 0;
};

struct Grouping {
    Grouping() = default;

    explicit Grouping(std::size_t documents) : head_of(documents), distance(documents, 0) {
        std::iota(head_of.begin(), head_of.end(), Rank{0});
    }

    /// By document; a document that is its own head is a head or alone.
    std::vector<Rank> head_of;
    /// By document: the distance to its head.
    std::vector<DistanceMillionths> distance;
    std::uint64_t comparisons = 0;
    /// Documents that met more heads than they tried, or whose bucket was full of heads.
    std::uint64_t limited = 0;
};

/// Runs pieces 0 .. n - 1, in any order, possibly on several threads, each of which takes
/// @a at_once of them at a time.
using ParallelFor = std::function<void(std::size_t pieces, std::size_t at_once,
                                       const std::function<void(std::size_t)>& piece)>;

/// Groups documents 0 .. buckets.documents() - 1.
///
/// Level 1, with `near`: documents in order; each tries the heads of its buckets that are not
/// surely far, largest group first, then the earliest, and joins the first that is near enough,
/// else becomes a head. Level 2, with `distance`: the heads of level 1, largest group first, do the
/// same among themselves; a head that joins takes along its members that are near enough to the new
/// head, and the others form groups among themselves by the same rule. Then refine_groups(), with
/// `is_refined`. Finally each group's head becomes the first of its documents (of eight tried) that
/// all members are near enough to.
///
/// The result is that of one thread, whatever @a parallel does.
/// @param weights by document: how many documents it represents (equal copies)
/// Cost: linear in documents times the heads they meet. Memory: 8 bytes per document and bucket,
/// and 24 per document.
Grouping group_documents(const Buckets& buckets, std::span<const std::uint32_t> weights,
                         DocumentDistances& documents, const ClusteringLimits& options,
                         const ParallelFor& parallel);

}  // namespace descry

#endif  // DESCRY_GROUPING_GROUPING_H
