#include "plugin/groups/group_record.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <descry/collection/collection_groups.h>

#include "engine/hashing/coding.h"
#include "plugin/base/docids_end.h"
#include "plugin/base/metadata_records.h"

namespace descry {

namespace {

// Members beside the head in one record, 2-5 bytes each: a chunk takes a block or two of the table.
constexpr std::size_t MAX_IN_RECORD = 1024;

using Members = std::vector<GroupMember>;

struct Chunk {
    Xapian::docid first;
    std::uint32_t size;
};

// Encodes members, or chunks: the first docid in full, then steps, each followed by its number.
template <typename Pair>
std::string encode(const std::vector<Pair>& pairs) {
    std::string out;
    Xapian::docid last = 0;
    for (const auto& [did, number] : pairs) {
        append_varint(out, did - last);
        append_varint(out, number);
        last = did;
    }
    return out;
}

// Decodes encode()'s bytes; nullopt if invalid. @param least lower bound of the first docid
template <typename Pair>
std::optional<std::vector<Pair>> decode(std::string_view bytes, std::uint32_t least) {
    std::vector<Pair> pairs;
    std::uint64_t did = 0;
    while (!bytes.empty()) {
        const auto step = take_varint(bytes);
        const auto number = take_varint(bytes);
        if (!step || !number || *step < least || did + *step > UINT32_MAX) return std::nullopt;
        least = 1;
        did += *step;
        pairs.push_back({static_cast<Xapian::docid>(did), *number});
    }
    return pairs;
}

struct FirstRecord {
    Xapian::docid head = 0;
    std::vector<Chunk> chunks;
    Members members;  // if there are no chunks
};

std::string record_name(std::string_view key) {
    return std::string(metadata_key::GROUP_PREFIX).append(key);
}

std::string chunk_name(std::string_view key, Xapian::docid first) {
    return fmt::format("{}{}:{:08x}", metadata_key::GROUP_CHUNK_PREFIX, key, first);
}

// Head, then members; or head, 0 (not a docid), then chunks.
std::string encode(const FirstRecord& record) {
    std::string out;
    append_varint(out, record.head);
    if (record.chunks.empty()) return out + encode(record.members);
    append_varint(out, 0);
    return out + encode(record.chunks);
}

std::optional<FirstRecord> read_first(const Xapian::Database& db, std::string_view key) {
    const std::string stored = db.get_metadata(record_name(key));
    std::string_view bytes = stored;
    const auto head = take_varint(bytes);
    if (!head || *head == 0) return std::nullopt;
    if (!bytes.starts_with('\0')) {
        auto members = decode<GroupMember>(bytes, 1);
        if (!members) return std::nullopt;
        return FirstRecord{*head, {}, std::move(*members)};
    }
    auto chunks = decode<Chunk>(bytes.substr(1), 0);
    if (!chunks || chunks->empty() || chunks->front().first != 0) return std::nullopt;
    return FirstRecord{*head, std::move(*chunks), {}};
}

std::optional<Members> read_chunk(const Xapian::Database& db, std::string_view key,
                                  const Chunk& chunk) {
    return decode<GroupMember>(db.get_metadata(chunk_name(key, chunk.first)), 1);
}

std::size_t chunk_of(const FirstRecord& record, Xapian::docid did) {
    const auto after = std::ranges::upper_bound(record.chunks, did, {}, &Chunk::first);
    return static_cast<std::size_t>(after - record.chunks.begin()) - 1;
}

std::uint64_t size_of(const FirstRecord& record) {
    std::uint64_t size = 1 + record.members.size();
    for (const Chunk& chunk : record.chunks)
        size += chunk.size;
    return size;
}

// Stores members in chunks, all full but the last. The first begins at 0, to cover all docids.
void write_chunks(Xapian::WritableDatabase& db, std::string_view key, const Members& members,
                  FirstRecord& record) {
    for (std::size_t begin = 0; begin < members.size(); begin += MAX_IN_RECORD) {
        const std::size_t end = std::min(members.size(), begin + MAX_IN_RECORD);
        const Members part(members.begin() + static_cast<std::ptrdiff_t>(begin),
                           members.begin() + static_cast<std::ptrdiff_t>(end));
        const Xapian::docid first = begin == 0 ? 0 : part.front().document;
        set_record(db, chunk_name(key, first), encode(part));
        record.chunks.push_back({first, static_cast<std::uint32_t>(part.size())});
    }
}

void insert(Members& members, const GroupMember& member) {
    const auto place =
        std::ranges::lower_bound(members, member.document, {}, &GroupMember::document);
    if (place != members.end() && place->document == member.document) {
        *place = member;
    } else {
        members.insert(place, member);
    }
}

// Stores a chunk that gained a member. A full one is split before the new member if that is the
// last of all, so that a growing group has full chunks; else in the middle.
void write_grown_chunk(Xapian::WritableDatabase& db, std::string_view key, FirstRecord& record,
                       std::size_t number, const Members& members) {
    Chunk& chunk = record.chunks[number];
    std::size_t kept = members.size();
    if (members.size() > MAX_IN_RECORD) {
        const bool is_last = number + 1 == record.chunks.size();
        kept = is_last ? MAX_IN_RECORD : members.size() / 2;
    }
    const auto cut = members.begin() + static_cast<std::ptrdiff_t>(kept);
    db.set_metadata(chunk_name(key, chunk.first), encode(Members(members.begin(), cut)));
    chunk.size = static_cast<std::uint32_t>(kept);
    if (cut == members.end()) return;
    const Chunk next{cut->document, static_cast<std::uint32_t>(members.size() - kept)};
    db.set_metadata(chunk_name(key, next.first), encode(Members(cut, members.end())));
    record.chunks.insert(record.chunks.begin() + static_cast<std::ptrdiff_t>(number) + 1, next);
}

}  // namespace

std::optional<GroupSummary> read_group_summary(const Xapian::Database& db, std::string_view key) {
    const auto record = read_first(db, key);
    if (!record) return std::nullopt;
    return GroupSummary{record->head, size_of(*record)};
}

std::optional<Membership> find_membership(const Xapian::Database& db, std::string_view key,
                                          Xapian::docid did) {
    auto record = read_first(db, key);
    if (!record) return std::nullopt;
    if (record->head == did) return Membership{did, 0};
    std::optional<Members> members = std::move(record->members);
    if (!record->chunks.empty())
        members = read_chunk(db, key, record->chunks[chunk_of(*record, did)]);
    if (!members) return std::nullopt;
    const auto found = std::ranges::lower_bound(*members, did, {}, &GroupMember::document);
    if (found == members->end() || found->document != did) return std::nullopt;
    return Membership{record->head, found->distance};
}

void add_member(Xapian::WritableDatabase& db, std::string_view key, const GroupMember& member) {
    auto record = read_first(db, key);
    if (!record || record->head == member.document) return;
    if (record->chunks.empty()) {
        insert(record->members, member);
        if (record->members.size() > MAX_IN_RECORD) {
            write_chunks(db, key, std::exchange(record->members, {}), *record);
        }
    } else {
        const std::size_t number = chunk_of(*record, member.document);
        Members members = read_chunk(db, key, record->chunks[number]).value_or(Members());
        insert(members, member);
        write_grown_chunk(db, key, *record, number, members);
    }
    db.set_metadata(record_name(key), encode(*record));
}

std::uint64_t remove_member(Xapian::WritableDatabase& db, std::string_view key, Xapian::docid did) {
    auto record = read_first(db, key);
    if (!record) return 0;
    const auto is_it = [did](const GroupMember& m) { return m.document == did; };
    if (record->chunks.empty()) {
        std::erase_if(record->members, is_it);
    } else {
        Chunk& chunk = record->chunks[chunk_of(*record, did)];
        Members members = read_chunk(db, key, chunk).value_or(Members());
        std::erase_if(members, is_it);
        chunk.size = static_cast<std::uint32_t>(members.size());
        set_record(db, chunk_name(key, chunk.first), encode(members));
    }
    const std::uint64_t left = size_of(*record);
    if (left < 2) {
        write_group(db, {std::string(key), {}});
    } else {
        set_record(db, record_name(key), encode(*record));
    }
    return left;
}

std::optional<KeyedGroup> read_group(const Xapian::Database& db, std::string_view key) {
    const auto record = read_first(db, key);
    if (!record) return std::nullopt;
    KeyedGroup group{std::string(key), {{record->head, 0}}};
    const auto append = [&](const Members& members) {
        group.members.insert(group.members.end(), members.begin(), members.end());
    };
    append(record->members);
    for (const Chunk& chunk : record->chunks) {
        const auto members = read_chunk(db, key, chunk);
        if (!members || members->size() != chunk.size) return std::nullopt;
        append(*members);
    }
    return group;
}

void write_group(Xapian::WritableDatabase& db, const KeyedGroup& group) {
    const auto former = read_first(db, group.key);
    FirstRecord record;
    if (group.members.size() >= 2) {
        record.head = group.members.front().document;
        Members others(group.members.begin() + 1, group.members.end());
        if (others.size() <= MAX_IN_RECORD) {
            record.members = std::move(others);
        } else {
            write_chunks(db, group.key, others, record);
        }
    }
    set_record(db, record_name(group.key), record.head == 0 ? std::string() : encode(record));
    if (!former) return;
    for (const Chunk& chunk : former->chunks) {
        if (std::ranges::find(record.chunks, chunk.first, &Chunk::first) == record.chunks.end())
            set_record(db, chunk_name(group.key, chunk.first), "");
    }
}

void for_each_group(const Xapian::Database& db,
                    const std::function<void(const KeyedGroup&)>& visit) {
    for_each_record(db, metadata_key::GROUP_PREFIX, [&](const std::string& key) {
        if (const auto group = read_group(db, key)) visit(*group);
    });
}

void remove_groups(Xapian::WritableDatabase& db, const std::unordered_set<std::string>& kept) {
    remove_records(db, metadata_key::GROUP_PREFIX,
                   [&](const std::string& key) { return kept.contains(key); });
    remove_records(db, metadata_key::GROUP_CHUNK_PREFIX, [&](const std::string& name) {
        return kept.contains(name.substr(0, name.rfind(':')));
    });
}

std::optional<KeyedGroup> read_present_group(const Xapian::Database& db, const Schema& schema,
                                             std::string_view key) {
    auto group = read_group(db, key);
    if (!group) return group;
    // Ascending by docid, to walk the slot forward; the head becomes first again below.
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
