/** @file group_leading.h
 *  @brief Who is head of a group in the end.
 */
#ifndef DESCRY_ENGINE_GROUP_LEADING_H
#define DESCRY_ENGINE_GROUP_LEADING_H

#include "grouping_run.h"

namespace descry {

/// The head of every group becomes the first of its documents, of eight that are tried, that all
/// others are near.
void lead_by_first(GroupingRun& run);

}  // namespace descry

#endif  // DESCRY_ENGINE_GROUP_LEADING_H
