/** @file grouping.h
 *  @brief Groups of near-duplicates around heads, without chains.
 *
 *  A document joins a group only when it is near enough to the group's head, so A like B and B like
 *  C never puts C with A. Documents meet the heads they share a bucket with, never each other: a
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

/// The documents as the grouping sees them: distances between them.
class DocumentDistances {
  public:
    virtual ~DocumentDistances() = default;

    /// The distance of two documents, or anything above @a limit when it is above, or where
    /// @a effort is too small to find it. Called from several threads at once. @pre a != b
    virtual DistanceMillionths distance(Rank a, Rank b, DistanceMillionths limit,
                                        Effort effort) = 0;

    /// True when it costs little to tell that two documents are farther apart than @a limit; most
    /// of those that share a bucket are. Always the same of two documents that were expected.
    /// Called from several threads at once.
    virtual bool exceeds(Rank, Rank, DistanceMillionths) { return false; }

    /// Drops those of @a others of which exceeds() tells that they are farther from @a document. Of
    /// more than @a most it may keep only the likeliest to be near, a choice that does not depend
    /// on the order of @a others. Called from several threads at once.
    /// @return whether it dropped any that may be near
    virtual bool leave_out_exceeding(Rank document, std::vector<Rank>& others,
                                     DistanceMillionths limit, std::size_t) {
        std::erase_if(others, [&](Rank other) { return exceeds(document, other, limit); });
        return false;
    }

    /// What the distance of two documents will most likely be, at a small part of its cost, or
    /// WHOLE_DISTANCE where it is surely above @a limit; nullopt where the distance itself costs no
    /// more. The same whatever was read before. Called from several threads at once. @pre a != b
    virtual std::optional<DistanceMillionths> estimate(Rank a, Rank b,
                                                       DistanceMillionths limit) = 0;

    /// True when two documents that are near enough are refused all the same (their words stand in
    /// another order).
    virtual bool refused(Rank a, Rank b) = 0;

    /// Called before distances of these documents, ascending, are asked for.
    /// @param most_are_near to others, so that each will have to be looked at closely
    virtual void expect(std::span<const Rank> documents, bool most_are_near) = 0;
};

/// The result: a head for every document.
struct Grouping {
    Grouping() = default;

    /// Each document is alone.
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

/// Does pieces 0 .. n - 1, in any order, possibly on several threads, each of which takes
/// @a at_once of them at a time: many of those that are done quickly.
using ParallelFor = std::function<void(std::size_t pieces, std::size_t at_once,
                                       const std::function<void(std::size_t)>& piece)>;

/// Groups documents 0 .. buckets.documents() - 1.
///
/// Level 1, with `near`: documents in order; each tries the heads of its buckets that are not
/// surely far, largest group first, then the earliest, and joins the first that is near enough,
/// else becomes a head. Level 2, with `distance`: the heads of level 1, largest group first, do the
/// same among themselves; a head that joins takes along those of its members that are near enough
/// to the new head, and the others form groups among themselves by the same rule. Last, the head of
/// each group becomes the first of its documents in the order (of eight that are tried) that all
/// its members are near enough to.
///
/// The result is that of one thread, whatever @a parallel does.
/// @param weights documents that each stands for (equal copies), by document
/// Cost: linear in documents times the heads they meet. Memory: 8 bytes a document and bucket,
/// 24 bytes a document.
Grouping group_documents(const Buckets& buckets, std::span<const std::uint32_t> weights,
                         DocumentDistances& documents, const ClusteringLimits& options,
                         const ParallelFor& parallel);

}  // namespace descry

#endif  // DESCRY_GROUPING_GROUPING_H
