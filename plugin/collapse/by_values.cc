#include <algorithm>
#include <utility>
#include <vector>

#include "plugin/collapse/collapse_matches.h"
#include "plugin/collapse/matching/boolean_match.h"
#include "plugin/collapse/search_plan.h"
#include "plugin/collapse/select_page.h"

namespace descry {

namespace {

// In order of weights: takes the heads from Xapian's ranking.
void select_heads_by_weight(const Matcher& matcher, const Xapian::Query& with, const DocidSet& set,
                            const std::vector<Xapian::docid>& heads, Xapian::doccount first,
                            Xapian::doccount maxitems, CollapsedMSet& mset) {
    DocidSet is_head(matcher.db().get_lastdocid());
    for (const Xapian::docid did : heads)
        is_head.insert(did);
    const auto passes = [&](Xapian::docid did) { return is_head.contains(did); };
    if (BooleanMatch::is_weightless(with)) {
        select_unranked(set, first, maxitems, passes, mset);
    } else {
        const auto passes_ranked = [&](const auto& at) { return passes(*at); };
        select_ranked(matcher, with, first, maxitems, passes_ranked, mset);
    }
}

// In another order: chooses the page first, then weighs it.
void select_heads_by_value(const SearchRequest& request, const Matcher& matcher,
                           const Xapian::Query& with, const CollapsedMatches& found,
                           Xapian::doccount first, Xapian::doccount maxitems,
                           const Xapian::MSet& top, CollapsedMSet& mset) {
    std::vector<Xapian::docid> dids;
    for (const MatchIndex i : page_of_heads(request, matcher, found, first, maxitems)) {
        mset.items.push_back({.did = found.heads.dids[i]});
        dids.push_back(found.heads.dids[i]);
    }
    const std::vector<double> weights = matcher.weights_of(with, dids);
    for (std::size_t i = 0; i < dids.size(); ++i) {
        mset.items[i].weight = weights[i];
        mset.items[i].percent = top.convert_to_percent(weights[i]);
    }
}

}  // namespace

SearchResult by_values(const SearchRequest& request, const Matcher& matcher, Xapian::doccount first,
                       Xapian::doccount maxitems) {
    const Xapian::Query with = request.filtered_query();
    DocidSet set = matcher.find(with);
    const CollapsedMatches found = collapse_matches(request, matcher, Matches{set.docids(), {}});
    SearchResult result;
    CollapsedMSet& mset = result.mset;
    add_counts(request, matcher, found, mset);
    const Xapian::MSet top = matcher.rank_part(with, 0, 1);
    mset.max_weight = top.get_max_attained();
    const std::vector<Xapian::docid>& heads = found.heads.dids;
    if (is_ranking(request.sort)) {
        select_heads_by_weight(matcher, with, set, heads, first, maxitems, mset);
    } else {
        select_heads_by_value(request, matcher, with, found, first, maxitems, top, mset);
    }
    for (CollapsedItem& item : mset.items) {
        const auto at = std::lower_bound(heads.begin(), heads.end(), item.did);
        item.matching = found.matching[static_cast<std::size_t>(at - heads.begin())];
    }
    describe_items(request, matcher, nullptr, mset.items);
    result.matches.set = std::move(set);
    return result;
}

}  // namespace descry
