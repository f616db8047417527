/** @file facets.h
 *  @brief How often values occur among matches, heads or groups.
 */
#ifndef DESCRY_PLUGIN_COLLAPSE_FACETS_H
#define DESCRY_PLUGIN_COLLAPSE_FACETS_H

#include <span>
#include <vector>

#include <descry/collapse/collapsed_mset.h>

#include "collapse/collapse_matches.h"
#include "collapse/values/slot_reader.h"

namespace descry {

/// Counts the values of @a slot over the documents @a dids, which ascend.
FacetCounts count_values(const ValueSource& source, Xapian::valueno slot,
                         std::span<const Xapian::docid> dids);

/// Counts, for each value of @a slot, the groups that have it. @a groups has an entry for each of
/// @a dids; the documents of number 0 are one group.
FacetCounts count_groups(const ValueSource& source, Xapian::valueno slot,
                         std::span<const Xapian::docid> dids, const GroupNumbers& groups);

/// Adds the facets of a request to a page, in the order of their kind.
/// @param found with groups of the first collapse where a facet counts groups
void add_facets(const SearchRequest& request, const Matcher& matcher, const CollapsedMatches& found,
                CollapsedMSet& mset);

/// Adds the numbers of matches and results, and the facets.
void add_counts(const SearchRequest& request, const Matcher& matcher, const CollapsedMatches& found,
                CollapsedMSet& mset);

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_FACETS_H
