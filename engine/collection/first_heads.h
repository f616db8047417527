/** @file first_heads.h
 *  @brief Groups whose heads are their first documents, in an order that somebody asked for.
 */
#ifndef DESCRY_ENGINE_COLLECTION_FIRST_HEADS_H
#define DESCRY_ENGINE_COLLECTION_FIRST_HEADS_H

#include <cstddef>
#include <vector>

#include <descry/collection/collection.h>
#include <descry/collection/collection_groups.h>

namespace descry {

/// Makes the first document of each group its head. Members that are farther from it than the limit
/// are parted from the group and make groups of their own, likewise.
/// @param ordered all documents of groups, the preferred ones first
/// @param memory bytes for texts and bags
/// Cost: of each group whose head is another one, a comparison a member, or some where it is
/// parted.
void lead_by_first(const Collection& collection, const Model& model,
                   const std::vector<DocumentNumber>& ordered, std::size_t memory,
                   CollectionGroups& groups);

}  // namespace descry

#endif  // DESCRY_ENGINE_COLLECTION_FIRST_HEADS_H
