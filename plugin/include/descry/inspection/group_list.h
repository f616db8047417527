/** @file group_list.h
 *  @brief Every group of an index, whether one database or several opened as one.
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

/// The groups of at least @a min_size documents, by the documents' `group` values, in the order of
/// their heads' docids. Heads and distances come from the records; where those do not name the very
/// documents that carry the key (a group in several shards, members that are gone or were
/// renumbered), the head is the document whose content makes the key, and distances are computed
/// from the term lists, by the rule by which groups are made. A group whose head is gone is led by
/// its first member until the next annotation.
/// @param shards the single databases that @a db is made of, in their order, each as old as @a db;
///        without them all groups of several databases are computed, by the first one's model
/// Cost: a walk over the slot, and a look-up a group. Memory: the groups.
std::vector<KeyedGroup> list_groups(const Xapian::Database& db, const Schema& schema,
                                    Xapian::doccount min_size = 2,
                                    std::span<const Xapian::Database> shards = {});

/// One of these groups, of whatever size; nullopt when no document carries @a key.
/// Cost: a walk over the slot.
std::optional<KeyedGroup> list_group(const Xapian::Database& db, const Schema& schema,
                                     const std::string& key);

}  // namespace descry

#endif  // DESCRY_INSPECTION_GROUP_LIST_H
