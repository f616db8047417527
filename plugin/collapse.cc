#include <algorithm>
#include <limits>
#include <unordered_set>
#include <utility>

#include <descry/collapse.h>
#include <descry/hash.h>

#include "collapse_totals.h"

namespace descry {

namespace {

CollapsedResult as_result(const Xapian::MSetIterator& item) {
    CollapsedResult result;
    result.did = *item;
    result.weight = item.get_weight();
    result.percent = item.get_percent();
    return result;
}

// The page of the first of each key in the ranking. Ranking twice as many documents as wanted costs
// next to nothing; looking up a value does, so each waits until the ranking is gone down to its
// document. When all those ranked hold too few keys, the ranking goes on, four times as far.
std::vector<CollapsedResult> find_page(const Xapian::Database& db, Xapian::Enquire& enquire,
                                       Xapian::valueno slot, Xapian::doccount start,
                                       Xapian::doccount rows) {
    constexpr std::uint64_t MAX = std::numeric_limits<Xapian::doccount>::max();
    const std::uint64_t wanted = std::uint64_t{start} + rows;
    std::vector<CollapsedResult> page;
    std::unordered_set<std::string> seen;
    std::uint64_t results = 0;
    Xapian::doccount first = 0;
    Xapian::doccount next = static_cast<Xapian::doccount>(std::min(2 * wanted, MAX));
    while (results < wanted && first < next) {
        const Xapian::MSet mset = enquire.get_mset(first, next - first);
        for (Xapian::MSetIterator item = mset.begin(); item != mset.end() && results < wanted;
             ++item) {
            std::string key = db.get_document(*item, Xapian::DOC_ASSUME_VALID).get_value(slot);
            if (!key.empty() && !seen.insert(key).second) continue;
            if (results++ < start) continue;
            page.push_back(as_result(item));
            page.back().key = std::move(key);
        }
        if (mset.size() < next - first) break;
        first = std::exchange(
            next, static_cast<Xapian::doccount>(std::min(4 * std::uint64_t{next}, MAX)));
    }
    return page;
}

}  // namespace

CollapsedPage search_collapsed(const Xapian::Database& db, const Xapian::Query& query,
                               const CollapseOptions& options) {
    CollapsedPage page;
    Xapian::Enquire enquire(db);
    enquire.set_query(query);
    if (!options.slot) {
        const Xapian::MSet mset =
            enquire.get_mset(options.start, options.rows, options.totals ? db.get_doccount() : 0);
        for (Xapian::MSetIterator item = mset.begin(); item != mset.end(); ++item) {
            page.results.push_back(as_result(item));
        }
        if (options.totals) page.matches = page.groups = mset.get_matches_lower_bound();
        return page;
    }

    page.results = find_page(db, enquire, *options.slot, options.start, options.rows);
    if (options.totals) find_totals(db, query, options, page);
    return page;
}

std::vector<KeyGroup> groups_by_key(const Xapian::Database& db, Xapian::valueno slot,
                                    Xapian::doccount min_size) {
    std::vector<std::pair<std::uint64_t, Xapian::docid>> by_hash;
    by_hash.reserve(db.get_value_freq(slot));
    const Xapian::ValueIterator end = db.valuestream_end(slot);
    for (Xapian::ValueIterator value = db.valuestream_begin(slot); value != end; ++value) {
        by_hash.emplace_back(hash64(*value), value.get_docid());
    }
    std::sort(by_hash.begin(), by_hash.end());

    std::vector<KeyGroup> groups;
    for (auto first = by_hash.begin(); first != by_hash.end();) {
        const auto last = std::find_if(
            first, by_hash.end(), [&](const auto& entry) { return entry.first != first->first; });
        if (static_cast<std::size_t>(last - first) >= min_size) {
            KeyGroup group{db.get_document(first->second).get_value(slot), {}};
            for (; first != last; ++first)
                group.members.push_back(first->second);
            groups.push_back(std::move(group));
        }
        first = last;
    }
    std::sort(groups.begin(), groups.end(), [](const KeyGroup& a, const KeyGroup& b) {
        return a.members.front() < b.members.front();
    });
    return groups;
}

}  // namespace descry
