/** @file group_record.h
 *  @brief The records of one group: who is in it, in pieces that stay small however large it is.
 *
 *  A group of up to 1,024 members beside its head is one record. A larger one is cut into
 *  chunks, each of a range of docids, so that a document that joins a hundred thousand others
 *  rewrites a chunk and the table of chunks, and not all.
 */
#ifndef DESCRY_PLUGIN_GROUPS_GROUP_RECORD_H
#define DESCRY_PLUGIN_GROUPS_GROUP_RECORD_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

#include <xapian.h>

#include <descry/collection/collection_groups.h>

#include "plugin/groups/group_store.h"

namespace descry {

/// What a group's first record says of it.
struct GroupSummary {
    Xapian::docid head = 0;
    /// Documents, the head among them.
    std::uint64_t size = 0;
};

/// nullopt when there is no such group, or its record is unreadable.
std::optional<GroupSummary> read_group_summary(const Xapian::Database& db, std::string_view key);

/// What a group's records say of one of its members, or of its head.
struct Membership {
    Xapian::docid head = 0;
    /// To the head.
    DistanceMillionths distance = 0;

    friend bool operator==(const Membership&, const Membership&) = default;
};

/// nullopt when no group of that key names the document. Cost: at most two records, whatever the
/// group's size.
std::optional<Membership> find_membership(const Xapian::Database& db, std::string_view key,
                                          Xapian::docid did);

/// Puts a member into a group that has a record, or gives it another distance.
/// Cost: as find_membership(), and writing them.
void add_member(Xapian::WritableDatabase& db, std::string_view key, const GroupMember& member);

/// Takes a member that is not the head out of a group; the records of one that is alone then are
/// taken away. Cost: as add_member(). @return documents left, the head among them
std::uint64_t remove_member(Xapian::WritableDatabase& db, std::string_view key, Xapian::docid did);

/// Takes away the records of all groups whose keys are not in @a kept.
void remove_groups(Xapian::WritableDatabase& db, const std::unordered_set<std::string>& kept);

}  // namespace descry

#endif  // DESCRY_PLUGIN_GROUPS_GROUP_RECORD_H
