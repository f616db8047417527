/** @file prepare_collection.h
 *  @brief The prepared file of a collection.
 */
#ifndef DESCRY_PREPARED_PREPARE_COLLECTION_H
#define DESCRY_PREPARED_PREPARE_COLLECTION_H

#include <cstdint>
#include <functional>
#include <string>

#include <descry/collection/collection.h>
#include <descry/prepared/prepared_file.h>

namespace descry {

/// What a prepared file says of a document beside its words.
struct PreparedName {
    /// PreparedDocument's.
    DocumentNumber number = 0;
    std::string id;
    std::string order;
};

/// Writes all documents that have body terms, ascending, with their keys by @a model. Does not
/// finish the prepared file. The same bytes with any number of threads.
/// @param name called by one thread, for each document in turn
/// @return documents written
/// Cost: as compute_keys(), and the texts. Memory: 4096 documents a thread.
std::uint64_t prepare_collection(const Collection& collection, const Model& model,
                                 const std::function<PreparedName(DocumentNumber)>& name,
                                 PreparedWriter& writer);

}  // namespace descry

#endif  // DESCRY_PREPARED_PREPARE_COLLECTION_H
