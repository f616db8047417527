/** @file group_refinement.h
 *  @brief Better groups by small changes: more near documents together.
 */
#ifndef DESCRY_ENGINE_GROUPING_GROUP_REFINEMENT_H
#define DESCRY_ENGINE_GROUPING_GROUP_REFINEMENT_H

#include "grouping/grouping_run.h"

namespace descry {

/// A local search by which the weight of pairs of NearLinks that share a group never falls, as far
/// as its bounds let it know them. A document whose near ones are more in another group goes there,
/// where the head is near enough; two groups that near pairs stand between become one, around the
/// head or the document by which most is won. Heads that have members stay where they are. Nothing
/// depends on documents that no chain of shared buckets leads to.
/// Cost: linear in documents times those that they share buckets with, as far as these are in other
/// groups.
void refine_groups(GroupingRun& run);

}  // namespace descry

#endif  // DESCRY_ENGINE_GROUPING_GROUP_REFINEMENT_H
