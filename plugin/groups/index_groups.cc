#include <utility>

#include <descry/groups/index_groups.h>
#include <descry/groups/sort_by_group_order.h>

#include "candidates/stored_keys.h"
#include "groups/position_records.h"

namespace descry {

CollectionGroups group_index(const IndexCollection& index, const Model& model,
                             const IndexGroupingOptions& options) {
    const Collection& documents = index.documents();
    // Half of the memory sorts, and is free again when the other half holds bags.
    const std::size_t memory = options.memory / 2;
    CollectionKeys keys = options.stored_keys
                              ? read_stored_keys(index.open(), *options.stored_keys, model, memory)
                              : compute_keys(documents, model, memory);
    std::vector<Xapian::docid> ordered;
    for (std::size_t did = 1; did < keys.content_hashes.size(); ++did) {
        if (keys.content_hashes[did] != 0) ordered.push_back(static_cast<Xapian::docid>(did));
    }
    const ModelParameters& parameters = model.parameters();
    sort_by_group_order(index, parameters.group_order, options.id_prefix, ordered);
    const PositionCache known =
        parameters.any_order ? PositionCache() : read_positions(index.open());
    return group_collection(documents, model, std::move(keys), ordered, known, memory);
}

}  // namespace descry
