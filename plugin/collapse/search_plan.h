/** @file search_plan.h
 *  @brief The ways to a page of results, and which one a search goes.
 */
#ifndef DESCRY_PLUGIN_COLLAPSE_SEARCH_PLAN_H
#define DESCRY_PLUGIN_COLLAPSE_SEARCH_PLAN_H

#include <optional>
#include <string>

#include <descry/collapse/collapsed_mset.h>

#include "collapse/matching/matcher.h"
#include "collapse/search_request.h"

namespace descry {

enum class Plan {
    /// Xapian's own match, where a database is remote.
    REMOTE,
    /// All matches with their weights, then everything in memory.
    RANK_WHOLE,
    /// A page of Xapian's ranking, whose first of each key are the results, and totals apart from
    /// it.
    RANKED_PAGE,
    /// All matches without weights, whose heads are chosen by values.
    BY_VALUES,
};

/// The cheapest way that gives what is asked for.
Plan choose_plan(const SearchRequest& request, const Matcher& matcher);

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

/// One a plan, in a file of its own.
using Executor = SearchResult(const SearchRequest& request, const Matcher& matcher,
                              Xapian::doccount first, Xapian::doccount maxitems);
Executor remote_page;
Executor rank_whole;
Executor ranked_page;
Executor by_values;

/// @exception Xapian::UnimplementedError always: @a what cannot be had from a remote database
[[noreturn]] void refuse_remote(const std::string& what);

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_SEARCH_PLAN_H
