#include <algorithm>

#include <nlohmann/json.hpp>

#include <descry/group_store.h>

#include "metadata_records.h"

namespace descry {

namespace {

using nlohmann::json;

// Groups and the slot `descriptive` share the hash; this keeps their keys apart.
constexpr std::uint64_t GROUP_KEYS = 0x67726f7570;  // "group"

std::string record_name(std::string_view key) {
    return std::string(metadata_key::GROUP_PREFIX).append(key);
}

// LEB128: seven bits a byte, the least significant first, the highest bit set in all but the last.
void append_varint(std::string& out, std::uint64_t value) {
    for (; value >= 128; value >>= 7)
        out += static_cast<char>(static_cast<unsigned char>(value | 128));
    out += static_cast<char>(static_cast<unsigned char>(value));
}

std::optional<std::uint32_t> take_varint(std::string_view& bytes) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 35 && !bytes.empty(); shift += 7) {
        const auto byte = static_cast<unsigned char>(bytes.front());
        bytes.remove_prefix(1);
        value |= std::uint64_t{byte & 127u} << shift;
        if (byte < 128) {
            if (value > UINT32_MAX) return std::nullopt;
            return static_cast<std::uint32_t>(value);
        }
    }
    return std::nullopt;
}

// Head, then for each other member the docid (the first in full, then steps) and the distance.
std::string encode(const StoredGroup& group) {
    std::string out;
    append_varint(out, group.members.front().did);
    Xapian::docid last = 0;
    for (std::size_t i = 1; i < group.members.size(); ++i) {
        append_varint(out, group.members[i].did - last);
        append_varint(out, group.members[i].distance);
        last = group.members[i].did;
    }
    return out;
}

std::optional<StoredGroup> decode(std::string_view key, std::string_view bytes) {
    StoredGroup group{std::string(key), {}};
    const auto head = take_varint(bytes);
    if (!head || *head == 0) return std::nullopt;
    group.members.push_back({*head, 0});
    std::uint64_t did = 0;
    while (!bytes.empty()) {
        const auto step = take_varint(bytes);
        const auto distance = take_varint(bytes);
        if (!step || !distance || *step == 0 || did + *step > UINT32_MAX) return std::nullopt;
        did += *step;
        group.members.push_back({static_cast<Xapian::docid>(did), *distance});
    }
    return group;
}

}  // namespace

std::string group_key(std::string_view model_id, std::uint64_t bag) {
    return model_slot_key(model_id, bag ^ GROUP_KEYS);
}

std::optional<StoredGroup> read_group(const Xapian::Database& db, std::string_view key) {
    return decode(key, db.get_metadata(record_name(key)));
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

void for_each_group(const Xapian::Database& db,
                    const std::function<void(const StoredGroup&)>& visit) {
    const std::string prefix = metadata_key::GROUP_PREFIX;
    const Xapian::TermIterator end = db.metadata_keys_end(prefix);
    for (Xapian::TermIterator name = db.metadata_keys_begin(prefix); name != end; ++name) {
        const std::string full = *name;
        const auto group = read_group(db, std::string_view(full).substr(prefix.size()));
        if (group) visit(*group);
    }
}

void write_group(Xapian::WritableDatabase& db, const StoredGroup& group) {
    const bool is_group = group.members.size() >= 2;
    set_record(db, record_name(group.key), is_group ? encode(group) : std::string());
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
        return info;
    } catch (const json::exception& error) {
        throw Xapian::DatabaseCorruptError(
            std::string("the metadata record descry:groups is unreadable: ") + error.what());
    }
}

void write_groups_info(Xapian::WritableDatabase& db, const GroupsInfo& info) {
    db.set_metadata(metadata_key::GROUPS, json{{"state", info.state},
                                               {"complete", info.complete},
                                               {"limited", info.limited},
                                               {"band_bits", info.band_bits}}
                                              .dump());
}

}  // namespace descry
