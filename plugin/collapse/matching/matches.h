/** @file matches.h
 *  @brief The documents that match a query, as arrays that run side by side.
 */
#ifndef DESCRY_PLUGIN_COLLAPSE_MATCHING_MATCHES_H
#define DESCRY_PLUGIN_COLLAPSE_MATCHING_MATCHES_H

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <xapian.h>

namespace descry {

/// Documents ascending by docid. Further arrays that belong to them (group numbers, ranks) have an
/// entry for each at the same index.
struct Matches {
    std::vector<Xapian::docid> dids;
    /// Empty when nobody asked for them.
    std::vector<double> weights;

    std::size_t size() const { return dids.size(); }
    double weight(std::size_t i) const { return weights.empty() ? 0 : weights[i]; }
};

/// All that matches, with weights.
struct Ranking {
    Matches matches;
    /// Of all weights.
    double greatest = 0;
    /// What Xapian shows for a weight of this ranking, 0 to 100.
    std::function<int(double)> percent_of = [](double) { return 100; };
};

/// An index into Matches.
using MatchIndex = std::uint32_t;

/// Every document that @a enquire's query finds, with its weight.
Matches weighted_matches(const Xapian::MSet& mset);

/// Those at @a indexes, which ascend.
Matches part_of(const Matches& matches, std::span<const MatchIndex> indexes);

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_MATCHING_MATCHES_H
