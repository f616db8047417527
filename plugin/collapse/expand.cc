#include <algorithm>
#include <iterator>
#include <span>
#include <unordered_map>
#include <utility>

#include "plugin/collapse/matching/boolean_match.h"
#include "plugin/collapse/page_keys.h"
#include "plugin/collapse/search_plan.h"
#include "plugin/collapse/select_page.h"

namespace descry {

namespace {

std::vector<Xapian::docid> docids_of(const CollapsedMSet& page) {
    std::vector<Xapian::docid> dids;
    for (const CollapsedItem& item : page)
        dids.push_back(item.did);
    std::sort(dids.begin(), dids.end());
    return dids;
}

Matches matches_of_page(const Matches& matches, const GroupColumn& column,
                        const CollapsedMSet& page) {
    std::vector<std::uint32_t> numbers;
    for (const CollapsedItem& item : page)
        numbers.push_back(column.number_of(item.did));
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    if (!numbers.empty() && numbers.front() == 0) numbers.erase(numbers.begin());
    std::size_t members = 0;
    for (const std::uint32_t number : numbers)
        members += column.members(number).size();

    Matches those;
    const auto keep = [&](std::size_t i) {
        those.dids.push_back(matches.dids[i]);
        those.weights.push_back(matches.weight(i));
    };
    constexpr std::size_t MATCHES_A_LOOKUP = 8;
    if (members > matches.size() / MATCHES_A_LOOKUP) {
        for (std::size_t i = 0; i < matches.size(); ++i) {
            const std::uint32_t number = column.number_of(matches.dids[i]);
            if (std::binary_search(numbers.begin(), numbers.end(), number)) keep(i);
        }
        return those;
    }
    std::vector<Xapian::docid> dids;
    dids.reserve(members);
    for (const std::uint32_t number : numbers) {
        const std::span<const Xapian::docid> of_group = column.members(number);
        dids.insert(dids.end(), of_group.begin(), of_group.end());
    }
    std::sort(dids.begin(), dids.end());
    for (const Xapian::docid did : dids) {
        const auto at = std::lower_bound(matches.dids.begin(), matches.dids.end(), did);
        if (at != matches.dids.end() && *at == did)
            keep(static_cast<std::size_t>(at - matches.dids.begin()));
    }
    return those;
}

// The documents that share a key with one of the page (or have none, if that is a group).
DocidSet members_on(const Matcher& matcher, const CollapsedMSet& page, Xapian::valueno slot) {
    const Xapian::Database& db = matcher.db();
    DocidSet members(db.get_lastdocid());
    if (const auto column = matcher.values().groups(slot)) {
        for (const CollapsedItem& item : page) {
            const std::uint32_t number = column->number_of(item.did);
            if (number == 0) continue;
            for (const Xapian::docid did : column->members(number))
                members.insert(did);
        }
        return members;
    }
    PageKeys keys;
    for (const CollapsedItem& item : page) {
        const std::string key = value_of(db, item.did, slot);
        if (!key.empty()) keys.insert(key);
    }
    if (keys.empty()) return members;
    const Xapian::ValueIterator end = db.valuestream_end(slot);
    for (Xapian::ValueIterator value = db.valuestream_begin(slot); value != end; ++value) {
        if (keys.find(*value) != PageKeys::NONE) members.insert(value.get_docid());
    }
    return members;
}

struct Expansion {
    Xapian::valueno slot;
    Xapian::Query query;
    /// Uses the search's own query and filters.
    bool is_own;
    bool null_group;
    bool needs_weights;
};

Expansion expansion_of(const SearchRequest& request, const ExpandOptions& options) {
    const std::span<const Collapse> steps = request.active_collapses();
    if (!options.slot && steps.empty())
        throw Xapian::InvalidOperationError("expand: no slot is collapsed on, and none was named");
    return {
        options.slot ? *options.slot : steps.front().slot,
        filtered(options.query.value_or(request.query), options.filters.value_or(request.filters)),
        !options.query && !options.filters, options.null_group, needs_score(options.sort)};
}

// A superset of the page's members. Looks up single documents if there are few; matches everything
// if a group may be as large as the index.
Matches matches_among(const SearchRequest& request, const Matcher& matcher,
                      const FoundMatches& found, const CollapsedMSet& page,
                      const Expansion& expansion) {
    const auto& [slot, with, is_own, null_group, needs_weights] = expansion;
    if (is_own && found.ranked) {
        const auto column = null_group ? nullptr : matcher.values().groups(slot);
        return column ? matches_of_page(*found.ranked, *column, page) : *found.ranked;
    }
    if (is_own && !request.cutoff.empty()) return rank_own(request, matcher).matches;
    if (!matcher.sets_are_possible(with)) return rank_all(matcher, with).matches;
    const bool is_known = is_own && found.set;
    DocidSet set(0);
    if (null_group) {
        set = is_known ? *found.set : matcher.find(with);
    } else {
        set = members_on(matcher, page, slot);
        if (is_known) {
            set &= *found.set;
        } else {
            BooleanMatch(matcher.db()).restrict(with, set);
        }
    }
    Matches matches{set.docids(), {}};
    if (needs_weights) matches.weights = matcher.weights_of(with, matches.dids);
    return matches;
}

}  // namespace

std::vector<MemberGroup> expand_page(const SearchRequest& request, const Matcher& matcher,
                                     const FoundMatches& found, const CollapsedMSet& page,
                                     const ExpandOptions& options) {
    const Expansion expansion = expansion_of(request, options);
    const Xapian::valueno slot = expansion.slot;
    const std::span<const Collapse> steps = request.active_collapses();
    const ValueSource source = matcher.values();
    const std::vector<Xapian::docid> on_page = docids_of(page);

    const Matches matches = matches_among(request, matcher, found, page, expansion);
    std::vector<Xapian::docid> all;
    std::set_union(matches.dids.begin(), matches.dids.end(), on_page.begin(), on_page.end(),
                   std::back_inserter(all));
    const GroupNumbers numbers = group_numbers(source, slot, all);
    const auto number_of = [&](Xapian::docid did) {
        const auto at = std::lower_bound(all.begin(), all.end(), did);
        return numbers.of[static_cast<std::size_t>(at - all.begin())];
    };
    std::vector<MemberGroup> groups;
    std::unordered_map<std::uint32_t, std::size_t> by_number;
    for (const CollapsedItem& item : page) {
        const std::uint32_t number = number_of(item.did);
        if (number == 0 && !options.null_group) continue;
        if (!by_number.emplace(number, groups.size()).second) continue;
        const bool is_page_key = !steps.empty() && slot == steps.front().slot;
        groups.push_back({is_page_key ? item.key : key_of(source, item.did, slot), 0, {}});
    }
    // As in Solr, independent of the page.
    if (options.null_group && by_number.emplace(0, groups.size()).second) groups.emplace_back();

    std::vector<std::vector<MatchIndex>> members(groups.size());
    std::size_t in_all = 0;
    for (MatchIndex i = 0; i < matches.size(); ++i) {
        while (all[in_all] < matches.dids[i])
            ++in_all;
        const auto at = by_number.find(numbers.of[in_all]);
        if (at == by_number.end()) continue;
        if (!std::binary_search(on_page.begin(), on_page.end(), matches.dids[i]))
            members[at->second].push_back(i);
    }
    add_members(matcher, expansion.query, matches, DocumentOrder(source, options.sort, matches),
                std::move(members), 0, options.rows, groups);
    std::erase_if(groups, [](const MemberGroup& group) { return group.matches == 0; });
    return groups;
}

void add_members(const Matcher& matcher, const Xapian::Query& query, const Matches& matches,
                 const DocumentOrder& order, std::vector<std::vector<MatchIndex>> members,
                 Xapian::doccount start, Xapian::doccount rows, std::vector<MemberGroup>& groups) {
    std::vector<Xapian::docid> dids;
    for (std::size_t group = 0; group < groups.size(); ++group) {
        groups[group].matches = static_cast<Xapian::doccount>(members[group].size());
        for (const MatchIndex i : order.page_of(std::move(members[group]), start, rows)) {
            groups[group].members.push_back({matches.dids[i], matches.weight(i)});
            dids.push_back(matches.dids[i]);
        }
    }
    if (!matches.weights.empty()) return;
    const std::vector<double> weights = matcher.weights_of(query, dids);
    auto weight = weights.begin();
    for (MemberGroup& group : groups) {
        for (FoundMember& member : group.members)
            member.weight = *weight++;
    }
}

}  // namespace descry
