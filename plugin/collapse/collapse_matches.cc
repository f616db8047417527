#include "plugin/collapse/collapse_matches.h"

#include <bit>
#include <cstddef>
#include <numeric>
#include <utility>

#include <descry/collapse/collapse.h>

namespace descry {

namespace {

// Renumbers sparse groups, since an array by the index's numbers would take long to clear.
GroupNumbers few_numbers(const GroupNumbers& groups) {
    struct Cell {
        std::uint32_t number = 0;  // 0: free
        std::uint32_t fewer = 0;
    };
    std::vector<Cell> cells(std::bit_ceil(2 * groups.of.size() + 1));
    GroupNumbers few{std::vector<std::uint32_t>(groups.of.size())};
    for (std::size_t i = 0; i < groups.of.size(); ++i) {
        const std::uint32_t number = groups.of[i];
        if (number == 0) continue;
        constexpr std::size_t MULTIPLIER = 0x9e3779b1;
        std::size_t at = number * MULTIPLIER & (cells.size() - 1);
        while (cells[at].number != 0 && cells[at].number != number)
            at = (at + 1) & (cells.size() - 1);
        if (cells[at].number == 0) cells[at] = {number, ++few.last};
        few.of[i] = cells[at].fewer;
    }
    return few;
}

void apply(const Collapse& step, bool is_first, const Matcher& matcher, CollapsedMatches& found) {
    const ValueSource source = matcher.values();
    GroupNumbers groups = group_numbers(source, step.slot, found.heads.dids);
    if (is_first) found.groups = groups;
    apply_null_policy(groups, step.null_policy);
    const auto keep = [&](const std::vector<MatchIndex>& kept) {
        found.heads = part_of(found.heads, kept);
        std::vector<Xapian::doccount> matching;
        matching.reserve(kept.size());
        for (const MatchIndex i : kept)
            matching.push_back(found.matching[i]);
        found.matching = std::move(matching);
    };
    Heads heads = choose_heads(groups, DocumentOrder(source, step.head.order, found.heads));
    if (is_first) {
        found.heads = part_of(found.heads, heads.matches);
        found.matching = std::move(heads.sizes);
    } else {
        keep(heads.matches);
    }
    if (!step.head_filter.empty()) keep(matcher.matching_of(step.head_filter, found.heads.dids));
}

}  // namespace

void apply_null_policy(GroupNumbers& groups, NullPolicy policy) {
    if (policy == NullPolicy::IGNORE) return;
    if (policy == NullPolicy::COLLAPSE) ++groups.last;
    for (std::uint32_t& number : groups.of) {
        if (number == 0) number = policy == NullPolicy::COLLAPSE ? groups.last : ++groups.last;
    }
}

Xapian::doccount with_nulls(Xapian::doccount groups, Xapian::doccount without_key,
                            NullPolicy policy) {
    if (policy == NullPolicy::IGNORE) return groups;
    if (policy == NullPolicy::EXPAND) return groups + without_key;
    return groups + (without_key > 0 ? 1 : 0);
}

Heads choose_heads(const GroupNumbers& groups, const DocumentOrder& order) {
    constexpr MatchIndex NONE = ~MatchIndex{0};
    if (groups.last > 4 * groups.of.size()) return choose_heads(few_numbers(groups), order);
    std::vector<MatchIndex> head_of(std::size_t{groups.last} + 1, NONE);
    std::vector<Xapian::doccount> size_of(head_of.size());
    for (MatchIndex i = 0; i < groups.of.size(); ++i) {
        const std::uint32_t group = groups.of[i];
        if (group == 0) continue;
        ++size_of[group];
        MatchIndex& head = head_of[group];
        if (head == NONE || order.before(i, head)) head = i;
    }
    Heads heads;
    for (MatchIndex i = 0; i < groups.of.size(); ++i) {
        const std::uint32_t group = groups.of[i];
        if (group == 0 || head_of[group] != i) continue;
        heads.matches.push_back(i);
        heads.sizes.push_back(size_of[group]);
    }
    return heads;
}

CollapsedMatches collapse_matches(const SearchRequest& request, const Matcher& matcher,
                                  Matches matches) {
    CollapsedMatches found;
    found.matches = std::move(matches);
    const std::span<const Collapse> steps = request.active_collapses();
    found.heads = found.matches;
    for (std::size_t i = 0; i < steps.size(); ++i)
        apply(steps[i], i == 0, matcher, found);
    if (steps.empty()) found.matching.assign(found.heads.size(), 1);
    return found;
}

std::vector<MatchIndex> page_of_heads(const SearchRequest& request, const Matcher& matcher,
                                      const CollapsedMatches& found, Xapian::doccount first,
                                      Xapian::doccount maxitems) {
    std::vector<MatchIndex> all(found.heads.size());
    std::iota(all.begin(), all.end(), MatchIndex{0});
    const DocumentOrder order(matcher.values(), request.sort, found.heads);
    return order.page_of(std::move(all), first, maxitems);
}

HeadRule HeadRule::score() {
    return {};
}

HeadRule HeadRule::min(Xapian::valueno slot) {
    return {{SortKey::value(slot, ValueType::NUMBER, true)}};
}

HeadRule HeadRule::max(Xapian::valueno slot) {
    return {{SortKey::value(slot, ValueType::NUMBER, false)}};
}

HeadRule HeadRule::sort(SortOrder order) {
    return {std::move(order)};
}

}  // namespace descry
