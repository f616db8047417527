/** @file connected_parts.h
 *  @brief Documents that can be grouped apart from all others.
 */
#ifndef DESCRY_GROUPING_CONNECTED_PARTS_H
#define DESCRY_GROUPING_CONNECTED_PARTS_H

#include <cstddef>
#include <span>
#include <vector>

#include <descry/grouping/buckets.h>

namespace descry {

/// The documents that share a bucket with any other, in parts of as many as @a documents, and more
/// where chains of shared buckets connect more. No chain leads from one part to another: the groups
/// of the parts are those of the whole. Each part is ascending; those that come first in the
/// collection are in the first.
/// Cost: linear in the members of buckets. Memory: 12 bytes a document, 4 a bucket.
std::vector<std::vector<Rank>> connected_parts(const Buckets& buckets, std::size_t documents);

/// The buckets of some documents, ascending, which become documents 0, 1, ...
Buckets buckets_of_part(const Buckets& buckets, std::span<const Rank> part);

}  // namespace descry

#endif  // DESCRY_GROUPING_CONNECTED_PARTS_H
