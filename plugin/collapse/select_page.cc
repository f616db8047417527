#include "plugin/collapse/select_page.h"

#include <algorithm>
#include <utility>

#include "plugin/collapse/matching/boolean_match.h"

namespace descry {

// Ranking more documents than needed costs little (80 instead of 10: a tenth), and ranking again
// doubles the cost. So the first attempt suffices for groups of four on a first page, and half as
// many again on a late one. If too few results are found, the ranking continues, four times as far.
void select_ranked(const Matcher& matcher, const Xapian::Query& query, Xapian::doccount first,
                   Xapian::doccount maxitems, const Passes& passes, CollapsedMSet& mset,
                   int least_percent) {
    const std::uint64_t all = matcher.db().get_doccount();
    const std::uint64_t wanted = std::uint64_t{first} + maxitems;
    std::uint64_t results = 0;
    constexpr std::uint64_t MAX_EXTRA = 100;
    std::uint64_t begin = 0;
    std::uint64_t end = all;
    if (BooleanMatch::may_rank_a_part(query))
        end = std::min(wanted + wanted / 2 + std::min(3 * wanted, MAX_EXTRA), all);
    do {
        const Xapian::MSet ranking = matcher.rank_part(
            query, static_cast<Xapian::doccount>(begin),
            static_cast<Xapian::doccount>(std::max<std::uint64_t>(end - begin, 1)));
        const auto is_cut_off = [&](const Xapian::MSetIterator& at) {
            return at != ranking.end() && at.get_percent() < least_percent;
        };
        if (is_cut_off(ranking.begin())) break;
        // Includes documents below the cutoff.
        if (!ranking.empty())
            mset.max_weight = std::max(mset.max_weight, ranking.get_max_attained());
        for (auto at = ranking.begin(); at != ranking.end() && results < wanted; ++at) {
            if (is_cut_off(at)) return;
            if (!passes(at) || results++ < first) continue;
            mset.items.push_back({.did = *at,
                                  .weight = at.get_weight(),
                                  .percent = at.get_percent(),
                                  .key = at.get_collapse_key()});
        }
        if (ranking.size() != end - begin) break;
        begin = std::exchange(end, std::min(4 * end, all));
    } while (results < wanted && begin < end);
}

}  // namespace descry
