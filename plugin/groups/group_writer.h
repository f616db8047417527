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

/// What of the groups of several databases is of one of them: by docids of this index, of the
/// members those that are in it, behind a head that is 0 where it is in another database.
std::vector<KeyedGroup> groups_of_shard(const CollectionGroups& groups, std::string_view model_id,
                                        const ShardNumber& shard = {});

/// How groups are written.
struct GroupWriteOptions {
    /// Documents written between two commits; 0: one commit at the end, with all that stands
    /// uncommitted in the transaction.
    Xapian::doccount commit_every = 10000;
    Work work;
    /// CollectionGroups::limited, and GroupsInfo::is_shard, of the groups.
    std::uint64_t limited = 0;
    bool is_shard = false;
};

/// Writes all @a groups of an index, as groups_of_shard() gives them, made with @a model, and
/// commits. A group whose head is in another database has no record. What is stored already is left
/// alone. Stopped at any moment, the index says that its groups are incomplete, and they are made
/// again.
/// @param transaction on @a db
/// @param inside what the values of Slot::INSIDE say: the groups of join_inside(); not looked at
///        where the index has no such values
/// @return documents written
Xapian::doccount write_groups(Xapian::WritableDatabase& db, Transaction& transaction,
                              const Schema& schema, const Model& model,
                              const std::vector<KeyedGroup>& groups,
                              const std::vector<KeyedGroup>& inside,
                              const GroupWriteOptions& options);

/// Whether so many documents of an index with @a held of them are put where they belong one by one.
/// More of them change who should lead, and take as long one by one as all groups made anew.
inline bool are_few(std::size_t documents, Xapian::doccount held) {
    return documents < held / 8;
}

/// Makes all groups anew: group_index(), then write_groups().
/// @param stored_keys the keys in the documents' values are of this model, and committed
/// @return documents written
Xapian::doccount regroup(Xapian::WritableDatabase& db, Transaction& transaction,
                         const IndexCollection& index, const Schema& schema, const Model& model,
                         bool stored_keys, const GroupWriteOptions& options);

}  // namespace descry

#endif  // DESCRY_PLUGIN_GROUPS_GROUP_WRITER_H
