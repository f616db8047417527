#include "groups/group_store.h"

#include <algorithm>

#include <descry/collection/collection_groups.h>
#include <descry/hashing/hash.h>

#include "base/value_cursor.h"

namespace descry {

std::optional<KeyedGroup> read_present_group(const Xapian::Database& db, const Schema& schema,
                                             std::string_view key) {
    auto group = read_group(db, key);
    if (!group) return group;
    // Ascending by docid, so that the slot is walked forward; the head goes first again after.
    std::vector<GroupMember> members = group->members;
    std::sort(members.begin(), members.end(),
              [](const GroupMember& a, const GroupMember& b) { return a.document < b.document; });
    const Xapian::docid head = group->members.front().document;
    group->members.clear();
    ValueCursor values(db, schema.slot(Slot::GROUP));
    for (const GroupMember& member : members) {
        if (values.of(member.document) == key) group->members.push_back(member);
    }
    const auto place = std::find_if(group->members.begin(), group->members.end(),
                                    [head](const GroupMember& m) { return m.document == head; });
    if (place != group->members.end()) {
        std::rotate(group->members.begin(), place, std::next(place));
    }
    return group;
}

}  // namespace descry
