/** @file matches.h
 *  @brief The documents that match a query, as arrays that run side by side, and which of two comes
 *         first by a SortOrder.
 */
#ifndef DESCRY_PLUGIN_COLLAPSE_MATCHING_MATCHES_H
#define DESCRY_PLUGIN_COLLAPSE_MATCHING_MATCHES_H

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <xapian.h>

#include <descry/collapse/sort_order.h>

#include "plugin/collapse/values/slot_reader.h"

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

/// The order of the documents of one Matches.
class DocumentOrder {
  public:
    /// @param matches with weights when @a order needs them; must outlive this
    /// @exception Xapian::InvalidArgumentError a value is no number where one is asked for
    DocumentOrder(const ValueSource& source, const SortOrder& order, const Matches& matches);

    /// Whether match @a a comes before @a b. Equal only for a == b.
    bool before(MatchIndex a, MatchIndex b) const {
        for (const Criterion& by : criteria_) {
            if (by.ranks.empty()) {
                const double weight_a = matches_.weight(a);
                const double weight_b = matches_.weight(b);
                if (weight_a != weight_b) return (weight_a < weight_b) == by.ascending;
            } else if (by.ranks[a] != by.ranks[b]) {
                return (by.ranks[a] < by.ranks[b]) == by.ascending;
            }
        }
        return a < b;
    }

    /// The @a count first of @a candidates, after @a start of them, in order.
    std::vector<MatchIndex> page_of(std::vector<MatchIndex> candidates, std::size_t start,
                                    std::size_t count) const;

  private:
    struct Criterion {
        bool ascending;
        std::vector<std::uint32_t> ranks;  // empty: by weight
    };

    const Matches& matches_;
    std::vector<Criterion> criteria_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_MATCHING_MATCHES_H
