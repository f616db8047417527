/** @file collapse_totals.h
 *  @brief What a page of collapsed results cannot tell of itself: the exact number of matches and
 *         groups, and the size and members of each result's group.
 */
#ifndef DESCRY_PLUGIN_COLLAPSE_COLLAPSE_TOTALS_H
#define DESCRY_PLUGIN_COLLAPSE_COLLAPSE_TOTALS_H

#include <xapian.h>

#include <descry/collapse/key_groups.h>

namespace descry {

/// Adds the totals to a page whose results are known; @a options must name a slot.
///
/// One match without weights and one walk over the slot, in step where @a db is a single database.
/// @exception Xapian::UnimplementedError over a remote database
void find_totals(const Xapian::Database& db, const Xapian::Query& query,
                 const CollapseOptions& options, CollapsedPage& page);

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_COLLAPSE_TOTALS_H
