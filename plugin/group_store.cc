#include <algorithm>

#include <nlohmann/json.hpp>

#include <descry/group_store.h>
#include <descry/hash.h>

#include "band_table.h"
#include "json_reason.h"

namespace descry {

namespace {

using nlohmann::json;

// Groups and the slot `descriptive` share the hash; this keeps their keys apart.
constexpr std::uint64_t GROUP_KEYS = 0x67726f7570;  // "group"

}  // namespace

std::string group_key(std::string_view model_id, std::uint64_t bag, unsigned twin) {
    const std::string key = model_slot_key(model_id, bag ^ GROUP_KEYS);
    return twin == 0 ? key : hash80_base64url(key + static_cast<char>(twin));
}

bool is_heads_key(std::string_view group, std::string_view model_id, std::uint64_t bag) {
    for (unsigned twin = 0; twin < MAX_TWINS; ++twin) {
        if (group == group_key(model_id, bag, twin)) return true;
    }
    return false;
}

bool is_members_key(std::string_view group, std::string_view model_id, std::uint64_t bag) {
    return !group.empty() && !is_heads_key(group, model_id, bag);
}

std::optional<StoredGroup> read_present_group(const Xapian::Database& db, const Schema& schema,
                                              std::string_view key) {
    auto group = read_group(db, key);
    if (!group) return group;
    // Ascending by docid, so that the slot is walked forward; the head goes first again after.
    std::vector<GroupMember> members = group->members;
    std::sort(members.begin(), members.end(),
              [](const GroupMember& a, const GroupMember& b) { return a.did < b.did; });
    const Xapian::docid head = group->members.front().did;
    group->members.clear();
    Xapian::ValueIterator value = db.valuestream_begin(schema.slot(Slot::GROUP));
    const Xapian::ValueIterator end = db.valuestream_end(schema.slot(Slot::GROUP));
    for (const GroupMember& member : members) {
        if (value == end) break;
        if (value.get_docid() < member.did) value.skip_to(member.did);
        if (value == end) break;
        if (value.get_docid() != member.did || *value != key) continue;
        group->members.push_back(member);
    }
    const auto place = std::find_if(group->members.begin(), group->members.end(),
                                    [head](const GroupMember& m) { return m.did == head; });
    if (place != group->members.end()) {
        std::rotate(group->members.begin(), place, std::next(place));
    }
    return group;
}

std::optional<GroupsInfo> read_groups_info(const Xapian::Database& db) {
    const std::string text = db.get_metadata(metadata_key::GROUPS);
    if (text.empty()) return std::nullopt;
    try {
        const json object = json::parse(text);
        GroupsInfo info;
        object.at("state").get_to(info.state);
        object.at("complete").get_to(info.complete);
        object.at("limited").get_to(info.limited);
        object.at("band_bits").get_to(info.band_bits);
        object.at("listed_to").get_to(info.listed_to);
        info.outlines = object.value("outlines", false);
        if (info.band_bits > MAX_BAND_TABLE_BITS) {
            throw Xapian::DatabaseCorruptError("the metadata record descry:groups is damaged");
        }
        return info;
    } catch (const json::exception& error) {
        throw Xapian::DatabaseCorruptError(
            std::string("the metadata record descry:groups is unreadable: ") + json_reason(error));
    }
}

void write_groups_info(Xapian::WritableDatabase& db, const GroupsInfo& info) {
    db.set_metadata(metadata_key::GROUPS, json{{"state", info.state},
                                               {"complete", info.complete},
                                               {"limited", info.limited},
                                               {"band_bits", info.band_bits},
                                               {"listed_to", info.listed_to},
                                               {"outlines", info.outlines}}
                                              .dump());
}

}  // namespace descry
