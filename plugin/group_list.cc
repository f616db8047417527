#include <algorithm>
#include <optional>
#include <unordered_map>

#include <descry/body_terms.h>
#include <descry/collapse.h>
#include <descry/group_list.h>
#include <descry/model_store.h>

#include "document_keys.h"

namespace descry {

namespace {

constexpr std::size_t MAX_KEY_BYTES = 5;

// The bag at the end of a document's keys, whatever the width of these.
std::optional<std::uint64_t> bag_of(const Xapian::Database& db, const Schema& schema,
                                    Xapian::docid did) {
    const std::string value = db.get_document(did).get_value(schema.slot(Slot::TERM_BANDS));
    for (std::uint32_t bytes = 1; bytes <= MAX_KEY_BYTES; ++bytes) {
        if (const auto keys = decode_keys(value, 8 * bytes)) return keys->bag;
    }
    return std::nullopt;
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

StoredGroup with_head(const Xapian::Database& db, const Schema& schema, const KeyGroup& members,
                      const std::optional<StoredGroup>& record, std::string_view model_id) {
    Xapian::docid head = members.members.front();
    std::unordered_map<Xapian::docid, DistanceMillionths> known;
    if (record) {
        for (const GroupMember& member : record->members)
            known.emplace(member.did, member.distance);
        const Xapian::docid stored = record->members.front().did;
        if (std::binary_search(members.members.begin(), members.members.end(), stored)) {
            head = stored;
        } else {
            known.clear();
        }
    } else {
        // A group's key is made from its head's content.
        for (const Xapian::docid did : members.members) {
            const auto bag = bag_of(db, schema, did);
            if (!bag || group_key(model_id, *bag) != members.key) continue;
            head = did;
            break;
        }
    }
    StoredGroup group{members.key, {{head, 0}}};
    DistancesToHead distances(db, schema, head);
    for (const Xapian::docid did : members.members) {
        if (did == head) continue;
        const auto found = known.find(did);
        group.members.push_back({did, found != known.end() ? found->second : distances.to(did)});
    }
    return group;
}

}  // namespace

std::vector<StoredGroup> list_groups(const Xapian::Database& db, const Schema& schema,
                                     Xapian::doccount min_size) {
    const bool is_single = db.size() == 1;
    std::string model_id;
    if (!is_single) {
        if (const auto stored = read_model(db)) model_id = stored->model.id();
    }
    std::vector<StoredGroup> groups;
    for (const KeyGroup& members : groups_by_key(db, schema.slot(Slot::GROUP), min_size)) {
        const auto record = is_single ? read_group(db, members.key) : std::nullopt;
        groups.push_back(with_head(db, schema, members, record, model_id));
    }
    std::sort(groups.begin(), groups.end(), [](const StoredGroup& a, const StoredGroup& b) {
        return a.members.front().did < b.members.front().did;
    });
    return groups;
}

}  // namespace descry
