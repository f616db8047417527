/** @file document_order.h
 *  @brief Which of two matches comes first by a SortOrder.
 */
#ifndef DESCRY_PLUGIN_COLLAPSE_MATCHING_DOCUMENT_ORDER_H
#define DESCRY_PLUGIN_COLLAPSE_MATCHING_DOCUMENT_ORDER_H

#include <cstdint>
#include <vector>

#include <descry/collapse/sort_order.h>

#include "collapse/matching/matches.h"
#include "collapse/values/slot_reader.h"

namespace descry {

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

#endif  // DESCRY_PLUGIN_COLLAPSE_MATCHING_DOCUMENT_ORDER_H
