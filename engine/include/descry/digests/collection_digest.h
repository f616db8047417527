/** @file collection_digest.h
 *  @brief The digest of a collection.
 */
#ifndef DESCRY_DIGESTS_COLLECTION_DIGEST_H
#define DESCRY_DIGESTS_COLLECTION_DIGEST_H

#include <cstdint>
#include <functional>
#include <string>

#include <descry/collection/collection.h>
#include <descry/digests/digest_file.h>

namespace descry {

/// What a digest says of a document beside its words.
struct DigestedName {
    /// DigestedDocument's.
    DocumentNumber number = 0;
    std::string id;
    std::string order;
};

/// Writes all documents that have body terms, ascending, with their keys by @a model. Does not
/// finish the digest. The same bytes with any number of threads.
/// @param name called by one thread, for each document in turn
/// @return documents written
/// Cost: as compute_keys(), and the texts. Memory: 4096 documents a thread.
std::uint64_t digest_collection(const Collection& collection, const Model& model,
                                const std::function<DigestedName(DocumentNumber)>& name,
                                DigestWriter& writer);

}  // namespace descry

#endif  // DESCRY_DIGESTS_COLLECTION_DIGEST_H
