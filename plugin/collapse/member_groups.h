/** @file member_groups.h
 *  @brief Groups with their documents: those of a page, and pages of groups.
 */
#ifndef DESCRY_PLUGIN_COLLAPSE_MEMBER_GROUPS_H
#define DESCRY_PLUGIN_COLLAPSE_MEMBER_GROUPS_H

#include <vector>

#include "collapse/search_plan.h"

namespace descry {

/// CollapsingEnquire::expand().
/// @param found what the last search of @a request found; empty where that is not known
std::vector<MemberGroup> expand_page(const SearchRequest& request, const Matcher& matcher,
                                     const FoundMatches& found, const CollapsedMSet& page,
                                     const ExpandOptions& options);

/// CollapsingEnquire::get_groups().
GroupedMSet page_of_groups(const SearchRequest& request, const Matcher& matcher,
                           Xapian::doccount first, Xapian::doccount maxgroups,
                           const GroupOptions& options);

/// Gives the members of groups, which all match, their weights.
void add_weights(const Matcher& matcher, const Xapian::Query& query,
                 std::vector<MemberGroup>& groups);

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_MEMBER_GROUPS_H
