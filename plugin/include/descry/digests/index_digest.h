/** @file index_digest.h
 *  @brief The digest of an index, which may be one of several on as many machines.
 */
#ifndef DESCRY_DIGESTS_INDEX_DIGEST_H
#define DESCRY_DIGESTS_INDEX_DIGEST_H

#include <cstdint>

#include <descry/digests/digest_file.h>
#include <descry/reading/index_collection.h>
#include <descry/schema/shard_number.h>
#include <descry/schema/stored_format.h>

namespace descry {

/// Writes the documents of an index in the order that the model names. Docids, and the ids of
/// documents that have none, are those of all shards together.
/// @return documents written
/// @exception Xapian::InvalidArgumentError the model is of other terms than the index's
/// Cost: all term lists and texts once, and compute_keys().
std::uint64_t digest_index(const IndexCollection& index, const Schema& schema, const Model& model,
                           const ShardNumber& shard, const DigestWriter::Sink& sink);

}  // namespace descry

#endif  // DESCRY_DIGESTS_INDEX_DIGEST_H
