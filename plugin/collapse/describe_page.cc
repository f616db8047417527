#include <algorithm>
#include <span>
#include <unordered_set>
#include <utility>

#include "plugin/base/key_interner.h"
#include "plugin/collapse/page_keys.h"
#include "plugin/collapse/select_page.h"

namespace descry {

namespace {

// Counts the values of a slot over some documents (ascending). With @a groups (one entry per
// document), counts the groups with each value; documents of number 0 are one group.
FacetCounts count_values(const ValueSource& source, Xapian::valueno slot,
                         std::span<const Xapian::docid> dids, const GroupNumbers* groups) {
    const ValueOrdinals ordinals = value_ordinals(source, slot, dids);
    std::vector<Xapian::doccount> counts(ordinals.distinct->values.size() + 1);
    if (groups != nullptr) {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
        pairs.reserve(dids.size());
        for (std::size_t i = 0; i < dids.size(); ++i)
            pairs.emplace_back(ordinals.of[i], groups->of[i]);
        std::sort(pairs.begin(), pairs.end());
        pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
        for (const auto& [ordinal, group] : pairs)
            ++counts[ordinal];
    } else {
        for (const std::uint32_t ordinal : ordinals.of)
            ++counts[ordinal];
    }
    FacetCounts facet;
    facet.slot = slot;
    facet.missing = counts.front();
    for (std::size_t i = 0; i + 1 < counts.size(); ++i) {
        if (counts[i + 1] != 0)
            facet.values.push_back({ordinals.distinct->values[i], counts[i + 1]});
    }
    return facet;
}

Xapian::doccount count_numbers(const GroupColumn& column, const DocidSet& set,
                               Xapian::doccount& without_key) {
    DocidSet seen(column.last());
    set.for_each([&](Xapian::docid did) {
        const std::uint32_t number = column.number_of(did);
        seen.insert(number);
        without_key += number == 0 ? 1 : 0;
    });
    return seen.size() - (seen.contains(0) ? 1 : 0);
}

// Describes items in one walk over the slot's values, for the page's keys and those of all matches.
// Returns the number of groups in the set with a key.
Xapian::doccount describe_by_walk(const Xapian::Database& db, Xapian::valueno slot,
                                  const DocidSet* set, std::vector<CollapsedItem>& items,
                                  Xapian::doccount& without_key) {
    PageKeys keys;
    std::vector<std::uint32_t> key_of;
    for (const CollapsedItem& item : items)
        key_of.push_back(item.key.empty() ? PageKeys::NONE : keys.insert(item.key));
    std::vector<Xapian::doccount> sizes(items.size());
    std::vector<Xapian::doccount> matching(items.size());
    KeyInterner numbers;
    Xapian::doccount with_key = 0;
    if (!keys.empty() || set != nullptr) {
        const Xapian::ValueIterator end = db.valuestream_end(slot);
        for (Xapian::ValueIterator value = db.valuestream_begin(slot); value != end; ++value) {
            const bool matches = set != nullptr && set->contains(value.get_docid());
            const std::string bytes = *value;
            if (matches) {
                ++with_key;
                numbers.number_of(bytes);
            }
            const std::uint32_t key = keys.find(bytes);
            if (key == PageKeys::NONE) continue;
            ++sizes[key];
            matching[key] += matches ? 1 : 0;
        }
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (key_of[i] == PageKeys::NONE) continue;
        items[i].size = sizes[key_of[i]];
        if (set != nullptr) items[i].matching = matching[key_of[i]];
    }
    if (set != nullptr) without_key = set->size() - with_key;
    return numbers.last();
}

Xapian::doccount describe_by_column(const GroupColumn& column, const DocidSet* set,
                                    std::vector<CollapsedItem>& items,
                                    Xapian::doccount& without_key) {
    for (CollapsedItem& item : items) {
        const std::uint32_t number = column.number_of(item.did);
        if (number == 0) continue;
        const std::span<const Xapian::docid> members = column.members(number);
        item.size = static_cast<Xapian::doccount>(members.size());
        if (set == nullptr) continue;
        item.matching = static_cast<Xapian::doccount>(std::count_if(
            members.begin(), members.end(), [&](Xapian::docid did) { return set->contains(did); }));
    }
    return set == nullptr ? 0 : count_numbers(column, *set, without_key);
}

}  // namespace

void add_facets(const SearchRequest& request, const Matcher& matcher, const CollapsedMatches& found,
                CollapsedMSet& mset) {
    const bool is_collapsed = !request.active_collapses().empty();
    for (const FacetRequest& facet : request.facets) {
        const bool by_group = facet.over == FacetOver::GROUPS && is_collapsed;
        const std::vector<Xapian::docid>& counted =
            facet.over == FacetOver::HEADS ? found.heads.dids : found.matches.dids;
        if (facet.slot != Xapian::BAD_VALUENO) {
            mset.facets.push_back(count_values(matcher.values(), facet.slot, counted,
                                               by_group ? &found.groups : nullptr));
            continue;
        }
        const std::vector<MatchIndex> both = matcher.matching_of(facet.query, counted);
        std::unordered_set<std::uint32_t> groups;
        if (by_group) {
            for (const MatchIndex i : both)
                groups.insert(found.groups.of[i]);
        }
        mset.facet_queries.push_back(
            static_cast<Xapian::doccount>(by_group ? groups.size() : both.size()));
    }
}

void add_counts(const SearchRequest& request, const Matcher& matcher, const CollapsedMatches& found,
                CollapsedMSet& mset) {
    mset.matches = static_cast<Xapian::doccount>(found.matches.size());
    mset.groups = static_cast<Xapian::doccount>(found.heads.size());
    add_facets(request, matcher, found, mset);
}

std::string key_of(const ValueSource& source, Xapian::docid did, Xapian::valueno slot) {
    const auto column = source.groups(slot);
    return column ? column->key_of(did) : value_of(source.db, did, slot);
}

Xapian::doccount describe_items(const SearchRequest& request, const Matcher& matcher,
                                const DocidSet* set, std::vector<CollapsedItem>& items) {
    const std::span<const Collapse> steps = request.active_collapses();
    if (steps.empty()) return 0;
    const Xapian::valueno slot = steps.front().slot;
    const NullPolicy nulls = steps.front().null_policy;
    const Xapian::Database& db = matcher.db();
    const auto column = matcher.values().groups(slot);
    for (CollapsedItem& item : items)
        item.key = column ? column->key_of(item.did) : value_of(db, item.did, slot);
    if (!request.totals) return 0;
    Xapian::doccount without_key = 0;
    const Xapian::doccount groups = column ? describe_by_column(*column, set, items, without_key)
                                           : describe_by_walk(db, slot, set, items, without_key);
    for (CollapsedItem& item : items) {
        if (!item.key.empty() || nulls != NullPolicy::COLLAPSE) continue;
        item.size = db.get_doccount() - db.get_value_freq(slot);
        if (set != nullptr) item.matching = without_key;
    }
    return set == nullptr ? 0 : with_nulls(groups, without_key, nulls);
}

}  // namespace descry
