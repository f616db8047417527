#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <descry/body_terms.h>
#include <descry/collapse.h>
#include <descry/group_list.h>
#include <descry/model_store.h>

#include "document_keys.h"

namespace descry {

namespace {

std::optional<std::uint64_t> bag_of(const Xapian::Database& db, const Schema& schema,
                                    Xapian::docid did) {
    return decode_bag(db.get_document(did).get_value(schema.slot(Slot::TERM_BANDS)));
}

// Distances of documents to one head, read when asked for.
class DistancesToHead {
  public:
    DistancesToHead(const Xapian::Database& db, const Schema& schema, Xapian::docid head)
        : db_(db), terms_(TermSpace(schema.term_prefix)), head_did_(head) {}

    DistanceMillionths to(Xapian::docid did) {
        if (!head_) head_ = bag(head_did_);
        return bag_distance(*head_, bag(did));
    }

  private:
    Bag bag(Xapian::docid did) {
        terms_.read(db_, did);
        return Bag(terms_.terms());
    }

    const Xapian::Database& db_;
    BodyTerms terms_;
    Xapian::docid head_did_;
    std::optional<Bag> head_;
};

// The id of the model in use, read when asked for.
class ModelId {
  public:
    explicit ModelId(const Xapian::Database& db) : db_(db) {}

    const std::string& get() {
        if (!id_) {
            const auto stored = read_model(db_);
            id_ = stored ? stored->model.id() : std::string();
        }
        return *id_;
    }

  private:
    const Xapian::Database& db_;
    std::optional<std::string> id_;
};

// A record tells the truth when it names the very documents that carry its key. Any other is of
// documents that are gone, or have other numbers since the index was compacted.
bool is_of(const StoredGroup& record, const std::vector<Xapian::docid>& members) {
    std::vector<Xapian::docid> named;
    for (const GroupMember& member : record.members)
        named.push_back(member.did);
    std::sort(named.begin(), named.end());
    return named == members;
}

// A group's key is made from its head's content. 0 when none of @a members is the head.
Xapian::docid find_head(const Xapian::Database& db, const Schema& schema, const KeyGroup& members,
                        const std::string& model_id) {
    for (const Xapian::docid did : members.members) {
        const auto bag = bag_of(db, schema, did);
        if (bag && group_key(model_id, *bag) == members.key) return did;
    }
    return 0;
}

StoredGroup with_head(const Xapian::Database& db, const Schema& schema, const KeyGroup& members,
                      ModelId& model_id) {
    if (db.size() == 1) {
        auto record = read_group(db, members.key);
        if (record && is_of(*record, members.members)) return *std::move(record);
    }
    Xapian::docid head = find_head(db, schema, members, model_id.get());
    if (head == 0) head = members.members.front();
    StoredGroup group{members.key, {{head, 0}}};
    DistancesToHead distances(db, schema, head);
    for (const Xapian::docid did : members.members) {
        if (did != head) group.members.push_back({did, distances.to(did)});
    }
    return group;
}

}  // namespace

std::vector<StoredGroup> list_groups(const Xapian::Database& db, const Schema& schema,
                                     Xapian::doccount min_size) {
    ModelId model_id(db);
    std::vector<StoredGroup> groups;
    for (const KeyGroup& members : groups_by_key(db, schema.slot(Slot::GROUP), min_size))
        groups.push_back(with_head(db, schema, members, model_id));
    std::sort(groups.begin(), groups.end(), [](const StoredGroup& a, const StoredGroup& b) {
        return a.members.front().did < b.members.front().did;
    });
    return groups;
}

std::optional<StoredGroup> list_group(const Xapian::Database& db, const Schema& schema,
                                      const std::string& key) {
    KeyGroup members{key, {}};
    const Xapian::valueno slot = schema.slot(Slot::GROUP);
    const Xapian::ValueIterator end = db.valuestream_end(slot);
    for (Xapian::ValueIterator value = db.valuestream_begin(slot); value != end; ++value) {
        if (*value == key) members.members.push_back(value.get_docid());
    }
    if (members.members.empty()) return std::nullopt;
    ModelId model_id(db);
    return with_head(db, schema, members, model_id);
}

}  // namespace descry
