/** @file keyed_groups.h
 *  @brief The groups of a collection as they are told: with their keys, and who is in them.
 */
#ifndef DESCRY_COLLECTION_KEYED_GROUPS_H
#define DESCRY_COLLECTION_KEYED_GROUPS_H

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <descry/collection/collection_groups.h>

namespace descry {

/// A document of a group.
struct GroupMember {
    DocumentNumber document = 0;
    /// To the head; 0 for the head itself.
    DistanceMillionths distance = 0;

    friend bool operator==(const GroupMember&, const GroupMember&) = default;
};

/// A group of two documents and more: its head first, the other members ascending by number.
struct KeyedGroup {
    std::string key;
    std::vector<GroupMember> members;

    const GroupMember& head() const { return members.front(); }
    std::span<const GroupMember> others() const { return std::span(members).subspan(1); }

    friend bool operator==(const KeyedGroup&, const KeyedGroup&) = default;
};

/// All groups that have a key, in the order of their heads: more than MAX_TWINS groups whose heads
/// have one content hash, and not one content, are made to be so, and those beyond are left out.
/// @param ordered all documents in the order of grouping; none: ascending
std::vector<KeyedGroup> keyed_groups(const CollectionGroups& groups, std::string_view model_id,
                                     std::span<const DocumentNumber> ordered = {});

}  // namespace descry

#endif  // DESCRY_COLLECTION_KEYED_GROUPS_H
