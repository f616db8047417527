/** @file select_page.h
 *  @brief Selects a page of the documents of a ranking that pass a test.
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

/// Adds the page of passing documents in Xapian's ranking of @a query, with their collapse keys if
/// the ranking has them. Cost: rankings of the first few, repeated with more until there are
/// enough; queries that cannot be ranked in part are ranked whole.
/// @param least_percent lower ones do not match; above 0 only if the order begins with the score
void select_ranked(const Matcher& matcher, const Xapian::Query& query, Xapian::doccount first,
                   Xapian::doccount maxitems, const Passes& passes, CollapsedMSet& mset,
                   int least_percent = 0);

/// For a query without weights: adds the page of passing documents of @a set, in docid order, to @a
/// mset.
/// @param passes called for each document, ascending; a deep page calls it often
template <typename Passes>
void select_unranked(const DocidSet& set, Xapian::doccount first, Xapian::doccount maxitems,
                     Passes&& passes, CollapsedMSet& mset) {
    // Xapian's percentage when all weights are 0.
    constexpr int PERCENT_WITHOUT_WEIGHTS = 100;
    const std::uint64_t wanted = std::uint64_t{first} + maxitems;
    std::uint64_t results = 0;
    set.any_of([&](Xapian::docid did) {
        if (results == wanted) return true;
        // The outcome is unpredictable, also for the processor: one branch for both cases.
        const bool passed = passes(did);
        results += passed ? 1 : 0;
        if (static_cast<unsigned>(passed) + static_cast<unsigned>(results > first) < 2)
            return false;
        mset.items.push_back({.did = did, .percent = PERCENT_WITHOUT_WEIGHTS});
        return false;
    });
}

/// Adds the facets of a request to a page, in the order of their kind.
/// @param found with groups of the first collapse if a facet counts groups
void add_facets(const SearchRequest& request, const Matcher& matcher, const CollapsedMatches& found,
                CollapsedMSet& mset);

void add_counts(const SearchRequest& request, const Matcher& matcher, const CollapsedMatches& found,
                CollapsedMSet& mset);

/// Empty if the document has no value.
std::string key_of(const ValueSource& source, Xapian::docid did, Xapian::valueno slot);

/// Sets the keys of a page's items and, with totals, group sizes; with all matches as @a set (may
/// be null) also matching counts. Cost: a walk over the slot's values without an array.
/// @return number of groups in the set, after the null policy
Xapian::doccount describe_items(const SearchRequest& request, const Matcher& matcher,
                                const DocidSet* set, std::vector<CollapsedItem>& items);

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_SELECT_PAGE_H
