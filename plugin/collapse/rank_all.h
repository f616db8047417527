/** @file rank_all.h
 *  @brief All matches of a query with their weights, the cheapest way.
 */
#ifndef DESCRY_PLUGIN_COLLAPSE_RANK_ALL_H
#define DESCRY_PLUGIN_COLLAPSE_RANK_ALL_H

#include <cstdint>
#include <optional>

#include "collapse/matching/matcher.h"
#include "collapse/search_request.h"

namespace descry {

/// How many postings rank_all() reads of a query of terms, without Xapian's matcher; nullopt for
/// other queries.
std::optional<std::uint64_t> postings_to_rank(const Matcher& matcher, const Xapian::Query& query);

/// From posting lists alone where these give Xapian's weights, else by Xapian.
Ranking rank_all(const Matcher& matcher, const Xapian::Query& query);

/// Those of a request, which its cutoff leaves.
Ranking rank_own(const SearchRequest& request, const Matcher& matcher);

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_RANK_ALL_H
