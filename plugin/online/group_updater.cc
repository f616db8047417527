#include "plugin/online/group_updater.h"

#include <algorithm>
#include <utility>

#include "engine/collection/document_keys.h"
#include "engine/keys/collapse_key.h"
#include "plugin/groups/group_record.h"

namespace descry {

namespace {

constexpr std::size_t READ_AHEAD = 256;

// Maximum bytes of words cached for a document; longer ones would displace many.
constexpr std::size_t MAX_REMEMBERED = std::size_t{256} << 10;

}  // namespace

GroupUpdater::GroupUpdater(Xapian::WritableDatabase& db, const Schema& schema, const Model& model)
    : db_(db),
      schema_(schema),
      model_(model),
      values_(db, schema, model),
      documents_(db, schema, model),
      heads_(db, model, values_, documents_, waiting_),
      terms_(TermSpace(schema.term_prefix)),
      texts_(db, schema) {
    open();
}

bool GroupUpdater::is_active() {
    if (db_.get_metadata(metadata_key::GROUPS) != info_record_) {
        open();
    } else if (!is_last_added_stored()) {
        heads_.clear();  // a transaction may have been cancelled
        last_added_ = 0;
    }
    return bands_.has_value();
}

void GroupUpdater::open() {
    bands_.reset();
    heads_.clear();
    waiting_.clear();
    last_added_ = 0;
    info_record_ = db_.get_metadata(metadata_key::GROUPS);
    const auto info = read_groups_info(db_);
    const bool is_current = schema_.has(Slot::GROUP) && info && info->complete &&
                            info->state == state_of_model(model_.id()) &&
                            !model_.stable_terms().empty();
    if (!is_current) return;
    info_ = *info;
    heads_.set_shard(info_.is_shard);
    bands_.emplace(db_, schema_, model_, info_);
}

std::optional<GroupMatch> GroupUpdater::find(const DocumentKeys& keys, const NewDocument& document,
                                             Xapian::docid did) {
    if (!bands_) return std::nullopt;
    return heads_.find(*bands_, keys, document, did);
}

void GroupUpdater::added(Xapian::docid did, const DocumentKeys& keys,
                         const std::optional<GroupMatch>& match) {
    if (!bands_) return;
    heads_.forget(did);
    documents_.forget(did);
    last_added_ = did;
    content_hash_of_last_added_ = keys.content_hash;
    if (!match) {
        bands_->list(db_, did, keys);
    } else {
        heads_.forget(match->head);
        const GroupMember member{did, texts_.reported_distance(match->distance, did, match->head)};
        if (!match->has_group) {
            values_.set_group_value(match->head, match->key);
            write_group(db_, {match->key, {{match->head, 0}, member}});
        } else {
            add_member(db_, match->key, member);
        }
        bands_->list_member(db_, did, keys);
    }
    if (bands_->merge_if_many(db_, info_)) {
        write_groups_info(db_, info_);
        info_record_ = db_.get_metadata(metadata_key::GROUPS);
    }
}

void GroupUpdater::remember(Xapian::docid did, const DocumentKeys& keys,
                            std::optional<std::string_view> words) {
    if (!bands_ || model_.parameters().any_order) return;
    if (!words || words->size() > MAX_REMEMBERED) return;
    documents_.keep_words({did, keys.content_hash, keys.histogram}, std::string(*words));
}

void GroupUpdater::remove(Xapian::docid did) {
    if (!bands_) return;
    heads_.forget(did);
    documents_.forget(did);
    const std::string key = values_.group_value(did);
    if (key.empty()) return;
    const auto group = read_group_summary(db_, key);
    if (!group) return;
    heads_.forget(group->head);
    if (group->head == did) {
        if (auto members = read_group(db_, key)) {
            // Other programs may have deleted some.
            std::erase_if(members->members, [&](const GroupMember& member) {
                return member.document == did || values_.group_value(member.document) != key;
            });
            // Excluded from matches until it is removed.
            waiting_.insert(did);
            promote_member(*members);
            waiting_.erase(did);
        }
    } else if (remove_member(db_, key, did) == 1) {
        values_.set_group_value(group->head, "");
    }
}

void GroupUpdater::assign(std::span<const Xapian::docid> documents) {
    if (!bands_) return;
    forget(documents);
    for (const Xapian::docid did : documents)
        assign(did);
}

void GroupUpdater::assign(std::span<const Xapian::docid> documents, const IndexCollection& index) {
    if (!bands_) return;
    forget(documents);
    const auto piece = [&](std::size_t begin) {
        begin = std::min(begin, documents.size());
        return documents.subspan(begin, std::min(READ_AHEAD, documents.size() - begin));
    };
    Prefetcher ahead(index, schema_, model_);
    ahead.start(piece(0));
    for (std::size_t begin = 0; begin < documents.size(); begin += READ_AHEAD) {
        keep(ahead.take());
        ahead.start(piece(begin + READ_AHEAD));
        for (const Xapian::docid did : piece(begin))
            assign(did);
    }
}

void GroupUpdater::keep(std::vector<Prefetched> prefetched) {
    bands_->forget_prefetched();
    for (Prefetched& document : prefetched) {
        bands_->keep(document.revision, std::move(document.found));
        if (document.compared)
            documents_.keep(document.content_hash, std::move(*document.compared));
    }
}

// Excludes documents with values but no group until their turn.
void GroupUpdater::forget(std::span<const Xapian::docid> documents) {
    for (const Xapian::docid did : documents) {
        heads_.forget(did);
        if (const auto keys = values_.keys_of(did)) bands_->forget(did, *keys);
    }
}

void GroupUpdater::assign(Xapian::docid did) {
    waiting_.erase(did);
    const auto keys = values_.keys_of(did);
    if (!keys) return;
    if (!values_.group_value(did).empty()) {
        remove(did);
        values_.set_group_value(did, "");
    }
    bool has_terms = false;
    const NewDocument newcomer{
        // Copied, because documents it is compared with may displace it in the cache.
        [&] { return documents_.get({did, keys->content_hash, keys->histogram}); },
        [&] {
            if (!has_terms) terms_.read(db_, did);
            has_terms = true;
            return terms_.terms();
        }};
    const auto match = find(*keys, newcomer, did);
    if (match) values_.set_group_value(did, match->key);
    added(did, *keys, match);
}

void GroupUpdater::repair() {
    if (!bands_) return;
    heads_.clear();
    std::vector<KeyedGroup> broken;
    for_each_group(db_, [&](const KeyedGroup& stored) {
        const auto present = read_present_group(db_, schema_, stored.key);
        if (present && present->members != stored.members) broken.push_back(stored);
    });
    for (const KeyedGroup& stored : broken) {
        const auto present = read_present_group(db_, schema_, stored.key);
        if (!present) continue;
        const Xapian::docid head = stored.members.front().document;
        if (present->members.empty() || present->members.front().document != head) {
            promote_member(*present);
        } else if (present->members.size() < 2) {
            values_.set_group_value(head, "");
            write_group(db_, {stored.key, {}});
        } else {
            write_group(db_, *present);
        }
    }
}

// Whether the last added document still exists; false after a cancelled transaction.
bool GroupUpdater::is_last_added_stored() const {
    if (last_added_ == 0) return true;
    const auto current = values_.keys_of(last_added_);
    return current && current->content_hash == content_hash_of_last_added_;
}

// Whether a head with this content hash has the same words as the document.
bool GroupUpdater::has_equal_head(std::uint64_t content_hash, Xapian::docid did) {
    for (unsigned twin = 0; twin < MAX_TWINS; ++twin) {
        const std::string key = group_key(model_.id(), content_hash, twin);
        const auto group = read_group_summary(db_, key);
        if (!group || values_.group_value(group->head) != key) continue;
        terms_.read(db_, group->head);
        if (are_equal(terms_.terms(), documents_.terms_of(did))) return true;
    }
    return false;
}

// Gives a group that lost its head a new one; members too far from it are assigned elsewhere.
void GroupUpdater::promote_member(const KeyedGroup& group) {
    documents_.forget_terms();
    write_group(db_, {group.key, {}});
    std::vector<Xapian::docid> members;
    for (const GroupMember& member : group.members)
        members.push_back(member.document);
    std::sort(members.begin(), members.end());
    if (members.empty()) return;

    const Xapian::docid head = members.front();
    const auto keys = values_.keys_of(head);
    if (!keys) return;
    const auto key = values_.free_key(keys->content_hash);
    if (!key || has_equal_head(keys->content_hash, head)) {
        reassign(members);
        return;
    }
    KeyedGroup next{*key, {{head, 0}}};
    ComparedDocument leader = documents_.get({head, keys->content_hash, keys->histogram});
    std::vector<Xapian::docid> loose;
    for (std::size_t i = 1; i < members.size(); ++i) {
        const DocumentKeys keys_of_member = values_.keys_of(members[i]).value_or(DocumentKeys{});
        const auto distance = documents_.compare(
            leader, {members[i], keys_of_member.content_hash, keys_of_member.histogram},
            model_.parameters().grouping.distance);
        if (distance) {
            next.members.push_back(
                {members[i], texts_.reported_distance(*distance, members[i], head)});
        } else {
            loose.push_back(members[i]);
        }
    }
    heads_.forget(head);
    bands_->list(db_, head, *keys);
    values_.set_group_value(head, next.members.size() > 1 ? next.key : "");
    for (std::size_t i = 1; i < next.members.size(); ++i)
        values_.set_group_value(next.members[i].document, next.key);
    write_group(db_, next);
    reassign(loose);
}

void GroupUpdater::reassign(const std::vector<Xapian::docid>& documents) {
    if (documents.empty()) return;
    for (const Xapian::docid did : documents)
        values_.set_group_value(did, "");
    waiting_.insert(documents.begin(), documents.end());
    for (const Xapian::docid did : documents)
        assign(did);
    // Deletions may be cancelled unnoticed, so nothing they changed is cached.
    heads_.clear();
}

}  // namespace descry
