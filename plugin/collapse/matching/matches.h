/** @file matches.h
 *  @brief Matching documents as parallel arrays, and comparison of two by a SortOrder.
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

/// Documents ascending by docid. Other arrays (group numbers, ranks) use the same indexes.
struct Matches {
    std::vector<Xapian::docid> dids;
    /// Empty if not requested.
    std::vector<double> weights;

    std::size_t size() const { return dids.size(); }
    double weight(std::size_t i) const { return weights.empty() ? 0 : weights[i]; }
};

struct Ranking {
    Matches matches;
    double greatest = 0;
    /// Xapian's percentage for a weight of this ranking, 0 to 100.
    std::function<int(double)> percent_of = [](double) { return 100; };
};

using MatchIndex = std::uint32_t;

/// Ascending by docid, with weights.
Matches weighted_matches(const Xapian::MSet& mset);

/// @param indexes ascending
Matches part_of(const Matches& matches, std::span<const MatchIndex> indexes);

/// An order of the documents of one Matches.
class DocumentOrder {
  public:
    /// @param matches with weights if @a order needs them; must outlive this object
    /// @exception Xapian::InvalidArgumentError a value that must be a number is not
    DocumentOrder(const ValueSource& source, const SortOrder& order, const Matches& matches);

    /// Whether match @a a comes before @a b; a strict total order.
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

    /// The first @a count of @a candidates in order, after skipping @a start.
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
