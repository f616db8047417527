/** @file describe_items.h
 *  @brief The keys of a page's items, and the sizes of their groups.
 */
#ifndef DESCRY_PLUGIN_COLLAPSE_DESCRIBE_ITEMS_H
#define DESCRY_PLUGIN_COLLAPSE_DESCRIBE_ITEMS_H

#include <string>
#include <vector>

#include <descry/collapse/collapsed_mset.h>

#include "collapse/matching/matcher.h"
#include "collapse/search_request.h"

namespace descry {

/// The value of one document; empty for a document without one.
std::string key_of(const ValueSource& source, Xapian::docid did, Xapian::valueno slot);

/// Gives the items of a page their keys and, with totals, sizes; with all matches as @a set (which
/// may be null) also how many match. Cost: a walk over the slot's values, where there is no array.
/// @return how many groups the set has, after the null policy
Xapian::doccount describe_items(const SearchRequest& request, const Matcher& matcher,
                                const DocidSet* set, std::vector<CollapsedItem>& items);

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_DESCRIBE_ITEMS_H
