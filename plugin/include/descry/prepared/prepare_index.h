/** @file prepare_index.h
 *  @brief The prepared file of an index, which may be one of several on as many machines.
 */
#ifndef DESCRY_PREPARED_PREPARE_INDEX_H
#define DESCRY_PREPARED_PREPARE_INDEX_H

#include <cstdint>

#include <descry/prepared/prepared_writer.h>
#include <descry/reading/index_collection.h>
#include <descry/schema/shard_number.h>
#include <descry/schema/stored_format.h>

namespace descry {

/// Writes the documents of an index in the order that the model names. Docids, and the ids of
/// documents that have none, are those of all shards together.
/// @return documents written
/// @exception Xapian::InvalidArgumentError the model is of other terms than the index's
/// Cost: all term lists and texts once, and compute_keys().
std::uint64_t prepare_index(const IndexCollection& index, const Schema& schema, const Model& model,
                            const ShardNumber& shard, const PreparedWriter::Sink& sink);

}  // namespace descry

#endif  // DESCRY_PREPARED_PREPARE_INDEX_H
