#include "plugin/groups/group_writer.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include <descry/collection/collection_groups.h>

#include "plugin/base/docids_end.h"
#include "plugin/candidates/band_index.h"
#include "plugin/groups/group_record.h"
#include "plugin/groups/group_store.h"
#include "plugin/schema/groups_info.h"

namespace descry {

namespace {

class WantedKeys {
  public:
    explicit WantedKeys(const std::vector<KeyedGroup>& groups) : groups_(groups) {
        for (std::size_t i = 0; i < groups_.size(); ++i) {
            for (const GroupMember& member : groups_[i].members) {
                if (member.document != 0) set(member.document, i);
            }
        }
    }

    std::string of(Xapian::docid did) const {
        const std::uint32_t group = did < group_of_.size() ? group_of_[did] : 0;
        return group == 0 ? std::string() : groups_[group - 1].key;
    }

  private:
    void set(Xapian::docid did, std::size_t group) {
        if (did >= group_of_.size()) group_of_.resize(std::size_t{did} + 1, 0);
        group_of_[did] = static_cast<std::uint32_t>(group + 1);
    }

    const std::vector<KeyedGroup>& groups_;
    std::vector<std::uint32_t> group_of_;  // by docid: 0, or 1 + the group's index
};

struct WantedValues {
    Xapian::valueno slot;
    WantedKeys keys;
};

class Writer {
  public:
    Writer(Xapian::WritableDatabase& db, Transaction& transaction, const Schema& schema,
           const Model& model, const GroupWriteOptions& options)
        : db_(db), transaction_(transaction), schema_(schema), model_(model), options_(options) {}

    Xapian::doccount run(const std::vector<KeyedGroup>& groups,
                         const std::vector<KeyedGroup>& inside) {
        docids_end(db_);  // throws if there are too many for WantedKeys
        std::vector<WantedValues> wanted;
        wanted.push_back({schema_.slot(Slot::GROUP), WantedKeys(groups)});
        if (schema_.has(Slot::INSIDE))
            wanted.push_back({schema_.slot(Slot::INSIDE), WantedKeys(inside)});
        const std::vector<Xapian::docid> changed = find_changed(wanted);

        transaction_.begin();
        GroupsInfo info;
        info.state = state_of_model(model_.id());
        info.limited = options_.limited;
        info.is_shard = options_.is_shard;
        const auto stored = read_groups_info(db_);
        const bool was_complete = stored && stored->complete && stored->state == info.state;
        if (was_complete && !changed.empty()) {
            info.band_bits = stored->band_bits;
            info.listed_to = stored->listed_to;
        }
        if (!changed.empty() || !was_complete) write_groups_info(db_, info);
        for (std::size_t i = 0; i < changed.size(); ++i) {
            Xapian::Document document = db_.get_document(changed[i]);
            for (const auto& [slot, keys] : wanted)
                document.add_value(slot, keys.of(changed[i]));
            db_.replace_document(changed[i], document);
            if (options_.commit_every > 0 && (i + 1) % options_.commit_every == 0) {
                transaction_.commit();
                transaction_.begin();
            }
            if (options_.work.progress)
                options_.work.progress({"groups written", i + 1, changed.size()});
        }
        write_records(groups);
        write_band_index(db_, schema_, model_, options_.work.sorting_memory(), info);
        info.complete = true;
        if (read_groups_info(db_) != info) write_groups_info(db_, info);
        transaction_.commit();
        return static_cast<Xapian::doccount>(changed.size());
    }

  private:
    // Like write_band_index(), reads uncommitted changes of the transaction.
    std::vector<Xapian::docid> find_changed(const std::vector<WantedValues>& wanted) const {
        std::vector<ValueCursor> values;
        for (const WantedValues& of_slot : wanted)
            values.emplace_back(db_, of_slot.slot);
        std::vector<Xapian::docid> changed;
        const Xapian::PostingIterator end = db_.postlist_end("");
        for (Xapian::PostingIterator p = db_.postlist_begin(""); p != end; ++p) {
            bool is_changed = false;
            for (std::size_t i = 0; i < wanted.size(); ++i)
                is_changed = values[i].of(*p) != wanted[i].keys.of(*p) || is_changed;
            if (is_changed) changed.push_back(*p);
        }
        return changed;
    }

    void write_records(const std::vector<KeyedGroup>& groups) {
        std::unordered_set<std::string> written;
        for (const KeyedGroup& group : groups) {
            if (group.head().document == 0 || group.members.size() < 2) continue;
            write_group(db_, group);
            written.insert(group.key);
        }
        remove_groups(db_, written);
    }

    Xapian::WritableDatabase& db_;
    Transaction& transaction_;
    const Schema& schema_;
    const Model& model_;
    const GroupWriteOptions& options_;
};

}  // namespace

std::vector<KeyedGroup> groups_of_shard(const CollectionGroups& groups, std::string_view model_id,
                                        const ShardNumber& shard) {
    std::vector<KeyedGroup> result;
    for (const KeyedGroup& group : keyed_groups(groups, model_id)) {
        const Xapian::docid head = group.head().document;
        KeyedGroup own{group.key, {{shard.has(head) ? shard.own(head) : 0, 0}}};
        for (const auto& [document, distance] : group.others()) {
            if (shard.has(document)) own.members.push_back({shard.own(document), distance});
        }
        if (own.head().document != 0 || own.members.size() > 1) result.push_back(std::move(own));
    }
    return result;
}

Xapian::doccount write_groups(Xapian::WritableDatabase& db, Transaction& transaction,
                              const Schema& schema, const Model& model,
                              const std::vector<KeyedGroup>& groups,
                              const std::vector<KeyedGroup>& inside,
                              const GroupWriteOptions& options) {
    return Writer(db, transaction, schema, model, options).run(groups, inside);
}

Xapian::doccount regroup(Xapian::WritableDatabase& db, Transaction& transaction,
                         const IndexCollection& index, const Schema& schema, const Model& model,
                         bool stored_keys, const GroupWriteOptions& options) {
    std::optional<Xapian::valueno> slot;
    if (stored_keys) slot = schema.slot(Slot::TERM_BANDS);
    const CollectionGroups groups = group_index(index, model, slot, schema.id_prefix);
    GroupWriteOptions writing = options;
    writing.limited = groups.limited;
    std::vector<KeyedGroup> inside;
    if (schema.has(Slot::INSIDE))
        inside = groups_of_shard(join_inside(index, groups, model, schema.id_prefix), model.id());
    return write_groups(db, transaction, schema, model, groups_of_shard(groups, model.id()), inside,
                        writing);
}

}  // namespace descry
