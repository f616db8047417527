/** @file member_reassignment.h
 *  @brief What becomes of the members of a group whose head joined another.
 */
#ifndef DESCRY_ENGINE_GROUPING_MEMBER_REASSIGNMENT_H
#define DESCRY_ENGINE_GROUPING_MEMBER_REASSIGNMENT_H

#include <span>

#include "grouping/grouping_run.h"

namespace descry {

/// Members follow their head to its new head, where they are near enough to that one; those of one
/// head that are not form groups among themselves.
/// @param former_heads by document, before heads joined each other
void reassign_members(GroupingRun& run, std::span<const Rank> former_heads);

/// Groups documents, ascending, that are their own heads and were near one: each meets all heads
/// before it.
void group_among_themselves(GroupingRun& run, std::span<const Rank> documents);

}  // namespace descry

#endif  // DESCRY_ENGINE_GROUPING_MEMBER_REASSIGNMENT_H
