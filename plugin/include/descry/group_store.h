/** @file group_store.h
 *  @brief The groups as an index stores them: a record per group, under its key.
 *
 *  A document's `group` value is its group's key; the record under that key names the members. What
 *  a record says is checked on reading: documents that another program deleted or rewrote since, or
 *  that a compaction renumbered, no longer carry the key.
 */
#ifndef DESCRY_GROUP_STORE_H
#define DESCRY_GROUP_STORE_H

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <xapian.h>

#include <descry/bag_distance.h>
#include <descry/stored_format.h>

namespace descry {

/// A document of a group.
struct GroupMember {
    Xapian::docid did = 0;
    /// To the head; 0 for the head itself.
    DistanceMillionths distance = 0;

    friend bool operator==(const GroupMember&, const GroupMember&) = default;
};

/// A group: its head first, the other members ascending by docid.
struct StoredGroup {
    std::string key;
    std::vector<GroupMember> members;

    friend bool operator==(const StoredGroup&, const StoredGroup&) = default;
};

/// What an index says of its groups as a whole.
struct GroupsInfo {
    /// The state value (state_of_model) of the model they were made with.
    std::string state;
    /// False while groups are being made: they are made again from the beginning.
    bool complete = false;
    /// Documents that met as many heads as are tried at most.
    std::uint64_t limited = 0;
    /// Bits of a name that tell its record of the band index.
    unsigned band_bits = 0;
    /// The band index lists documents up to this one; what later ones are listed under, their
    /// values say.
    Xapian::docid listed_to = 0;
    /// The outlines of those documents are stored. Versions that know of none leave this out.
    bool outlines = false;

    friend bool operator==(const GroupsInfo&, const GroupsInfo&) = default;
};

/// Groups whose heads have one content hash, though not one content, at most: hashes that somebody
/// made equal. A further one would have no key.
inline constexpr unsigned MAX_TWINS = 8;

/// The collapse key of a group, from its head's content: equal in shards and after rebuilds.
/// @param bag the head's (DocumentBags::hashes)
/// @param twin 0, unless heads of other contents have this bag too: each has a number of its own,
///             below MAX_TWINS
std::string group_key(std::string_view model_id, std::uint64_t bag, unsigned twin = 0);

/// Whether a group of this key may be led by a document of this bag.
bool is_heads_key(std::string_view group, std::string_view model_id, std::uint64_t bag);

/// Whether a document with this `group` value and bag is a member and not the head: the key of a
/// group is its head's own. A member with the head's bag cannot be told from it so.
bool is_members_key(std::string_view group, std::string_view model_id, std::uint64_t bag);

/// The record under @a key, as it is stored; nullopt when there is none, or none that is readable.
std::optional<StoredGroup> read_group(const Xapian::Database& db, std::string_view key);

/// The group of @a key with those members that still are in the index and carry the key. The head
/// may be missing. Cost: a look-up a member, 1-5 microseconds. @pre db is a single database
std::optional<StoredGroup> read_present_group(const Xapian::Database& db, const Schema& schema,
                                              std::string_view key);

/// Calls visit(group) for every record, ascending by key.
void for_each_group(const Xapian::Database& db,
                    const std::function<void(const StoredGroup&)>& visit);

/// Writes a record; one of fewer than two members is taken away.
void write_group(Xapian::WritableDatabase& db, const StoredGroup& group);

/// nullopt when groups were never made. @exception Xapian::DatabaseCorruptError unreadable
std::optional<GroupsInfo> read_groups_info(const Xapian::Database& db);

void write_groups_info(Xapian::WritableDatabase& db, const GroupsInfo& info);

}  // namespace descry

#endif  // DESCRY_GROUP_STORE_H
