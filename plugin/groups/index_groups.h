/** @file index_groups.h
 *  @brief The groups of near-duplicates of a whole index.
 */
#ifndef DESCRY_GROUPS_INDEX_GROUPS_H
#define DESCRY_GROUPS_INDEX_GROUPS_H

#include <optional>
#include <string>

#include <xapian.h>

#include <descry/collection/collection_groups.h>
#include <descry/model/model.h>
#include <descry/reading/index_collection.h>

#include "engine/collection/document_keys.h"

namespace descry {

/// Reads the keys of all documents from the values of an annotation with @a model. Documents
/// without current values have none. @param work its memory is used for sorting
CollectionKeys read_stored_keys(const Xapian::Database& db, Xapian::valueno slot,
                                const Model& model, const Work& work);

/// group_collection() of an index, in the model's order. Cost: two readings of the term lists (one
/// with stored keys), and as group_collection(). Memory: as there.
/// @param stored_keys the slot of the documents' keys, if an annotation with this model wrote them;
///        nullopt: they are computed from the term lists
/// @param id_prefix of the documents' unique terms, for the order "shortest-url"
CollectionGroups group_index(const IndexCollection& index, const Model& model,
                             std::optional<Xapian::valueno> stored_keys = std::nullopt,
                             const std::string& id_prefix = "Q");

/// The groups of an index, merged if a document is inside a longer one (documents_inside(), by
/// GroupingOptions::DEFAULT_INSIDE): the values of Slot::INSIDE. Unchanged if neither texts nor
/// positions are stored. Cost and memory: those of find_inside().
CollectionGroups join_inside(const IndexCollection& index, CollectionGroups groups,
                             const Model& model, const std::string& id_prefix);

}  // namespace descry

#endif  // DESCRY_GROUPS_INDEX_GROUPS_H
