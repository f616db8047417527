/** @file leader_election.h
 *  @brief Who is head of a group in the end.
 */
#ifndef DESCRY_ENGINE_GROUPING_LEADER_ELECTION_H
#define DESCRY_ENGINE_GROUPING_LEADER_ELECTION_H

#include "grouping/grouping_run.h"

namespace descry {

/// The head of every group becomes the first of its documents, of eight that are tried, that all
/// others are near.
void lead_by_first(GroupingRun& run);

}  // namespace descry

#endif  // DESCRY_ENGINE_GROUPING_LEADER_ELECTION_H
