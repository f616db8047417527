/** @file near_references.h
 *  @brief Which documents are near-duplicates of some that are there already.
 */
#ifndef DESCRY_ENGINE_UNIQUE_NEAR_REFERENCES_H
#define DESCRY_ENGINE_UNIQUE_NEAR_REFERENCES_H

#include <cstddef>
#include <vector>

#include <descry/collection/collection.h>

#include "engine/collection/document_keys.h"

namespace descry {

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

#endif  // DESCRY_ENGINE_UNIQUE_NEAR_REFERENCES_H
