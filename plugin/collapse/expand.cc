#include <algorithm>
#include <iterator>
#include <span>
#include <unordered_map>
#include <utility>

#include "collapse/collapse_search.h"
#include "collapse/matching/boolean_match.h"
#include "collapse/page_keys.h"

namespace descry {

using Internal = CollapsingEnquire::Internal;

namespace {

std::vector<Xapian::docid> docids_of(const CollapsedMSet& page) {
    std::vector<Xapian::docid> dids;
    for (const CollapsedItem& item : page)
        dids.push_back(item.did);
    std::sort(dids.begin(), dids.end());
    return dids;
}

// Those matches that share a key with a document of the page.
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

}  // namespace

// The documents that share a key with one of the page (or have none, where that is a group).
DocidSet Internal::members_on(const CollapsedMSet& page, Xapian::valueno slot) const {
    DocidSet members(db.get_lastdocid());
    if (const auto column = source().groups(slot)) {
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

// Few documents are asked about; all of them where a group may be as large as the index.
Matches Internal::matches_among(const Xapian::Query& with, bool is_own, const CollapsedMSet& page,
                                Xapian::valueno slot, bool null_group, bool weighted) const {
    Matches matches;
    if (is_own && last.ranked) {
        const auto column = null_group ? nullptr : source().groups(slot);
        return column ? matches_of_page(*last.ranked, *column, page) : *last.ranked;
    }
    if (is_own && !cutoff.empty()) return rank_own().matches;
    if (!sets_are_possible(with)) return rank_all(with).matches;
    DocidSet set =
        null_group ? (is_own && last.set ? *last.set : find(with)) : members_on(page, slot);
    if (!null_group) {
        if (is_own && last.set) {
            set &= *last.set;
        } else {
            BooleanMatch(db).restrict(with, set);
        }
    }
    matches.dids = set.docids();
    if (weighted) matches.weights = weights_of(with, matches.dids);
    return matches;
}

std::vector<MemberGroup> Internal::expand(const CollapsedMSet& page,
                                          const ExpandOptions& options) const {
    const std::vector<Collapse> steps = active();
    if (!options.slot && steps.empty())
        throw Xapian::InvalidOperationError("expand: no slot is collapsed on, and none was named");
    const Xapian::valueno slot = options.slot ? *options.slot : steps.front().slot;
    const Xapian::Query with =
        filtered(options.query.value_or(query), options.filters.value_or(filters));
    const bool is_own = !options.query && !options.filters;
    const std::vector<Xapian::docid> on_page = docids_of(page);

    // The groups of the page, by the number that is common to them and their members.
    const Matches matches =
        matches_among(with, is_own, page, slot, options.null_group, needs_score(options.sort));
    std::vector<Xapian::docid> all;
    std::set_union(matches.dids.begin(), matches.dids.end(), on_page.begin(), on_page.end(),
                   std::back_inserter(all));
    const GroupNumbers numbers = group_numbers(source(), slot, all);
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
        groups.push_back({is_page_key ? item.key : key_of(item.did, slot), 0, {}});
    }
    // As in Solr, whatever is on the page.
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
    const DocumentOrder order(source(), options.sort, matches);
    for (std::size_t group = 0; group < groups.size(); ++group) {
        groups[group].matches = static_cast<Xapian::doccount>(members[group].size());
        for (const MatchIndex i : order.page_of(std::move(members[group]), 0, options.rows))
            groups[group].members.push_back({matches.dids[i], matches.weight(i)});
    }
    std::erase_if(groups, [](const MemberGroup& group) { return group.matches == 0; });
    if (matches.weights.empty()) add_weights(with, groups);
    return groups;
}

void Internal::add_weights(const Xapian::Query& with, std::vector<MemberGroup>& groups) const {
    std::vector<Xapian::docid> dids;
    for (const MemberGroup& group : groups) {
        for (const FoundMember& member : group.members)
            dids.push_back(member.did);
    }
    std::sort(dids.begin(), dids.end());
    const std::vector<double> weights = weights_of(with, dids);
    for (MemberGroup& group : groups) {
        for (FoundMember& member : group.members) {
            const auto at = std::lower_bound(dids.begin(), dids.end(), member.did);
            member.weight = weights[static_cast<std::size_t>(at - dids.begin())];
        }
    }
}

}  // namespace descry
