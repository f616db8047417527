/** @file collapse_matches.h
 *  @brief Chooses the matches that are heads of their groups.
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

/// The heads of all groups, ascending, with the number of matches in each group.
struct Heads {
    std::vector<MatchIndex> matches;
    std::vector<Xapian::doccount> sizes;
};

/// Numbers the matches without a key (number 0) by a policy: each its own number above the last, or
/// one for all; those to be ignored keep 0.
void apply_null_policy(GroupNumbers& groups, NullPolicy policy);

/// Number of results for @a groups with a key and @a without_key documents without one.
Xapian::doccount with_nulls(Xapian::doccount groups, Xapian::doccount without_key,
                            NullPolicy policy);

/// The first match of each group by @a order; ignores matches of number 0.
Heads choose_heads(const GroupNumbers& groups, const DocumentOrder& order);

struct CollapsedMatches {
    Matches matches;
    Matches heads;
    /// Group numbers of the first collapse, one per match; empty without a collapse.
    GroupNumbers groups;
    /// For each head, the number of matches in its group of the first collapse.
    std::vector<Xapian::doccount> matching;
};

/// Runs all collapses of a request in order. @a matches have weights if a head rule needs them.
CollapsedMatches collapse_matches(const SearchRequest& request, const Matcher& matcher,
                                  Matches matches);

std::vector<MatchIndex> page_of_heads(const SearchRequest& request, const Matcher& matcher,
                                      const CollapsedMatches& found, Xapian::doccount first,
                                      Xapian::doccount maxitems);

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_COLLAPSE_MATCHES_H
