/** @file search_plan.h
 *  @brief The plans for computing a page of results, the choice between them, and shared steps.
 */
#ifndef DESCRY_PLUGIN_COLLAPSE_SEARCH_PLAN_H
#define DESCRY_PLUGIN_COLLAPSE_SEARCH_PLAN_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <descry/collapse/collapsed_mset.h>

#include "plugin/collapse/matching/matcher.h"
#include "plugin/collapse/search_request.h"

namespace descry {

/// Matches that a search found in addition to its page, for expand().
struct FoundMatches {
    /// Matches with weights, if all were ranked; otherwise, a set.
    std::optional<Matches> ranked;
    std::optional<DocidSet> set;
};

struct SearchResult {
    CollapsedMSet mset;
    FoundMatches matches;
};

/// A plan for a page; each in its own file.
using Plan = SearchResult(const SearchRequest& request, const Matcher& matcher,
                          Xapian::doccount first, Xapian::doccount maxitems);
/// Xapian's own match, if a database is remote.
Plan remote_page;
/// Weighs all matches, then does everything in memory.
Plan rank_whole;
/// Takes the first of each key from a page of Xapian's ranking; counts totals separately.
Plan ranked_page;
/// Finds all matches without weights, and chooses heads by values.
Plan by_values;

Plan& choose_plan(const SearchRequest& request, const Matcher& matcher);

/// @exception Xapian::UnimplementedError always: a remote database does not support @a what
[[noreturn]] void reject_remote(const std::string& what);

/// Number of postings that rank_all() reads for a term query; nullopt if it uses Xapian's matcher.
std::optional<std::uint64_t> postings_to_rank(const Matcher& matcher, const Xapian::Query& query);

/// Ranks from posting lists alone if these give Xapian's weights, else by Xapian.
Ranking rank_all(const Matcher& matcher, const Xapian::Query& query);

/// All matches of a request, after its cutoff.
Ranking rank_own(const SearchRequest& request, const Matcher& matcher);

/// CollapsingEnquire::expand().
/// @param found matches of the last search of @a request; empty if unknown
std::vector<MemberGroup> expand_page(const SearchRequest& request, const Matcher& matcher,
                                     const FoundMatches& found, const CollapsedMSet& page,
                                     const ExpandOptions& options);

GroupedMSet page_of_groups(const SearchRequest& request, const Matcher& matcher,
                           Xapian::doccount first, Xapian::doccount maxgroups,
                           const GroupOptions& options);

/// Sets the matches of each of @a groups, by index in @a members, and the first @a rows of them by
/// @a order, after @a start, as its members. Weights are by @a query if @a matches has none.
void add_members(const Matcher& matcher, const Xapian::Query& query, const Matches& matches,
                 const DocumentOrder& order, std::vector<std::vector<MatchIndex>> members,
                 Xapian::doccount start, Xapian::doccount rows, std::vector<MemberGroup>& groups);

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_SEARCH_PLAN_H
