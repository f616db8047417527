/** @file connected_parts.h
 *  @brief Documents that can be grouped apart from all others.
 */
#ifndef DESCRY_ENGINE_GROUPING_CONNECTED_PARTS_H
#define DESCRY_ENGINE_GROUPING_CONNECTED_PARTS_H

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "engine/grouping/buckets.h"

namespace descry {

/// The documents that share a bucket with any other, in parts of as many as @a documents, and more
/// where chains of shared buckets connect more. No chain leads from one part to another: the groups
/// of the parts are those of the whole. Each part is ascending; those that come first in the
/// collection are in the first.
/// Cost: linear in the members of buckets. Memory: 12 bytes a document, 4 a bucket.
std::vector<std::vector<Rank>> connected_parts(const Buckets& buckets, std::size_t documents);

/// One of these parts, in parts of its own that are no larger than they must be: only documents
/// that may be near-duplicates, and chains of such, connect them. The groups are still those of the
/// whole.
/// @param looked_through buckets of more documents connect all of theirs
///        (ClusteringLimits::documents_looked_through)
/// @param may_be_near of two places in @a part, whether the two are to be compared at all
/// Cost: a sort of the members of buckets, and @a looked_through calls for each at most. Memory: 8
/// bytes a member.
std::vector<std::vector<Rank>> nearer_parts(const Buckets& buckets, std::span<const Rank> part,
                                            std::size_t documents, std::size_t looked_through,
                                            const std::function<bool(Rank, Rank)>& may_be_near);

/// The buckets of some documents, ascending, which become documents 0, 1, ...
Buckets buckets_of_part(const Buckets& buckets, std::span<const Rank> part);

}  // namespace descry

#endif  // DESCRY_ENGINE_GROUPING_CONNECTED_PARTS_H
