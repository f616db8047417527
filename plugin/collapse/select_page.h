/** @file select_page.h
 *  @brief A page of those documents of a ranking that pass.
 */
#ifndef DESCRY_PLUGIN_COLLAPSE_SELECT_PAGE_H
#define DESCRY_PLUGIN_COLLAPSE_SELECT_PAGE_H

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <xapian.h>

#include <descry/collapse/collapsed_mset.h>

#include "plugin/collapse/collapse_matches.h"
#include "plugin/collapse/matching/matcher.h"
#include "plugin/collapse/search_request.h"
#include "plugin/collapse/values/docid_set.h"

namespace descry {

using Passes = std::function<bool(const Xapian::MSetIterator&)>;

/// Adds the page of those that pass of Xapian's ranking of @a query, from the first on; with their
/// collapse keys, where the ranking has them. Cost: rankings of the first few, until there are
/// enough; queries of which a part cannot be ranked, as a whole.
/// @param least_percent what is below does not match; above 0 only where the order begins with the
///        score
void select_ranked(const Matcher& matcher, const Xapian::Query& query, Xapian::doccount first,
                   Xapian::doccount maxitems, const Passes& passes, CollapsedMSet& mset,
                   int least_percent = 0);

/// Of a query without weights there is nothing to rank: those of @a set that pass come as they are
/// in the index. Adds the page of them to @a mset.
/// @param passes asked about each document, ascending; a deep page asks about many
template <typename Passes>
void select_unranked(const DocidSet& set, Xapian::doccount first, Xapian::doccount maxitems,
                     Passes&& passes, CollapsedMSet& mset) {
    // What Xapian gives where all weights are 0.
    constexpr int PERCENT_WITHOUT_WEIGHTS = 100;
    const std::uint64_t wanted = std::uint64_t{first} + maxitems;
    std::uint64_t results = 0;
    set.any_of([&](Xapian::docid did) {
        if (results == wanted) return true;
        // Nobody can predict who passes, nor can the processor: one branch for both.
        const bool passed = passes(did);
        results += passed ? 1 : 0;
        if (static_cast<unsigned>(passed) + static_cast<unsigned>(results > first) < 2)
            return false;
        mset.items.push_back({.did = did, .percent = PERCENT_WITHOUT_WEIGHTS});
        return false;
    });
}

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

#endif  // DESCRY_PLUGIN_COLLAPSE_SELECT_PAGE_H
