#include <numeric>
#include <utility>
#include <vector>

#include "plugin/collapse/collapse_matches.h"
#include "plugin/collapse/matching/term_ranking.h"
#include "plugin/collapse/search_plan.h"
#include "plugin/collapse/select_page.h"

namespace descry {

namespace {

std::optional<TermRanking> term_ranking(const Matcher& matcher, const Xapian::Query& query) {
    if (!matcher.has_default_weights() || !TermRanking::is_exact()) return std::nullopt;
    return TermRanking::of(matcher.db(), query);
}

}  // namespace

std::optional<std::uint64_t> postings_to_rank(const Matcher& matcher, const Xapian::Query& query) {
    const std::optional<TermRanking> ranking = term_ranking(matcher, query);
    return ranking ? std::optional(ranking->postings()) : std::nullopt;
}

Ranking rank_all(const Matcher& matcher, const Xapian::Query& query) {
    const std::optional<TermRanking> ranking = term_ranking(matcher, query);
    return ranking ? ranking->rank(matcher.values().lengths().get()) : matcher.rank_all(query);
}

// Enquire::set_cutoff() may crash Xapian 1.4 (OP_XOR, OP_MAX), and has no percentages by value.
Ranking rank_own(const SearchRequest& request, const Matcher& matcher) {
    Ranking ranking = rank_all(matcher, request.filtered_query());
    const Cutoff& cutoff = request.cutoff;
    if (cutoff.empty()) return ranking;
    std::vector<MatchIndex> kept;
    for (MatchIndex i = 0; i < ranking.matches.size(); ++i) {
        const double weight = ranking.matches.weight(i);
        if (weight >= cutoff.weight && ranking.percent_of(weight) >= cutoff.percent)
            kept.push_back(i);
    }
    ranking.matches = part_of(ranking.matches, kept);
    if (kept.empty()) ranking.greatest = 0;
    return ranking;
}

SearchResult rank_whole(const SearchRequest& request, const Matcher& matcher,
                        Xapian::doccount first, Xapian::doccount maxitems) {
    Ranking ranking = rank_own(request, matcher);
    CollapsedMatches found = collapse_matches(request, matcher, std::move(ranking.matches));
    SearchResult result;
    CollapsedMSet& mset = result.mset;
    mset.max_weight = ranking.greatest;
    for (const MatchIndex i : page_of_heads(request, matcher, found, first, maxitems)) {
        const double weight = found.heads.weight(i);
        mset.items.push_back({.did = found.heads.dids[i],
                              .weight = weight,
                              .percent = ranking.percent_of(weight),
                              .matching = found.matching[i]});
    }
    describe_items(request, matcher, nullptr, mset.items);
    add_counts(request, matcher, found, mset);
    result.matches.ranked = std::move(found.matches);
    return result;
}

}  // namespace descry
