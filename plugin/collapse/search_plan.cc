#include "plugin/collapse/search_plan.h"

#include <algorithm>

#include "plugin/collapse/matching/boolean_match.h"

namespace descry {

namespace {

// Whether weights are needed and ranking everything is cheap.
bool ranks_terms(const SearchRequest& request, const Matcher& matcher, const Xapian::Query& with) {
    if (request.whole_limit == 0) return false;
    if (!needs_score(request.sort) && !request.heads_need_score()) return false;
    const std::optional<std::uint64_t> postings = postings_to_rank(matcher, with);
    // Without totals Xapian may stop early, which is cheaper for long posting lists.
    constexpr std::uint64_t POSTINGS_A_MATCH = 50;
    return postings && (request.totals || *postings <= POSTINGS_A_MATCH * request.whole_limit);
}

// Xapian ranks a whole conjunction in little more than the time of a page.
bool is_conjunction(const Xapian::Query& query) {
    const Xapian::Query::op type = query.get_type();
    return type == Xapian::Query::OP_AND || type == Xapian::Query::OP_NEAR ||
           type == Xapian::Query::OP_PHRASE;
}

}  // namespace

Plan& choose_plan(const SearchRequest& request, const Matcher& matcher) {
    if (matcher.has_remote()) return remote_page;
    const Xapian::Query with = request.filtered_query();
    if (!request.cutoff.empty() || !matcher.sets_are_possible(with) ||
        BooleanMatch(matcher.db()).bound(with) <= request.whole_limit ||
        ranks_terms(request, matcher, with) || (request.totals && is_conjunction(request.query)))
        return rank_whole;
    const bool page_by_rank = is_ranking(request.sort);
    if (!page_by_rank && needs_score(request.sort)) return rank_whole;
    const std::span<const Collapse> steps = request.active_collapses();
    if (steps.empty()) return page_by_rank ? ranked_page : by_values;
    if (!request.heads_need_score()) return by_values;
    const bool counts_heads = std::ranges::find(request.facets, FacetOver::HEADS,
                                                &FacetRequest::over) != request.facets.end();
    const bool first_of_each = page_by_rank && steps.size() == 1 &&
                               is_ranking(steps[0].head.order) && steps[0].head_filter.empty();
    return first_of_each && !counts_heads ? ranked_page : rank_whole;
}

void reject_remote(const std::string& what) {
    throw Xapian::UnimplementedError(what + " cannot be computed on a remote database");
}

}  // namespace descry
