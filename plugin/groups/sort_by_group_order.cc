#include <algorithm>
#include <string_view>

#include <descry/groups/sort_by_group_order.h>
#include <descry/schema/document_id.h>

#include "base/checked_docid.h"
#include "base/value_cursor.h"

namespace descry {

namespace {

using Rule = GroupOrder::Rule;

// Sorts by keys that go with the docids; documents of equal keys stay in the order of their docids.
template <typename Key, typename Before>
void sort_by(std::vector<Xapian::docid>& docids, std::vector<Key> keys, Before&& before) {
    std::vector<std::size_t> order(docids.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return before(keys[a], keys[b]); });
    std::vector<Xapian::docid> sorted;
    sorted.reserve(docids.size());
    for (const std::size_t i : order)
        sorted.push_back(docids[i]);
    docids = std::move(sorted);
}

// The values of the documents, which are ascending; empty where a document has none.
std::vector<std::string> values_of(const Xapian::Database& db, Xapian::valueno slot,
                                   const std::vector<Xapian::docid>& docids) {
    ValueCursor cursor(db, slot);
    std::vector<std::string> values;
    for (const Xapian::docid did : docids)
        values.push_back(cursor.of(did));
    return values;
}

}  // namespace

void sort_by_group_order(const IndexCollection& index, const std::string& order,
                         const std::string& id_prefix, std::vector<Xapian::docid>& docids) {
    const auto [rule, slot] = parse_group_order(order);
    if (rule == Rule::FIRST) return;
    const Xapian::Database db = index.open();
    if (rule == Rule::LONGEST) {
        const BodyLengths lengths = index.documents().lengths();
        std::vector<std::uint32_t> keys;
        for (const Xapian::docid did : docids)
            keys.push_back(at_docid(lengths, did));
        sort_by(docids, std::move(keys), std::greater<>());
    } else if (rule == Rule::SHORTEST_ID) {
        std::vector<std::size_t> keys;
        for (const Xapian::docid did : docids)
            keys.push_back(document_id(db, did, id_prefix).size());
        sort_by(docids, std::move(keys), std::less<>());
    } else {
        // A document without the value comes last under either order.
        const bool least = rule == Rule::LEAST_VALUE;
        sort_by(docids, values_of(db, slot, docids),
                [least](const std::string& a, const std::string& b) {
                    if (a.empty() || b.empty()) return !a.empty() && b.empty();
                    return least ? a < b : a > b;
                });
    }
}

}  // namespace descry
