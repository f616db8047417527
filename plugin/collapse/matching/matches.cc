#include "collapse/matching/matches.h"

#include <algorithm>
#include <utility>

namespace descry {

Matches weighted_matches(const Xapian::MSet& mset) {
    std::vector<std::pair<Xapian::docid, double>> items;
    items.reserve(mset.size());
    for (auto item = mset.begin(); item != mset.end(); ++item)
        items.emplace_back(*item, item.get_weight());
    std::sort(items.begin(), items.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    Matches matches;
    matches.dids.reserve(items.size());
    matches.weights.reserve(items.size());
    for (const auto& [did, weight] : items) {
        matches.dids.push_back(did);
        matches.weights.push_back(weight);
    }
    return matches;
}

Matches part_of(const Matches& matches, std::span<const MatchIndex> indexes) {
    Matches part;
    part.dids.reserve(indexes.size());
    for (const MatchIndex i : indexes)
        part.dids.push_back(matches.dids[i]);
    if (matches.weights.empty()) return part;
    part.weights.reserve(indexes.size());
    for (const MatchIndex i : indexes)
        part.weights.push_back(matches.weights[i]);
    return part;
}

}  // namespace descry
