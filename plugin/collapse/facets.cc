#include "collapse/facets.h"

#include <algorithm>
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

}  // namespace descry
