/** @file index_groups.h
 *  @brief The groups of near-duplicates of a whole index.
 */
#ifndef DESCRY_GROUPS_INDEX_GROUPS_H
#define DESCRY_GROUPS_INDEX_GROUPS_H

#include <cstddef>
#include <optional>
#include <string>

#include <xapian.h>

#include <descry/collection/collection_groups.h>
#include <descry/model/model.h>
#include <descry/reading/index_collection.h>

namespace descry {

/// What a grouping of an index needs beside the model.
struct IndexGroupingOptions {
    /// The slot that holds the documents' keys, where an annotation with this model has written
    /// them; nullopt: they are computed from the term lists.
    std::optional<Xapian::valueno> stored_keys;
    /// Prefix of the documents' unique terms, for the order "shortest-url".
    std::string id_prefix = "Q";
};

/// group_collection() of an index, in the order of the model.
/// Cost: two readings of the term lists (one with stored keys), and as there.
/// Memory: as there.
CollectionGroups group_index(const IndexCollection& index, const Model& model,
                             const IndexGroupingOptions& options);

}  // namespace descry

#endif  // DESCRY_GROUPS_INDEX_GROUPS_H
