#include <unordered_map>
#include <utility>

#include "plugin/collapse/collapse_matches.h"
#include "plugin/collapse/search_plan.h"
#include "plugin/collapse/select_page.h"

namespace descry {

namespace {

Matches matches_of(const SearchRequest& request, const Matcher& matcher, bool needs_weights) {
    const Xapian::Query with = request.filtered_query();
    if (needs_weights || !request.cutoff.empty() || !matcher.sets_are_possible(with))
        return rank_own(request, matcher).matches;
    return {matcher.find(with).docids(), {}};
}

}  // namespace

GroupedMSet page_of_groups(const SearchRequest& request, const Matcher& matcher,
                           Xapian::doccount first, Xapian::doccount maxgroups,
                           const GroupOptions& options) {
    const std::span<const Collapse> steps = request.active_collapses();
    const bool has_slot = !steps.empty();
    const ValueSource source = matcher.values();
    const SortOrder& order_within = options.sort.empty() ? request.sort : options.sort;
    const Matches matches =
        matches_of(request, matcher, needs_score(request.sort) || needs_score(order_within));
    GroupNumbers numbers;
    if (has_slot) {
        numbers = group_numbers(source, steps.front().slot, matches.dids);
    } else {
        numbers.of.assign(matches.size(), 0);
    }
    apply_null_policy(numbers, has_slot ? options.null_policy : NullPolicy::EXPAND);
    const DocumentOrder between(source, request.sort, matches);
    const DocumentOrder within(source, order_within, matches);
    const Heads heads = choose_heads(numbers, between);

    GroupedMSet mset;
    mset.first = first;
    mset.matches = static_cast<Xapian::doccount>(matches.size());
    mset.groups = static_cast<Xapian::doccount>(heads.matches.size());
    std::unordered_map<std::uint32_t, std::size_t> shown;
    for (const MatchIndex head : between.page_of(heads.matches, first, maxgroups)) {
        shown.emplace(numbers.of[head], mset.items.size());
        MemberGroup group;
        if (has_slot) group.key = key_of(source, matches.dids[head], steps.front().slot);
        mset.items.push_back(std::move(group));
    }
    std::vector<std::vector<MatchIndex>> members(mset.items.size());
    for (MatchIndex i = 0; i < matches.size(); ++i) {
        const auto at = shown.find(numbers.of[i]);
        if (at != shown.end()) members[at->second].push_back(i);
    }
    add_members(matcher, request.filtered_query(), matches, within, std::move(members),
                options.offset, options.limit, mset.items);
    return mset;
}

}  // namespace descry
