/** @file describe_page.h
 *  @brief What is told with a page: the keys of its items, the sizes of their groups, and how often
 *         values occur among matches, heads or groups.
 */
#ifndef DESCRY_PLUGIN_COLLAPSE_DESCRIBE_PAGE_H
#define DESCRY_PLUGIN_COLLAPSE_DESCRIBE_PAGE_H

#include <string>
#include <vector>

#include <descry/collapse/collapsed_mset.h>

#include "collapse/collapse_matches.h"
#include "collapse/matching/matcher.h"
#include "collapse/search_request.h"

namespace descry {

/// Adds the facets of a request to a page, in the order of their kind.
/// @param found with groups of the first collapse where a facet counts groups
void add_facets(const SearchRequest& request, const Matcher& matcher, const CollapsedMatches& found,
                CollapsedMSet& mset);

/// Adds the numbers of matches and results, and the facets.
void add_counts(const SearchRequest& request, const Matcher& matcher, const CollapsedMatches& found,
                CollapsedMSet& mset);

/// The value of one document; empty for a document without one.
std::string key_of(const ValueSource& source, Xapian::docid did, Xapian::valueno slot);

/// Gives the items of a page their keys and, with totals, sizes; with all matches as @a set (which
/// may be null) also how many match. Cost: a walk over the slot's values, where there is no array.
/// @return how many groups the set has, after the null policy
Xapian::doccount describe_items(const SearchRequest& request, const Matcher& matcher,
                                const DocidSet* set, std::vector<CollapsedItem>& items);

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_DESCRIBE_PAGE_H
