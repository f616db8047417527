#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include <descry/jobs/group_import.h>
#include <descry/prepared/prepared_writer.h>
#include <descry/schema/document_id.h>
#include <descry/schema/model_store.h>

#include "engine/distance/pair_verifier.h"
#include "engine/keys/collapse_key.h"
#include "plugin/groups/group_writer.h"
#include "plugin/groups/stored_document.h"
#include "plugin/jobs/refresh.h"
#include "plugin/reading/index_order.h"
#include "plugin/schema/schema_checks.h"

namespace descry {

namespace {

struct ModelOfGroups {
    Model model;
    // The pending model.
    bool is_next;
};

ModelOfGroups model_of(const Xapian::Database& db, const std::string& model_id) {
    const auto is_it = [&](const std::optional<StoredModel>& stored) {
        return stored && (model_id.empty() || stored->model.id() == model_id);
    };
    if (const auto stored = read_model(db); is_it(stored)) return {stored->model, false};
    if (const auto next = read_next_model(db); is_it(next)) return {next->model, true};
    throw Xapian::InvalidArgumentError(
        model_id.empty() ? "the index has no model; run descry model import"
                         : "the groups are of model " + model_id +
                               ", which the index does not have; run descry model import");
}

class MemberVerifier {
  public:
    MemberVerifier(const Xapian::Database& db, const Schema& schema, const Model& model)
        : model_(model),
          verifier_(pair_limits(model.parameters())),
          min_words_(pair_limits(model.parameters()).min_words),
          contents_(db, schema, model),
          head_(db, schema),
          member_(db, schema) {}

    // Begins a group with its head in this index. @return false: not a head of this key
    bool begin(Xapian::docid head, const std::string& key) {
        head_content_ = contents_.hash_of(head);
        if (!head_content_ || !is_heads_key(key, model_.id(), *head_content_)) return false;
        head_.read(head);
        return true;
    }

    bool begin(const NamedGroup::Member& head, const std::string& key) {
        head_content_.reset();
        return head.content_hash && is_heads_key(key, model_.id(), *head.content_hash);
    }

    // The distance of a member of the group; nullopt if it is not one.
    std::optional<DistanceMillionths> distance_of(Xapian::docid did,
                                                  const NamedGroup::Member& named) {
        const auto content = contents_.hash_of(did);
        if (!content) return std::nullopt;
        const DistanceMillionths limit = model_.parameters().grouping.distance;
        if (!head_content_) {
            const bool is_member = named.content_hash == content &&
                                   named.distance <= std::max(limit, SAME_WORDS_DISTANCE);
            return is_member ? std::optional(named.distance) : std::nullopt;
        }
        member_.read(did);
        const bool are_long = std::min(head_.bag().words(), member_.bag().words()) >= min_words_;
        if (!are_long && content != head_content_) return std::nullopt;
        const auto distance = verifier_.match(member_, head_, limit);
        return distance ? std::optional(member_.told(*distance, head_)) : std::nullopt;
    }

  private:
    const Model& model_;
    PairVerifier verifier_;
    std::uint32_t min_words_;
    ContentReader contents_;
    StoredDocument head_;
    StoredDocument member_;
    std::optional<std::uint64_t> head_content_;
};

class GroupFinder {
  public:
    GroupFinder(const Xapian::Database& db, const Schema& schema, const Model& model,
                const ShardNumber& shard, GroupImportReport& report)
        : db_(db), schema_(schema), shard_(shard), report_(report), members_(db, schema, model) {}

    std::vector<KeyedGroup> find(const NamedGroups& named) {
        std::vector<KeyedGroup> found;
        for (const NamedGroup& group : named.groups) {
            if (!keys_.insert(group.key).second) fail(group, "the key " + group.key);
            if (auto own = find(group)) found.push_back(*std::move(own));
        }
        return found;
    }

  private:
    // The documents of a group, by member; 0 for those in another database.
    std::vector<Xapian::docid> places_of(const NamedGroup& group) {
        std::vector<Xapian::docid> places;
        for (const NamedGroup::Member& member : group.members) {
            places.push_back(find_document(member.id));
            if (places.back() == 0) {
                ++report_.elsewhere;
            } else if (!grouped_.insert(places.back()).second) {
                fail(group, "the document " + member.id);
            }
        }
        return places;
    }

    std::optional<KeyedGroup> find(const NamedGroup& group) {
        const std::vector<Xapian::docid> places = places_of(group);
        if (std::ranges::count(places, Xapian::docid{0}) == std::ssize(places)) return std::nullopt;
        const NamedGroup::Member& head = group.members.front();
        const Xapian::docid place = places.front();
        KeyedGroup own{group.key, {{place, 0}}};
        if (!(place != 0 ? members_.begin(place, group.key) : members_.begin(head, group.key))) {
            skip(group, head.id, "changed since grouping; its group is skipped");
            return std::nullopt;
        }
        for (std::size_t i = 1; i < places.size(); ++i) {
            if (places[i] == 0) continue;
            const auto distance = members_.distance_of(places[i], group.members[i]);
            if (distance) {
                own.members.push_back({places[i], *distance});
            } else {
                skip(group, group.members[i].id,
                     place == 0 ? "changed since grouping; skipped"
                                : fmt::format("not near {}, its group's head; skipped", head.id));
            }
        }
        const bool has_some_elsewhere = std::ranges::count(places, Xapian::docid{0}) > 0;
        if (own.members.size() < 2 && (place == 0 || !has_some_elsewhere)) return std::nullopt;
        return counted(std::move(own));
    }

    KeyedGroup counted(KeyedGroup own) {
        report_.documents += own.members.size() - (own.head().document != 0 ? 0 : 1);
        ++report_.groups;
        std::ranges::sort(own.members.begin() + 1, own.members.end(), {}, &GroupMember::document);
        return own;
    }

    void skip(const NamedGroup& group, const std::string& id, std::string reason) {
        report_.skipped.push_back({group.line, id, std::move(reason)});
    }

    [[noreturn]] static void fail(const NamedGroup& group, const std::string& what) {
        const std::string where = group.line > 0 ? fmt::format("line {}: ", group.line) : "";
        throw Xapian::InvalidArgumentError(where + what + " occurs twice");
    }

    // 0 if it is in another database.
    Xapian::docid find_document(std::string_view id) const {
        Xapian::docid did = 0;
        if (shard_.count > 1 && id.starts_with('#'))
            std::from_chars(id.data() + 1, id.data() + id.size(), did);
        if (did == 0) return descry::find_document(db_, id, schema_.id_prefix);
        if (!shard_.has(did)) return 0;
        return descry::find_document(db_, "#" + std::to_string(shard_.own(did)), schema_.id_prefix);
    }

    const Xapian::Database& db_;
    const Schema& schema_;
    const ShardNumber& shard_;
    GroupImportReport& report_;
    MemberVerifier members_;
    std::unordered_set<Xapian::docid> grouped_;
    std::unordered_set<std::string> keys_;
};

}  // namespace

GroupImportReport import_groups(Xapian::WritableDatabase& db, const DatabaseOpener& open,
                                const NamedGroups& groups, const ShardNumber& shard,
                                const AnnotateOptions& options) {
    db.commit();
    const auto [model, is_next] = model_of(db, groups.model_id);
    auto schema = read_schema(db);
    if (!schema) throw Xapian::InvalidArgumentError("the index has no values of descry");
    schema->add(Slot::GROUP);
    check_model_fits(model, *schema);
    GroupImportReport report;
    const std::vector<KeyedGroup> found =
        GroupFinder(db, *schema, model, shard, report).find(groups);
    const bool are_none_here = report.documents == 0 && report.skipped.empty();
    if (are_none_here && !groups.groups.empty() && shard.count == 1) {
        throw Xapian::InvalidArgumentError(
            fmt::format("none of the {} grouped documents are in the index", report.elsewhere));
    }
    if (is_next) {
        promote_next_model(db);
        db.commit();
    }
    report.values = annotate(db, open, *schema, &model, options, [&](Transaction& transaction) {
        transaction.commit();
        return write_groups(db, transaction, *schema, model, found, {},
                            {.commit_every = options.commit_every,
                             .work = options.work,
                             .is_shard = shard.count > 1 || report.elsewhere > 0});
    });
    return report;
}

std::uint64_t prepare_index(const IndexCollection& index, const Schema& schema, const Model& model,
                            const ShardNumber& shard, const PreparedWriter::Sink& sink) {
    check_model_fits(model, schema);
    const std::string& order = model.parameters().group_order;
    IndexOrder keys(index, order);
    const Xapian::Database db = index.open();
    PreparedWriter writer({model, order}, sink);
    const std::uint64_t written = prepare_collection(
        index.documents(), model,
        [&](DocumentNumber did) {
            PreparedName name;
            name.number = shard.of_all(did);
            name.id = document_id(db, did, schema.id_prefix);
            if (name.id == "#" + std::to_string(did)) name.id = "#" + std::to_string(name.number);
            name.order = keys.key_of(did, name.id, name.number);
            return name;
        },
        writer);
    writer.finish();
    return written;
}

}  // namespace descry
