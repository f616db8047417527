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

/// Reads the keys of every document from the values that an annotation with @a model wrote.
/// Documents without current ones have none. @param work whose memory sorts
CollectionKeys read_stored_keys(const Xapian::Database& db, Xapian::valueno slot,
                                const Model& model, const Work& work);

/// group_collection() of an index, in the order of the model.
/// @param stored_keys the slot that holds the documents' keys, where an annotation with this model
///        has written them; nullopt: they are computed from the term lists
/// @param id_prefix of the documents' unique terms, for the order "shortest-url"
/// Cost: two readings of the term lists (one with stored keys), and as there.
/// Memory: as there.
CollectionGroups group_index(const IndexCollection& index, const Model& model,
                             std::optional<Xapian::valueno> stored_keys = std::nullopt,
                             const std::string& id_prefix = "Q");

/// The groups of an index, joined where a document stands inside a longer one (documents_inside(),
/// by GroupingOptions::DEFAULT_INSIDE): what the values of Slot::INSIDE say. None is inside another
/// where neither texts nor positions are stored.
/// Cost and memory: those of find_inside().
CollectionGroups join_inside(const IndexCollection& index, CollectionGroups groups,
                             const Model& model, const std::string& id_prefix);

}  // namespace descry

#endif  // DESCRY_GROUPS_INDEX_GROUPS_H
