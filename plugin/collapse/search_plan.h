/** @file search_plan.h
 *  @brief The ways to a page of results, which one a search goes, and what ranks all matches and
 *         gives groups with their documents.
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

/// What a search found beside its page, for expand().
struct FoundMatches {
    /// With weights; for a search whose matches were all ranked.
    std::optional<Matches> ranked;
    /// For any other.
    std::optional<DocidSet> set;
};

struct SearchResult {
    CollapsedMSet mset;
    FoundMatches matches;
};

/// A way to a page; each in a file of its own.
using Plan = SearchResult(const SearchRequest& request, const Matcher& matcher,
                          Xapian::doccount first, Xapian::doccount maxitems);
/// Xapian's own match, where a database is remote.
Plan remote_page;
/// All matches with their weights, then everything in memory.
Plan rank_whole;
/// A page of Xapian's ranking, whose first of each key are the results, and totals apart from it.
Plan ranked_page;
/// All matches without weights, whose heads are chosen by values.
Plan by_values;

/// The cheapest way that gives what is asked for.
Plan& choose_plan(const SearchRequest& request, const Matcher& matcher);

/// @exception Xapian::UnimplementedError always: @a what cannot be had from a remote database
[[noreturn]] void refuse_remote(const std::string& what);

/// How many postings rank_all() reads of a query of terms, without Xapian's matcher; nullopt for
/// other queries.
std::optional<std::uint64_t> postings_to_rank(const Matcher& matcher, const Xapian::Query& query);

/// From posting lists alone where these give Xapian's weights, else by Xapian.
Ranking rank_all(const Matcher& matcher, const Xapian::Query& query);

/// Those of a request, which its cutoff leaves.
Ranking rank_own(const SearchRequest& request, const Matcher& matcher);

/// CollapsingEnquire::expand().
/// @param found what the last search of @a request found; empty where that is not known
std::vector<MemberGroup> expand_page(const SearchRequest& request, const Matcher& matcher,
                                     const FoundMatches& found, const CollapsedMSet& page,
                                     const ExpandOptions& options);

/// CollapsingEnquire::get_groups().
GroupedMSet page_of_groups(const SearchRequest& request, const Matcher& matcher,
                           Xapian::doccount first, Xapian::doccount maxgroups,
                           const GroupOptions& options);

/// Gives each of @a groups its matches, of which @a members has the indexes, and as members the
/// @a rows first of these by @a order after @a start of them, with weights by @a query where
/// @a matches has none.
void add_members(const Matcher& matcher, const Xapian::Query& query, const Matches& matches,
                 const DocumentOrder& order, std::vector<std::vector<MatchIndex>> members,
                 Xapian::doccount start, Xapian::doccount rows, std::vector<MemberGroup>& groups);

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_SEARCH_PLAN_H
