/** @file group_record.h
 *  @brief The records of one group, in pieces that remain small for large groups.
 *
 *  A group of up to 1,024 members beside its head is one record. A larger one is split into chunks
 *  by ranges of docids, so that joining a group of a hundred thousand rewrites only a chunk and the
 *  table of chunks.
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

struct GroupSummary {
    Xapian::docid head = 0;
    /// Includes the head.
    std::uint64_t size = 0;
};

/// nullopt if there is no such group, or its record is unreadable.
std::optional<GroupSummary> read_group_summary(const Xapian::Database& db, std::string_view key);

struct Membership {
    Xapian::docid head = 0;
    /// To the head.
    DistanceMillionths distance = 0;

    friend bool operator==(const Membership&, const Membership&) = default;
};

/// nullopt if no group of that key names the document. Cost: at most two records.
std::optional<Membership> find_membership(const Xapian::Database& db, std::string_view key,
                                          Xapian::docid did);

/// Adds a member to a group with a record, or changes its distance. Cost: as find_membership().
void add_member(Xapian::WritableDatabase& db, std::string_view key, const GroupMember& member);

/// Removes a member other than the head from a group, and the group's records if one document
/// remains. Cost: as add_member(). @return remaining documents, including the head
std::uint64_t remove_member(Xapian::WritableDatabase& db, std::string_view key, Xapian::docid did);

/// Removes the records of all groups whose keys are not in @a kept.
void remove_groups(Xapian::WritableDatabase& db, const std::unordered_set<std::string>& kept);

}  // namespace descry

#endif  // DESCRY_PLUGIN_GROUPS_GROUP_RECORD_H
