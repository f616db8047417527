/** @file head_following.h
 *  @brief What becomes of the members of a group whose head joined another.
 */
#ifndef DESCRY_ENGINE_HEAD_FOLLOWING_H
#define DESCRY_ENGINE_HEAD_FOLLOWING_H

#include <span>

#include "grouping_run.h"

namespace descry {

/// Members follow their head to its new head, where they are near enough to that one; those of one
/// head that are not form groups among themselves.
/// @param former_heads by document, before heads joined each other
void follow_heads(GroupingRun& run, std::span<const Place> former_heads);

}  // namespace descry

#endif  // DESCRY_ENGINE_HEAD_FOLLOWING_H
