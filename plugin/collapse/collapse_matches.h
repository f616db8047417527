/** @file collapse_matches.h
 *  @brief Which matches stand for their groups.
 */
#ifndef DESCRY_PLUGIN_COLLAPSE_COLLAPSE_MATCHES_H
#define DESCRY_PLUGIN_COLLAPSE_COLLAPSE_MATCHES_H

#include <vector>

#include <descry/collapse/collapse.h>

#include "plugin/collapse/matching/matcher.h"
#include "plugin/collapse/matching/matches.h"
#include "plugin/collapse/search_request.h"
#include "plugin/collapse/values/slot_reader.h"

namespace descry {

/// The heads of all groups, ascending, and how many matches each group has.
struct Heads {
    std::vector<MatchIndex> matches;
    std::vector<Xapian::doccount> sizes;
};

/// Gives the matches without a key (number 0) the numbers that a policy asks for: each its own
/// above the last one, or one for all; 0 remains for those to be left out.
void apply_null_policy(GroupNumbers& groups, NullPolicy policy);

/// How many results @a groups with a key and @a without_key documents without one are.
Xapian::doccount with_nulls(Xapian::doccount groups, Xapian::doccount without_key,
                            NullPolicy policy);

/// The first of each group by @a order; matches of number 0 are left out.
Heads choose_heads(const GroupNumbers& groups, const DocumentOrder& order);

/// The matches, and those of them that are results.
struct CollapsedMatches {
    Matches matches;
    Matches heads;
    /// Of the first collapse, a number for each match; without a collapse, of nothing.
    GroupNumbers groups;
    /// For each head, how many matches its group of the first collapse has.
    std::vector<Xapian::doccount> matching;
};

/// All collapses of a request, one after the other. @a matches have weights where a head rule needs
/// them.
CollapsedMatches collapse_matches(const SearchRequest& request, const Matcher& matcher,
                                  Matches matches);

/// Indexes of those heads that are a page in the order of a request.
std::vector<MatchIndex> page_of_heads(const SearchRequest& request, const Matcher& matcher,
                                      const CollapsedMatches& found, Xapian::doccount first,
                                      Xapian::doccount maxitems);

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_COLLAPSE_MATCHES_H
