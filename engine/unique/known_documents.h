/** @file known_documents.h
 *  @brief Chooses the documents to keep beside references whose keys are known.
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

/// find_unique() with further references that are not part of the statistics.
/// @param known nullopt: no such references. The result numbers them from 1 on, and @a documents
///        after them. Needs @a options.model, which is replaced by one trained on @a documents if
///        it has no words and they are enough for some
UniqueDocuments find_unique(std::shared_ptr<const Collection> documents,
                            const std::vector<DocumentNumber>& ordered, DocumentNumber references,
                            const UniqueOptions& options, std::optional<KnownDocuments> known);

struct NearReference {
    DocumentNumber reference = 0;  ///< 0: none is near
    DistanceMillionths distance = 0;
};

/// For each new document the reference that it duplicates: an identical one if any, else the first
/// within the model's limit. Compares only references that share a key, at most
/// ClusteringLimits::max_heads per key, and never references with each other.
/// @param keys of that model, of all documents
/// @param ordered documents that have keys, references first
/// @param references how many of the lowest numbers are references
/// @return by number, of new documents; independent of the number of threads
/// Cost: as group_collection() of the new documents, and the keys of each reference. Memory: that
/// of the collection's work and 150 bytes per document.
std::vector<NearReference> find_near_references(const Collection& collection, const Model& model,
                                                CollectionKeys& keys,
                                                const std::vector<DocumentNumber>& ordered,
                                                DocumentNumber references);

}  // namespace descry

#endif  // DESCRY_UNIQUE_KNOWN_DOCUMENTS_H
