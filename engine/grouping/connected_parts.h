/** @file connected_parts.h
 *  @brief Splits documents into parts that can be grouped separately.
 */
#ifndef DESCRY_ENGINE_GROUPING_CONNECTED_PARTS_H
#define DESCRY_ENGINE_GROUPING_CONNECTED_PARTS_H

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "engine/grouping/buckets.h"

namespace descry {

/// The documents that share a bucket with another, in parts of @a documents, or more if chains of
/// shared buckets connect more. No chain connects two parts, so the groups of the parts are those
/// of the whole. Each part is ascending; parts are ordered by their first documents. Cost: linear
/// in the members of buckets. Memory: 12 bytes per document, 4 per bucket.
std::vector<std::vector<Rank>> connected_parts(const Buckets& buckets, std::size_t documents);

/// Splits one of these parts further: only pairs that may be near, and chains of them, connect
/// documents. The groups are still those of the whole.
/// @param looked_through larger buckets connect all of their documents
/// @param may_be_near whether two places in @a part need to be compared
/// Cost: sorts the members of buckets; at most @a looked_through calls each. Memory: 8 bytes each.
std::vector<std::vector<Rank>> nearer_parts(const Buckets& buckets, std::span<const Rank> part,
                                            std::size_t documents, std::size_t looked_through,
                                            const std::function<bool(Rank, Rank)>& may_be_near);

/// The buckets of some documents, ascending, renumbered 0, 1, ...
Buckets buckets_of_part(const Buckets& buckets, std::span<const Rank> part);

}  // namespace descry

#endif  // DESCRY_ENGINE_GROUPING_CONNECTED_PARTS_H
