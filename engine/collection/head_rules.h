/** @file head_rules.h
 *  @brief What is asked of the head of a group beyond that its members are near it.
 */
#ifndef DESCRY_ENGINE_COLLECTION_HEAD_RULES_H
#define DESCRY_ENGINE_COLLECTION_HEAD_RULES_H

#include <cstddef>
#include <vector>

#include <descry/collection/collection.h>
#include <descry/collection/collection_groups.h>
#include <descry/model/model.h>

namespace descry {

/// By HeadOrder::FIRST makes the first document of each group its head. Members that are no match
/// for the head (PairVerifier::match()), being farther than the limit or not contained in it
/// (ModelParameters::contained), are parted from the group; the first of these heads a group of its
/// own, and so on.
/// @param ordered all documents of groups, the preferred ones first
/// Cost: nothing where neither is asked for; else, of each group that it concerns, a comparison a
/// member, or some where it is parted.
void apply_head_rules(const Collection& collection, const Model& model,
                      const std::vector<DocumentNumber>& ordered, HeadOrder heads,
                      CollectionGroups& groups);

}  // namespace descry

#endif  // DESCRY_ENGINE_COLLECTION_HEAD_RULES_H
