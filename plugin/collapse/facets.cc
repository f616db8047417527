#include "collapse/facets.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace descry {

namespace {

FacetCounts counts_of(Xapian::valueno slot, const std::vector<std::string>& values,
                      const std::vector<Xapian::doccount>& counts) {
    FacetCounts facet;
    facet.slot = slot;
    facet.missing = counts.front();
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (counts[i + 1] != 0) facet.values.push_back({values[i], counts[i + 1]});
    }
    return facet;
}

}  // namespace

FacetCounts count_values(const ValueSource& source, Xapian::valueno slot,
                         std::span<const Xapian::docid> dids) {
    const ValueOrdinals ordinals = value_ordinals(source, slot, dids);
    std::vector<Xapian::doccount> counts(ordinals.distinct->values.size() + 1);
    for (const std::uint32_t ordinal : ordinals.of)
        ++counts[ordinal];
    return counts_of(slot, ordinals.distinct->values, counts);
}

FacetCounts count_groups(const ValueSource& source, Xapian::valueno slot,
                         std::span<const Xapian::docid> dids, const GroupNumbers& groups) {
    const ValueOrdinals ordinals = value_ordinals(source, slot, dids);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    pairs.reserve(dids.size());
    for (std::size_t i = 0; i < dids.size(); ++i)
        pairs.emplace_back(ordinals.of[i], groups.of[i]);
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    std::vector<Xapian::doccount> counts(ordinals.distinct->values.size() + 1);
    for (const auto& [ordinal, group] : pairs)
        ++counts[ordinal];
    return counts_of(slot, ordinals.distinct->values, counts);
}

void add_facets(const SearchRequest& request, const Matcher& matcher, const CollapsedMatches& found,
                CollapsedMSet& mset) {
    const bool is_collapsed = !request.active_collapses().empty();
    for (const FacetRequest& facet : request.facets) {
        const bool by_group = facet.over == FacetOver::GROUPS && is_collapsed;
        const std::vector<Xapian::docid>& counted =
            facet.over == FacetOver::HEADS ? found.heads.dids : found.matches.dids;
        if (facet.slot != Xapian::BAD_VALUENO) {
            const ValueSource source = matcher.values();
            mset.facets.push_back(by_group ? count_groups(source, facet.slot, counted, found.groups)
                                           : count_values(source, facet.slot, counted));
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

}  // namespace descry
