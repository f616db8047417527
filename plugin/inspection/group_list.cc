#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <descry/collapse/collapse.h>
#include <descry/inspection/group_list.h>
#include <descry/schema/model_store.h>

#include "engine/collection/document_keys.h"
#include "engine/keys/collapse_key.h"
#include "plugin/groups/group_store.h"
#include "plugin/groups/stored_document.h"

namespace descry {

namespace {

std::optional<std::uint64_t> content_hash_of(const Xapian::Database& db, const Schema& schema,
                                             Xapian::docid did) {
    return decode_content_hash(db.get_document(did).get_value(schema.slot(Slot::TERM_BANDS)));
}

// A record is valid if it names exactly the documents that carry its key. Otherwise documents were
// deleted, or renumbered by compaction.
bool is_of(const KeyedGroup& record, const std::vector<Xapian::docid>& members) {
    std::vector<Xapian::docid> named;
    for (const GroupMember& member : record.members)
        named.push_back(member.document);
    std::sort(named.begin(), named.end());
    return named == members;
}

// A group's key is made from its head's content. 0 if none of @a members is the head.
Xapian::docid find_head(const Xapian::Database& db, const Schema& schema, const KeyGroup& members,
                        const std::string& model_id) {
    for (const Xapian::docid did : members.members) {
        const auto content_hash = content_hash_of(db, schema, did);
        if (content_hash && is_heads_key(members.key, model_id, *content_hash)) return did;
    }
    return 0;
}

// A shard and its lazily read data.
class Shard {
  public:
    explicit Shard(Xapian::Database db) : db_(std::move(db)) {}

    std::optional<KeyedGroup> group(const std::string& key) const { return read_group(db_, key); }

    const std::string& model_id() {
        read_model_once();
        return model_id_;
    }

    PairVerifier verifier() {
        read_model_once();
        return PairVerifier(pair_limits(parameters_));
    }

  private:
    void read_model_once() {
        if (is_read_) return;
        is_read_ = true;
        const auto stored = read_model(db_);
        if (!stored) return;
        model_id_ = stored->model.id();
        parameters_ = stored->model.parameters();
    }

    Xapian::Database db_;
    bool is_read_ = false;
    std::string model_id_;
    ModelParameters parameters_;
};

class GroupReader {
  public:
    GroupReader(const Xapian::Database& db, const Schema& schema,
                std::span<const Xapian::Database> shards)
        : db_(db), schema_(schema), head_(db, schema), member_(db, schema) {
        for (const Xapian::Database& shard : shards)
            shards_.emplace_back(shard);
        if (shards_.size() != db.size()) {  // unknown: records of single databases only
            shards_.clear();
            shards_.emplace_back(db);
        }
    }

    KeyedGroup read(const KeyGroup& members) {
        if (auto record = read_record(members)) return *std::move(record);
        // Keys of two models are never equal, so any member's shard identifies the model.
        Shard& shard = shards_[shard_of(members.members.front())];
        Xapian::docid head = find_head(db_, schema_, members, shard.model_id());
        if (head == 0) head = members.members.front();
        KeyedGroup group{members.key, {{head, 0}}};
        const PairVerifier verifier = shard.verifier();
        head_.read(head);
        for (const Xapian::docid did : members.members) {
            if (did == head) continue;
            member_.read(did);
            group.members.push_back({did, member_.told(verifier.distance(head_, member_), head_)});
        }
        return group;
    }

  private:
    // Xapian interleaves the docids of several databases.
    std::size_t shard_of(Xapian::docid did) const { return (did - 1) % shards_.size(); }

    // The record of the one shard with all members, if valid.
    std::optional<KeyedGroup> read_record(const KeyGroup& members) const {
        const std::size_t shard = shard_of(members.members.front());
        if (db_.size() != shards_.size()) return std::nullopt;
        for (const Xapian::docid did : members.members) {
            if (shard_of(did) != shard) return std::nullopt;
        }
        auto record = shards_[shard].group(members.key);
        if (!record) return std::nullopt;
        for (GroupMember& member : record->members) {
            member.document =
                static_cast<Xapian::docid>((member.document - 1) * shards_.size() + shard + 1);
        }
        if (!is_of(*record, members.members)) return std::nullopt;
        return record;
    }

    const Xapian::Database& db_;
    const Schema& schema_;
    StoredDocument head_;
    StoredDocument member_;
    std::vector<Shard> shards_;
};

}  // namespace

std::vector<KeyedGroup> list_groups(const Xapian::Database& db, const Schema& schema,
                                    Xapian::doccount min_size,
                                    std::span<const Xapian::Database> shards) {
    if (!schema.has(Slot::GROUP)) return {};
    GroupReader reader(db, schema, shards);
    std::vector<KeyedGroup> groups;
    for (const KeyGroup& members : groups_by_key(db, schema.slot(Slot::GROUP), min_size))
        groups.push_back(reader.read(members));
    std::sort(groups.begin(), groups.end(), [](const KeyedGroup& a, const KeyedGroup& b) {
        return a.members.front().document < b.members.front().document;
    });
    return groups;
}

std::optional<KeyedGroup> list_group(const Xapian::Database& db, const Schema& schema,
                                     const std::string& key) {
    if (!schema.has(Slot::GROUP)) return std::nullopt;
    KeyGroup members{key, {}};
    const Xapian::valueno slot = schema.slot(Slot::GROUP);
    const Xapian::ValueIterator end = db.valuestream_end(slot);
    for (Xapian::ValueIterator value = db.valuestream_begin(slot); value != end; ++value) {
        if (*value == key) members.members.push_back(value.get_docid());
    }
    if (members.members.empty()) return std::nullopt;
    return GroupReader(db, schema, {}).read(members);
}

}  // namespace descry
