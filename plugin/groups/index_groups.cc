#include "plugin/groups/index_groups.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <descry/schema/document_id.h>

#include "plugin/candidates/stored_keys.h"
#include "plugin/reading/index_order.h"

namespace descry {

namespace {

using Docids = std::vector<Xapian::docid>;

// Sorts docids, ascending at first, so that preferred heads come first.
// Cost: a walk over the slot or, for the shortest id, every document's data. Memory: the keys.
void sort_by_group_order(const IndexCollection& index, const std::string& order,
                         const std::string& id_prefix, Docids& docids) {
    IndexOrder keys(index, order);
    if (keys.is_first()) return;
    const Xapian::Database db = index.open();
    std::vector<std::pair<std::string, Xapian::docid>> keyed;
    keyed.reserve(docids.size());
    for (const Xapian::docid did : docids) {
        const std::string id = keys.is_by_id() ? document_id(db, did, id_prefix) : std::string();
        keyed.emplace_back(keys.key_of(did, id, did), did);
    }
    std::ranges::sort(keyed);
    std::ranges::transform(keyed, docids.begin(), [](const auto& pair) { return pair.second; });
}

}  // namespace

CollectionGroups group_index(const IndexCollection& index, const Model& model,
                             const IndexGroupingOptions& options) {
    const Collection& documents = index.documents();
    CollectionKeys keys = options.stored_keys ? read_stored_keys(index.open(), *options.stored_keys,
                                                                 model, documents.work())
                                              : compute_keys(documents, model);
    Docids ordered;
    for (std::size_t did = 1; did < keys.content_hashes.size(); ++did) {
        if (keys.content_hashes[did] != 0) ordered.push_back(static_cast<Xapian::docid>(did));
    }
    sort_by_group_order(index, model.parameters().group_order, options.id_prefix, ordered);
    return group_collection(documents, model, std::move(keys), ordered, true,
                            head_order_of(model.parameters().group_order));
}

}  // namespace descry
