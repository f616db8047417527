#include <algorithm>
#include <limits>
#include <unordered_set>
#include <utility>

#include <descry/collapse/key_groups.h>
#include <descry/hashing/hash.h>

#include "collapse/collapse_totals.h"

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

struct NumberedDocument {
    Xapian::docid did;
    std::uint32_t number;
};

// The documents whose values have a hash that min_size or more have, ascending, with the hash's
// number from 0 on: most values of a slot are nobody else's, and need not be kept.
std::vector<NumberedDocument> documents_of_equal_hashes(const Xapian::Database& db,
                                                        Xapian::valueno slot,
                                                        Xapian::doccount min_size) {
    std::vector<std::pair<std::uint64_t, Xapian::docid>> by_hash;
    by_hash.reserve(db.get_value_freq(slot));
    const Xapian::ValueIterator end = db.valuestream_end(slot);
    for (Xapian::ValueIterator value = db.valuestream_begin(slot); value != end; ++value)
        by_hash.emplace_back(secret_hash(*value), value.get_docid());
    std::sort(by_hash.begin(), by_hash.end());

    std::vector<NumberedDocument> documents;
    std::uint32_t number = 0;
    for (auto first = by_hash.begin(); first != by_hash.end();) {
        const auto last = std::find_if(
            first, by_hash.end(), [&](const auto& entry) { return entry.first != first->first; });
        if (static_cast<std::size_t>(last - first) >= min_size) {
            for (auto entry = first; entry != last; ++entry)
                documents.push_back({entry->second, number});
            ++number;
        }
        first = last;
    }
    std::sort(documents.begin(), documents.end(),
              [](const auto& a, const auto& b) { return a.did < b.did; });
    return documents;
}

void add_member(std::vector<KeyGroup>& groups, std::string key, Xapian::docid did) {
    const auto group = std::find_if(groups.begin(), groups.end(),
                                    [&](const KeyGroup& known) { return known.key == key; });
    if (group == groups.end()) {
        groups.push_back({std::move(key), {did}});
    } else {
        group->members.push_back(did);
    }
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
    const std::vector<NumberedDocument> documents = documents_of_equal_hashes(db, slot, min_size);
    std::vector<std::vector<KeyGroup>> by_hash;  // mostly one of each
    Xapian::ValueIterator value = db.valuestream_begin(slot);
    for (const auto& [did, number] : documents) {
        if (value.get_docid() < did) value.skip_to(did);
        if (number >= by_hash.size()) by_hash.resize(number + std::size_t{1});
        add_member(by_hash[number], *value, did);
    }
    std::vector<KeyGroup> groups;
    for (std::vector<KeyGroup>& of_hash : by_hash) {
        for (KeyGroup& group : of_hash) {
            if (group.members.size() >= min_size) groups.push_back(std::move(group));
        }
    }
    std::sort(groups.begin(), groups.end(), [](const KeyGroup& a, const KeyGroup& b) {
        return a.members.front() < b.members.front();
    });
    return groups;
}

}  // namespace descry
