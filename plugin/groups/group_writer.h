/** @file group_writer.h
 *  @brief Writes the groups of a whole index into it: values, records, the band index.
 */
#ifndef DESCRY_PLUGIN_GROUPS_GROUP_WRITER_H
#define DESCRY_PLUGIN_GROUPS_GROUP_WRITER_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <xapian.h>

#include <descry/mechanics/work.h>
#include <descry/model/model.h>
#include <descry/schema/stored_format.h>

#include "plugin/base/transaction.h"
#include "plugin/groups/group_store.h"
#include "plugin/groups/index_groups.h"

namespace descry {

/// The part of the groups of several databases that is in one of them: docids are this index's,
/// members are those in it, and the head is 0 if it is in another database.
std::vector<KeyedGroup> groups_of_shard(const CollectionGroups& groups, std::string_view model_id,
                                        const ShardNumber& shard = {});

struct GroupWriteOptions {
    /// Documents between two commits; 0: one commit at the end, with earlier uncommitted changes.
    Xapian::doccount commit_every = 10000;
    Work work;
    /// CollectionGroups::limited and GroupsInfo::is_shard of the groups.
    std::uint64_t limited = 0;
    bool is_shard = false;
};

/// Writes all @a groups of an index, from groups_of_shard() and made with @a model, and commits.
/// Groups with a head in another database have no record. Writes only what differs. If stopped, the
/// index is marked as having incomplete groups.
/// @param transaction on @a db
/// @param inside values of Slot::INSIDE: the groups of join_inside(); unused without such values
/// @return documents written
Xapian::doccount write_groups(Xapian::WritableDatabase& db, Transaction& transaction,
                              const Schema& schema, const Model& model,
                              const std::vector<KeyedGroup>& groups,
                              const std::vector<KeyedGroup>& inside,
                              const GroupWriteOptions& options);

/// Whether this many documents of an index of @a held are assigned to groups one by one. More would
/// change heads, and take as long as making all groups.
inline bool are_few(std::size_t documents, Xapian::doccount held) {
    return documents < held / 8;
}

/// Makes all groups: group_index(), then write_groups(). @return documents written
/// @param stored_keys the keys in the documents' values are of this model, and committed
Xapian::doccount regroup(Xapian::WritableDatabase& db, Transaction& transaction,
                         const IndexCollection& index, const Schema& schema, const Model& model,
                         bool stored_keys, const GroupWriteOptions& options);

}  // namespace descry

#endif  // DESCRY_PLUGIN_GROUPS_GROUP_WRITER_H
