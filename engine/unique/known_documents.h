/** @file known_documents.h
 *  @brief Which documents stay beside others whose keys were computed before.
 */
#ifndef DESCRY_UNIQUE_KNOWN_DOCUMENTS_H
#define DESCRY_UNIQUE_KNOWN_DOCUMENTS_H

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include <descry/collection/collection.h>
#include <descry/unique/unique_documents.h>

#include "engine/collection/document_keys.h"

namespace descry {

/// Documents whose keys by UniqueOptions::model are known.
struct KnownDocuments {
    std::shared_ptr<const Collection> collection;
    CollectionKeys keys;
};

/// find_unique() with references of which no statistics are made.
/// @param known none: there are no such references. In the result they are numbered from 1 on, and
///        those of @a documents after them. Needs @a options.model, which gives way to one made of
///        @a documents where it has no words and they are enough for some
UniqueDocuments find_unique(std::shared_ptr<const Collection> documents,
                            const std::vector<DocumentNumber>& ordered, DocumentNumber references,
                            const UniqueOptions& options, std::optional<KnownDocuments> known);

/// A document that is there already, near another.
struct NearReference {
    DocumentNumber reference = 0;  ///< 0: none is near
    DistanceMillionths distance = 0;
};

/// For each new document the reference that it duplicates: an identical one if there is one, else
/// the first within the model's limit. Only references that share a key are compared, at most
/// ClusteringLimits::max_heads for each key. References are not compared with each other.
///
/// @param keys of that model, of all documents
/// @param ordered documents that have keys, references first
/// @param references those of the least numbers
/// @return by number, of new documents
/// Cost: as group_collection() of the new documents, and of each reference its keys. Memory:
/// that of the collection's work and 150 bytes a document. The same with any number of threads.
std::vector<NearReference> find_near_references(const Collection& collection, const Model& model,
                                                CollectionKeys& keys,
                                                const std::vector<DocumentNumber>& ordered,
                                                DocumentNumber references);

}  // namespace descry

#endif  // DESCRY_UNIQUE_KNOWN_DOCUMENTS_H
