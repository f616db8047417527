#include "plugin/collapse/matching/matches.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

namespace descry {

Matches weighted_matches(const Xapian::MSet& mset) {
    std::vector<std::pair<Xapian::docid, double>> items;
    items.reserve(mset.size());
    for (auto item = mset.begin(); item != mset.end(); ++item)
        items.emplace_back(*item, item.get_weight());
    std::ranges::sort(items, {}, &std::pair<Xapian::docid, double>::first);
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

namespace {

// Only values of matching documents must be numbers.
void check_numbers(const ValueOrdinals& ordinals, const Matches& matches, Xapian::valueno slot) {
    const DistinctValues& distinct = *ordinals.distinct;
    if (!distinct.no_number) return;
    for (std::size_t i = 0; i < ordinals.of.size(); ++i) {
        if (ordinals.of[i] == 0 || is_sortable_number(distinct.values[ordinals.of[i] - 1]))
            continue;
        throw Xapian::InvalidArgumentError(
            "slot " + std::to_string(slot) + " of document " + std::to_string(matches.dids[i]) +
            " does not hold a number (of Xapian::sortable_serialise); compare it as a string");
    }
}

// The rank of a missing value among doubled ordinals: the value at i has 2 * i + 2.
std::uint32_t missing_rank(const SortKey& key, const std::vector<std::string>& values) {
    using Missing = SortKey::Missing;
    const bool is_string = key.type == ValueType::STRING;
    const bool is_last =
        key.missing == Missing::LAST || (key.missing == Missing::LAST_OR_ZERO && is_string);
    if (is_last || key.missing == Missing::FIRST) {
        const bool is_lowest = is_last != key.ascending;
        return is_lowest ? 0 : std::numeric_limits<std::uint32_t>::max();
    }
    if (is_string) return 0;
    const std::string zero = Xapian::sortable_serialise(0);
    const auto at = std::lower_bound(values.begin(), values.end(), zero);
    const auto below = static_cast<std::uint32_t>(at - values.begin());
    return at != values.end() && *at == zero ? 2 * below + 2 : 2 * below + 1;
}

std::vector<std::uint32_t> ranks_of(const ValueSource& source, const SortKey& key,
                                    const Matches& matches) {
    ValueOrdinals ordinals = value_ordinals(source, key.slot, matches.dids);
    if (key.type != ValueType::STRING) check_numbers(ordinals, matches, key.slot);
    const std::uint32_t missing = missing_rank(key, ordinals.distinct->values);
    for (std::uint32_t& rank : ordinals.of)
        rank = rank == 0 ? missing : 2 * rank;
    return std::move(ordinals.of);
}

}  // namespace

DocumentOrder::DocumentOrder(const ValueSource& source, const SortOrder& order,
                             const Matches& matches)
    : matches_(matches) {
    if (matches.dids.empty()) return;
    if (order.empty()) criteria_.push_back({false, {}});
    for (const SortKey& key : order) {
        switch (key.by) {
            case SortKey::By::SCORE:
                criteria_.push_back({key.ascending, {}});
                break;
            case SortKey::By::DOCID: {
                std::vector<std::uint32_t> ranks(matches.size());
                std::iota(ranks.begin(), ranks.end(), 0u);
                criteria_.push_back({key.ascending, std::move(ranks)});
                return;  // which leaves no ties
            }
            case SortKey::By::VALUE:
                criteria_.push_back({key.ascending, ranks_of(source, key, matches)});
                break;
        }
    }
}

std::vector<MatchIndex> DocumentOrder::page_of(std::vector<MatchIndex> candidates,
                                               std::size_t start, std::size_t count) const {
    if (start >= candidates.size() || count == 0) return {};
    count = std::min(count, candidates.size() - start);
    const auto by_order = [this](MatchIndex a, MatchIndex b) { return before(a, b); };
    const auto first = candidates.begin() + static_cast<std::ptrdiff_t>(start);
    const auto last = first + static_cast<std::ptrdiff_t>(count);
    if (start > 0) std::nth_element(candidates.begin(), first, candidates.end(), by_order);
    std::partial_sort(first, last, candidates.end(), by_order);
    return {first, last};
}

}  // namespace descry
