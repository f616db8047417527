#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <descry/collection/document_keys.h>
#include <descry/keys/collapse_key.h>
#include <descry/schema/document_id.h>
#include <descry/schema/model_store.h>
#include <descry/writing/group_import.h>

#include "groups/group_writer.h"
#include "writing/group_maker.h"

namespace descry {

namespace {

// The model that the groups are of.
Model start_model_of(Xapian::WritableDatabase& db, const std::string& model_id) {
    auto stored = read_model(db);
    if (stored && (model_id.empty() || stored->model.id() == model_id)) return stored->model;
    auto next = read_next_model(db);
    if (next && (model_id.empty() || next->model.id() == model_id)) {
        promote_next_model(db);
        db.commit();
        return next->model;
    }
    throw Xapian::InvalidArgumentError(
        model_id.empty() ? "the index has no model: descry model import puts one into it"
                         : "the groups are of model " + model_id +
                               ", which the index has not: descry model import puts it there");
}

// Finds the documents of groups in an index.
class GroupFinder {
  public:
    GroupFinder(const Xapian::Database& db, const Schema& schema, const Model& model,
                const ShardNumber& shard, GroupImportReport& report)
        : db_(db), schema_(schema), model_(model), shard_(shard), report_(report) {}

    IndexGroups find(const NamedGroups& named) {
        IndexGroups found;
        for (const NamedGroup& group : named.groups) {
            if (auto own = find(group)) found.groups.push_back(*std::move(own));
        }
        found.is_shard = shard_.count > 1 || report_.elsewhere > 0;
        return found;
    }

  private:
    std::optional<IndexGroup> find(const NamedGroup& group) {
        IndexGroup own{group.key, find_document(group.members.front().id), {}};
        if (own.head != 0 && !leads(own.head, group.key)) {
            ++report_.outdated;
            return std::nullopt;
        }
        for (std::size_t i = 0; i < group.members.size(); ++i) {
            const auto& [id, distance] = group.members[i];
            const Xapian::docid did = i == 0 ? own.head : find_document(id);
            if (did == 0) {
                ++report_.elsewhere;
                continue;
            }
            if (!grouped_.insert(did).second) {
                throw Xapian::InvalidArgumentError("the document " + id + " is in two groups");
            }
            ++report_.documents;
            if (i > 0) own.others.push_back({did, distance});
        }
        if (own.head == 0 && own.others.empty()) return std::nullopt;
        std::ranges::sort(own.others, {}, &GroupMember::did);
        ++report_.groups;
        return own;
    }

    // 0 where it is in another database.
    Xapian::docid find_document(std::string_view id) const {
        Xapian::docid did = 0;
        if (shard_.count > 1 && id.starts_with('#'))
            std::from_chars(id.data() + 1, id.data() + id.size(), did);
        if (did == 0) return descry::find_document(db_, id, schema_.id_prefix);
        if (!shard_.has(did)) return 0;
        return descry::find_document(db_, "#" + std::to_string(shard_.own(did)), schema_.id_prefix);
    }

    bool leads(Xapian::docid head, const std::string& key) const {
        const std::string value = db_.get_document(head).get_value(schema_.slot(Slot::TERM_BANDS));
        const auto content_hash = decode_content_hash(value);
        return content_hash && is_heads_key(key, model_.id(), *content_hash);
    }

    const Xapian::Database& db_;
    const Schema& schema_;
    const Model& model_;
    const ShardNumber& shard_;
    GroupImportReport& report_;
    std::unordered_set<Xapian::docid> grouped_;
};

}  // namespace

GroupImportReport import_groups(Xapian::WritableDatabase& db, const DatabaseOpener& open,
                                const NamedGroups& groups, const ShardNumber& shard,
                                const AnnotateOptions& options) {
    db.commit();
    const Model model = start_model_of(db, groups.model_id);
    auto schema = read_schema(db);
    if (!schema) throw Xapian::InvalidArgumentError("the index has no values of descry");
    schema->add(Slot::GROUP);
    GroupImportReport report;
    report.values = annotate(db, open, *schema, &model, options, [&](Transaction& transaction) {
        transaction.commit();
        const IndexGroups found = GroupFinder(db, *schema, model, shard, report).find(groups);
        return write_groups(db, transaction, *schema, model, found,
                            {options.commit_every, options.memory, options.progress});
    });
    return report;
}

}  // namespace descry
