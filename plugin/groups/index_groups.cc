#include <algorithm>
#include <functional>
#include <utility>

#include <descry/groups/index_groups.h>
#include <descry/schema/document_id.h>
#include <descry/schema/group_order.h>

#include "base/checked_docid.h"
#include "base/value_cursor.h"
#include "candidates/stored_keys.h"

namespace descry {

namespace {

using Docids = std::vector<Xapian::docid>;

// Sorts docids by a key of each; documents of equal keys stay in the order of their docids.
template <typename KeyOf, typename Before>
void sort_by_key(Docids& docids, KeyOf key_of, Before before) {
    std::vector<std::pair<decltype(key_of(Xapian::docid())), Xapian::docid>> keyed;
    for (const Xapian::docid did : docids)
        keyed.emplace_back(key_of(did), did);
    std::ranges::stable_sort(keyed, before, [](const auto& pair) -> auto& { return pair.first; });
    std::ranges::transform(keyed, docids.begin(), [](const auto& pair) { return pair.second; });
}

// Sorts docids, ascending at first, so that preferred heads come first; ties by docid.
// Cost: a walk over the slot or, for the shortest id, every document's data. Memory: the values.
void sort_by_group_order(const IndexCollection& index, const std::string& order,
                         const std::string& id_prefix, Docids& docids) {
    using Rule = GroupOrder::Rule;
    const auto [rule, slot] = parse_group_order(order);
    if (rule == Rule::FIRST) return;
    const Xapian::Database db = index.open();
    if (rule == Rule::LONGEST) {
        const BodyLengths lengths = index.documents().lengths();
        const auto length = [&](Xapian::docid did) { return at_docid(lengths, did); };
        sort_by_key(docids, length, std::greater<>());
    } else if (rule == Rule::SHORTEST_ID) {
        const auto id_size = [&](Xapian::docid did) {
            return document_id(db, did, id_prefix).size();
        };
        sort_by_key(docids, id_size, std::less<>());
    } else {
        ValueCursor values(db, slot);
        const auto value = [&](Xapian::docid did) { return values.of(did); };
        // A document without the value comes last under either order.
        const bool least = rule == Rule::LEAST_VALUE;
        sort_by_key(docids, value, [least](const std::string& a, const std::string& b) {
            if (a.empty() || b.empty()) return !a.empty() && b.empty();
            return least ? a < b : a > b;
        });
    }
}

}  // namespace

CollectionGroups group_index(const IndexCollection& index, const Model& model,
                             const IndexGroupingOptions& options) {
    const Collection& documents = index.documents();
    // What sorts is free again when bags and texts take all.
    const std::size_t memory_of_keys = options.memory / 2;
    CollectionKeys keys = options.stored_keys ? read_stored_keys(index.open(), *options.stored_keys,
                                                                 model, memory_of_keys)
                                              : compute_keys(documents, model, memory_of_keys);
    Docids ordered;
    for (std::size_t did = 1; did < keys.content_hashes.size(); ++did) {
        if (keys.content_hashes[did] != 0) ordered.push_back(static_cast<Xapian::docid>(did));
    }
    sort_by_group_order(index, model.parameters().group_order, options.id_prefix, ordered);
    return group_collection(documents, model, std::move(keys), ordered, options.memory);
}

}  // namespace descry
