#include "groups/group_writer.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <descry/groups/group_store.h>
#include <descry/schema/group_key.h>
#include <descry/schema/groups_info.h>

#include "base/value_cursor.h"
#include "candidates/band_index.h"
#include "groups/group_record.h"
#include "groups/position_records.h"

namespace descry {

namespace {

// The groups of two documents and more, their heads ascending.
class GroupLists {
  public:
    GroupLists(const CollectionGroups& groups, const std::string& model_id)
        : groups_(groups), model_id_(model_id) {
        for (std::size_t did = 1; did < groups.head_of.size(); ++did) {
            const Xapian::docid head = groups.head_of[did];
            if (head != 0 && head != did) {
                members_.emplace_back(head, static_cast<Xapian::docid>(did));
            }
        }
        std::sort(members_.begin(), members_.end());
        number_twins();
    }

    template <typename Visit>
    void for_each(Visit&& visit) const {
        for (auto first = members_.begin(); first != members_.end();) {
            const Xapian::docid head = first->first;
            StoredGroup group{key_of(head), {{head, 0}}};
            for (; first != members_.end() && first->first == head; ++first) {
                group.members.push_back({first->second, groups_.distance[first->second]});
            }
            visit(group);
        }
    }

    bool has_members(Xapian::docid head) const {
        const auto found = std::lower_bound(members_.begin(), members_.end(),
                                            std::pair<Xapian::docid, Xapian::docid>(head, 0));
        return found != members_.end() && found->first == head;
    }

    std::string key_of(Xapian::docid head) const {
        const auto twin = twins_.find(head);
        return group_key(model_id_, groups_.content_hashes[head],
                         twin == twins_.end() ? 0 : twin->second);
    }

  private:
    // Heads of one content hash have other contents, or they would be one group. Without a number
    // there is no group.
    void number_twins() {
        std::vector<std::pair<std::uint64_t, Xapian::docid>> heads;
        for (const auto& [head, member] : members_) {
            if (heads.empty() || heads.back().second != head) {
                heads.emplace_back(groups_.content_hashes[head], head);
            }
        }
        std::sort(heads.begin(), heads.end());
        unsigned twin = 0;
        for (std::size_t i = 1; i < heads.size(); ++i) {
            twin = heads[i].first == heads[i - 1].first ? twin + 1 : 0;
            if (twin > 0) twins_.emplace(heads[i].second, twin);
        }
        std::erase_if(members_, [this](const auto& member) {
            const auto of_head = twins_.find(member.first);
            return of_head != twins_.end() && of_head->second >= MAX_TWINS;
        });
    }

    const CollectionGroups& groups_;
    const std::string& model_id_;
    std::vector<std::pair<Xapian::docid, Xapian::docid>> members_;  // head, member
    std::unordered_map<Xapian::docid, unsigned> twins_;             // of heads: from 1 on
};

class Writer {
  public:
    Writer(Xapian::WritableDatabase& db, Transaction& transaction, const Schema& schema,
           const Model& model, const GroupWriteOptions& options)
        : db_(db),
          transaction_(transaction),
          schema_(schema),
          slot_(schema.slot(Slot::GROUP)),
          model_(model),
          options_(options) {}

    Xapian::doccount run(const CollectionGroups& groups) {
        const GroupLists lists(groups, model_.id());
        const std::vector<Xapian::docid> changed = find_changed(groups, lists);

        transaction_.begin();
        GroupsInfo info{state_of_model(model_.id()), false, groups.limited, 0, 0, false};
        const auto stored = read_groups_info(db_);
        const bool was_complete = stored && stored->complete && stored->state == info.state;
        if (was_complete && !changed.empty()) {
            info.band_bits = stored->band_bits;
            info.listed_to = stored->listed_to;
            info.coarse_histograms = stored->coarse_histograms;
        }
        if (!changed.empty() || !was_complete) write_groups_info(db_, info);
        for (std::size_t i = 0; i < changed.size(); ++i) {
            Xapian::Document document = db_.get_document(changed[i]);
            document.add_value(slot_, wanted_key(groups, lists, changed[i]));
            db_.replace_document(changed[i], document);
            if (options_.commit_every > 0 && (i + 1) % options_.commit_every == 0) {
                transaction_.commit();
                transaction_.begin();
            }
            if (options_.progress) options_.progress("groups written", i + 1, changed.size());
        }
        write_records(lists);
        write_band_index(db_, schema_, model_, options_.memory, info);
        write_positions(db_, *groups.position_cache);
        info.complete = true;
        if (read_groups_info(db_) != info) write_groups_info(db_, info);
        transaction_.commit();
        return static_cast<Xapian::doccount>(changed.size());
    }

  private:
    // Empty for documents that are in no group.
    std::string wanted_key(const CollectionGroups& groups, const GroupLists& lists,
                           Xapian::docid did) const {
        const Xapian::docid head = did < groups.head_of.size() ? groups.head_of[did] : 0;
        if (head == 0 || !lists.has_members(head)) return {};
        return lists.key_of(head);
    }

    // Like write_band_index(), reads what may stand uncommitted in the transaction.
    std::vector<Xapian::docid> find_changed(const CollectionGroups& groups,
                                            const GroupLists& lists) const {
        std::vector<Xapian::docid> changed;
        ValueCursor values(db_, slot_);
        const Xapian::PostingIterator end = db_.postlist_end("");
        for (Xapian::PostingIterator p = db_.postlist_begin(""); p != end; ++p) {
            if (values.of(*p) != wanted_key(groups, lists, *p)) changed.push_back(*p);
        }
        return changed;
    }

    void write_records(const GroupLists& lists) {
        std::unordered_set<std::string> written;
        lists.for_each([&](const StoredGroup& group) {
            write_group(db_, group);
            written.insert(group.key);
        });
        remove_groups(db_, written);
    }

    Xapian::WritableDatabase& db_;
    Transaction& transaction_;
    const Schema& schema_;
    Xapian::valueno slot_;
    const Model& model_;
    const GroupWriteOptions& options_;
};

}  // namespace

Xapian::doccount write_groups(Xapian::WritableDatabase& db, Transaction& transaction,
                              const Schema& schema, const Model& model,
                              const CollectionGroups& groups, const GroupWriteOptions& options) {
    return Writer(db, transaction, schema, model, options).run(groups);
}

Xapian::doccount regroup(Xapian::WritableDatabase& db, Transaction& transaction,
                         const IndexCollection& index, const Schema& schema, const Model& model,
                         bool stored_keys, const GroupWriteOptions& options) {
    std::optional<Xapian::valueno> slot;
    if (stored_keys) slot = schema.slot(Slot::TERM_BANDS);
    const CollectionGroups groups =
        group_index(index, model, {slot, options.memory, schema.id_prefix});
    return write_groups(db, transaction, schema, model, groups, options);
}

}  // namespace descry
