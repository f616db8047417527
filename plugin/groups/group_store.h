/** @file group_store.h
 *  @brief Stores groups in an index: one record per group, under its key.
 *
 *  A document's `group` value is its group's key; the record under that key names the members.
 *  Records are checked on reading: documents that another program deleted or rewrote, or that
 *  compaction renumbered, no longer carry the key.
 */
#ifndef DESCRY_PLUGIN_GROUPS_GROUP_STORE_H
#define DESCRY_PLUGIN_GROUPS_GROUP_STORE_H

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <xapian.h>

#include <descry/collection/collection_groups.h>
#include <descry/schema/stored_format.h>

namespace descry {

/// The record under @a key, as stored; nullopt if there is none, or it is unreadable.
std::optional<KeyedGroup> read_group(const Xapian::Database& db, std::string_view key);

/// The group of @a key with the members that are in the index and carry the key. The head may be
/// missing. Cost: a look-up per member, 1-5 microseconds. @pre db is a single database
std::optional<KeyedGroup> read_present_group(const Xapian::Database& db, const Schema& schema,
                                             std::string_view key);

/// Calls visit(group) for every record, ascending by key.
void for_each_group(const Xapian::Database& db,
                    const std::function<void(const KeyedGroup&)>& visit);

/// Writes a record; removes one with fewer than two members.
void write_group(Xapian::WritableDatabase& db, const KeyedGroup& group);

}  // namespace descry

#endif  // DESCRY_PLUGIN_GROUPS_GROUP_STORE_H
