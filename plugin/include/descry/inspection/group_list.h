/** @file group_list.h
 *  @brief All groups of an index of one or more databases.
 */
#ifndef DESCRY_INSPECTION_GROUP_LIST_H
#define DESCRY_INSPECTION_GROUP_LIST_H

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <xapian.h>

#include <descry/collection/collection_groups.h>
#include <descry/schema/stored_format.h>

namespace descry {

/// Groups of at least @a min_size documents, by their `group` values, in docid order of their
/// heads. Heads and distances come from the group records. If a record does not name exactly the
/// documents that carry the key (a group across shards; members deleted or renumbered), the head is
/// the document whose content makes the key, and distances are computed from the term lists by the
/// rule that forms groups. A group whose head was deleted is led by its first member until the next
/// annotation. Cost: a walk over the slot and a look-up per group. Memory: the groups.
/// @param shards the single databases of @a db, in order, at the same revision; without them all
///        groups of several databases are computed, by the first one's model
std::vector<KeyedGroup> list_groups(const Xapian::Database& db, const Schema& schema,
                                    Xapian::doccount min_size = 2,
                                    std::span<const Xapian::Database> shards = {});

/// The group with @a key; nullopt if no document carries it. Cost: a walk over the slot.
std::optional<KeyedGroup> list_group(const Xapian::Database& db, const Schema& schema,
                                     const std::string& key);

}  // namespace descry

#endif  // DESCRY_INSPECTION_GROUP_LIST_H
