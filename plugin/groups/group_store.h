/** @file group_store.h
 *  @brief The groups as an index stores them: a record per group, under its key.
 *
 *  A document's `group` value is its group's key; the record under that key names the members. What
 *  a record says is checked on reading: documents that another program deleted or rewrote since, or
 *  that a compaction renumbered, no longer carry the key.
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

/// The record under @a key, as it is stored; nullopt when there is none, or none that is readable.
std::optional<KeyedGroup> read_group(const Xapian::Database& db, std::string_view key);

/// The group of @a key with those members that still are in the index and carry the key. The head
/// may be missing. Cost: a look-up a member, 1-5 microseconds. @pre db is a single database
std::optional<KeyedGroup> read_present_group(const Xapian::Database& db, const Schema& schema,
                                             std::string_view key);

/// Calls visit(group) for every record, ascending by key.
void for_each_group(const Xapian::Database& db,
                    const std::function<void(const KeyedGroup&)>& visit);

/// Writes a record; one of fewer than two members is taken away.
void write_group(Xapian::WritableDatabase& db, const KeyedGroup& group);

}  // namespace descry

#endif  // DESCRY_PLUGIN_GROUPS_GROUP_STORE_H
