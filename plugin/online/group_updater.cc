#include "online/group_updater.h"

#include <algorithm>
#include <array>
#include <utility>

#include <descry/schema/group_key.h>

#include "groups/bag_store.h"
#include "groups/equal_contents.h"
#include "groups/group_record.h"

namespace descry {

namespace {

// Documents kept for comparison.
constexpr std::size_t RECENT = 1024;
// Documents that are read ahead together.
constexpr std::size_t READ_AHEAD = 256;

}  // namespace

GroupUpdater::GroupUpdater(Xapian::WritableDatabase& db, const Schema& schema, const Model& model)
    : db_(db),
      schema_(schema),
      model_(model),
      verifier_(pair_limits(model.parameters())),
      placed_terms_(TermSpace(schema.term_prefix)),
      body_terms_(TermSpace(schema.term_prefix)) {
    open();
}

bool GroupUpdater::is_active() {
    if (db_.get_metadata(metadata_key::GROUPS) != info_record_) {
        open();
    } else if (!last_added_stands()) {
        met_.clear();  // perhaps a transaction was cancelled
        last_added_ = 0;
    }
    return bands_.has_value();
}

void GroupUpdater::open() {
    bands_.reset();
    met_.clear();
    waiting_.clear();
    last_added_ = 0;
    info_record_ = db_.get_metadata(metadata_key::GROUPS);
    const auto info = read_groups_info(db_);
    const bool is_current = schema_.has(Slot::GROUP) && info && info->complete &&
                            info->state == state_of_model(model_.id()) &&
                            !model_.stable_terms().empty();
    if (!is_current) return;
    info_ = *info;
    bands_.emplace(db_, schema_, model_, info_);
}

std::optional<GroupMatch> GroupUpdater::find(const DocumentKeys& keys, const Newcomer& document,
                                             Xapian::docid did) {
    if (!bands_) return std::nullopt;
    terms_read_of_ = 0;  // it may have been replaced
    if (auto equal = find_equal(keys.content_hash, document, did)) return equal;
    const GroupingOptions& options = model_.parameters().grouping;
    std::vector<BandName> names = band_names(keys);
    names.pop_back();  // the content hash's: find_equal() has looked there
    std::vector<Listed> listed = listed_with(keys, names, did);
    const bool are_many = listed.size() > options.max_heads;
    std::vector<Candidate> candidates;
    std::optional<ComparedDocument> newcomer;
    // One that is near is preferred to the head of a larger group: where there is one, the others
    // need not be looked at.
    const std::array limits{options.near, options.distance};
    for (const DistanceMillionths limit :
         std::span(limits).subspan(options.near < options.distance ? 0 : 1)) {
        take_candidates(keys, names, are_many ? options.distance : limit, listed, candidates);
        if (candidates.empty()) continue;
        if (candidates.size() > options.max_heads) {
            order_heads(candidates, options.distance);
            candidates.resize(options.max_heads);
        }
        order_heads(candidates, limit);
        if (!newcomer) newcomer = document.compared();
        if (auto match = first_within(*newcomer, candidates, limit)) return match;
    }
    return std::nullopt;
}

void GroupUpdater::added(Xapian::docid did, const DocumentKeys& keys,
                         const std::optional<GroupMatch>& match) {
    if (!bands_) return;
    met_.forget(did);
    forget_compared(did);
    last_added_ = did;
    content_hash_of_last_added_ = keys.content_hash;
    if (!match) {
        bands_->list(db_, did, keys);
    } else {
        met_.forget(match->head);
        if (!match->has_group) {
            set_group_value(match->head, match->key);
            write_group(db_, {match->key, {{match->head, 0}, {did, match->distance}}});
        } else {
            add_member(db_, match->key, {did, match->distance});
        }
        bands_->list_member(db_, did, keys);
    }
    if (bands_->merge_if_many(db_, info_)) {
        write_groups_info(db_, info_);
        info_record_ = db_.get_metadata(metadata_key::GROUPS);
    }
}

void GroupUpdater::remove(Xapian::docid did) {
    if (!bands_) return;
    met_.forget(did);
    forget_compared(did);
    const std::string key = group_value(did);
    if (key.empty()) return;
    const auto group = read_group_summary(db_, key);
    if (!group) return;
    met_.forget(group->head);
    if (group->head == did) {
        if (auto members = read_group(db_, key)) {
            // Other programs may have deleted some.
            std::erase_if(members->members, [&](const GroupMember& member) {
                return member.did == did || group_value(member.did) != key;
            });
            promote_successor(*members);
        }
    } else if (remove_member(db_, key, did) == 1) {
        set_group_value(group->head, "");
    }
}

void GroupUpdater::assign(std::span<const Xapian::docid> documents) {
    if (!bands_) return;
    forget(documents);
    for (const Xapian::docid did : documents)
        assign(did);
}

void GroupUpdater::assign(std::span<const Xapian::docid> documents, const ReadOptions& read) {
    if (!bands_) return;
    forget(documents);
    const auto piece = [&](std::size_t begin) {
        begin = std::min(begin, documents.size());
        return documents.subspan(begin, std::min(READ_AHEAD, documents.size() - begin));
    };
    Prefetcher ahead(read, schema_, model_);
    ahead.start(piece(0));
    for (std::size_t begin = 0; begin < documents.size(); begin += READ_AHEAD) {
        keep(ahead.take());
        ahead.start(piece(begin + READ_AHEAD));
        for (const Xapian::docid did : piece(begin))
            assign(did);
    }
}

void GroupUpdater::keep(std::vector<Prefetched> prefetched) {
    bands_->forget_foreseen();
    for (Prefetched& document : prefetched) {
        bands_->keep(document.revision, std::move(document.found));
        if (document.compared) keep(document.content_hash, std::move(*document.compared));
    }
}

// Until its turn, nobody is to meet a document that has its values but not yet its group.
void GroupUpdater::forget(std::span<const Xapian::docid> documents) {
    for (const Xapian::docid did : documents) {
        met_.forget(did);
        if (const auto keys = keys_of(did)) bands_->forget(did, *keys);
    }
}

void GroupUpdater::assign(Xapian::docid did) {
    waiting_.erase(did);
    const auto keys = keys_of(did);
    if (!keys) return;
    if (!group_value(did).empty()) {
        remove(did);
        set_group_value(did, "");
    }
    bool has_terms = false;
    const Newcomer newcomer{// A copy: what it is compared with displaces others.
                            [&] { return compared(did, keys->content_hash); },
                            [&] {
                                if (!has_terms) placed_terms_.read(db_, did);
                                has_terms = true;
                                return placed_terms_.terms();
                            }};
    const auto match = find(*keys, newcomer, did);
    if (match) set_group_value(did, match->key);
    added(did, *keys, match);
}

void GroupUpdater::repair() {
    if (!bands_) return;
    met_.clear();
    std::vector<StoredGroup> broken;
    for_each_group(db_, [&](const StoredGroup& stored) {
        const auto present = read_present_group(db_, schema_, stored.key);
        if (present && present->members != stored.members) broken.push_back(stored);
    });
    for (const StoredGroup& stored : broken) {
        const auto present = read_present_group(db_, schema_, stored.key);
        if (!present) continue;
        const Xapian::docid head = stored.members.front().did;
        if (present->members.empty() || present->members.front().did != head) {
            promote_successor(*present);
        } else if (present->members.size() < 2) {
            set_group_value(head, "");
            write_group(db_, {stored.key, {}});
        } else {
            write_group(db_, *present);
        }
    }
}

// Equal documents are one group, whichever other heads are near. Equal content hashes are a hint:
// somebody may have made them so.
std::optional<GroupMatch> GroupUpdater::find_equal(std::uint64_t content_hash,
                                                   const Newcomer& document, Xapian::docid except) {
    for (const Xapian::docid did : bands_->find(content_band_name(content_hash))) {
        if (did == except || waiting_.contains(did)) continue;
        const auto current = keys_of(did);
        if (!current || current->content_hash != content_hash) continue;
        if (!are_equal(document.terms(), terms_of(did))) continue;
        const std::string key = group_value(did);
        if (key.empty()) {
            const auto free = free_key(content_hash);
            if (!free) return std::nullopt;
            return GroupMatch{did, 0, *free, false};
        }
        const auto membership = find_membership(db_, key, did);
        if (!membership) continue;
        return GroupMatch{membership->head, membership->distance, key, true};
    }
    return std::nullopt;
}

// A key that no other group has.
std::optional<std::string> GroupUpdater::free_key(std::uint64_t content_hash) const {
    for (unsigned twin = 0; twin < MAX_TWINS; ++twin) {
        const std::string key = group_key(model_.id(), content_hash, twin);
        const auto group = read_group_summary(db_, key);
        if (!group || group_value(group->head) != key) return key;
    }
    return std::nullopt;
}

// Whether a head of this content hash has the words of a document, too.
bool GroupUpdater::has_equal_head(std::uint64_t content_hash, Xapian::docid did) {
    for (unsigned twin = 0; twin < MAX_TWINS; ++twin) {
        const std::string key = group_key(model_.id(), content_hash, twin);
        const auto group = read_group_summary(db_, key);
        if (!group || group_value(group->head) != key) continue;
        placed_terms_.read(db_, group->head);
        if (are_equal(placed_terms_.terms(), terms_of(did))) return true;
    }
    return false;
}

// Those with one of the names, ascending, but not those that are surely far.
std::vector<GroupUpdater::Listed> GroupUpdater::listed_with(const DocumentKeys& keys,
                                                            std::span<const BandName> names,
                                                            Xapian::docid except) {
    std::vector<Xapian::docid> documents;
    for (const BandName name : names) {
        const auto found = bands_->find(name);
        documents.insert(documents.end(), found.begin(), found.end());
    }
    std::sort(documents.begin(), documents.end());
    documents.erase(std::unique(documents.begin(), documents.end()), documents.end());

    const DistanceMillionths reach = verifier_.reach(model_.parameters().grouping.distance);
    const CoarseHistogramDistance from_coarse_histograms(keys.histogram);
    std::vector<Listed> listed;
    for (const Xapian::docid did : documents) {
        if (did == except || waiting_.contains(did)) continue;
        const CachedHead* const met = met_.find(did);
        const DistanceMillionths least =
            met ? bag_distance_lower_bound(keys.histogram, met->histogram)
                : from_coarse_histograms.least(bands_->coarse_histogram(did));
        if (least <= reach) listed.push_back({did, least});
    }
    return listed;
}

// Moves those that may be within the limit to the candidates, when they have a name still, and are
// not surely far from the document.
void GroupUpdater::take_candidates(const DocumentKeys& keys, std::span<const BandName> names,
                                   DistanceMillionths limit, std::vector<Listed>& listed,
                                   std::vector<Candidate>& candidates) {
    const DistanceMillionths reach = verifier_.reach(model_.parameters().grouping.distance);
    std::vector<Listed> left;
    for (const Listed& document : listed) {
        if (document.least > verifier_.reach(limit)) {
            left.push_back(document);
            continue;
        }
        const CachedHead* const met = meet(document.did, names);
        if (met == nullptr) continue;
        const DistanceMillionths least = bag_distance_lower_bound(keys.histogram, met->histogram);
        if (least > reach) continue;
        candidates.push_back({document.did, met->content_hash, least, met->group_size});
    }
    listed = std::move(left);
}

// What is known of a document that has one of the names; null when it has none any more: one that
// was rewritten since has other keys, one that was deleted none.
const CachedHead* GroupUpdater::meet(Xapian::docid did, std::span<const BandName> names) {
    const CachedHead* const met = met_.find(did);
    if (met != nullptr && bands_->is_listed_as_stored(did)) return met;
    const auto current = keys_of(did);
    if (!current) return nullptr;
    const std::vector<BandName> current_names = band_names(*current);
    if (std::find_first_of(names.begin(), names.end(), current_names.begin(),
                           current_names.end()) == names.end()) {
        return nullptr;
    }
    if (met != nullptr && met->content_hash == current->content_hash) return met;
    return met_.keep({did, current->content_hash, current->histogram, 0});
}

// Puts those that may be within the limit in the order in which they are tried, before all others.
void GroupUpdater::order_heads(std::vector<Candidate>& candidates, DistanceMillionths limit) {
    for (Candidate& candidate : candidates) {
        if (candidate.group_size == 0 && candidate.least <= verifier_.reach(limit)) {
            candidate.group_size = group_size_of(candidate);
        }
    }
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
        return a.group_size != b.group_size ? a.group_size > b.group_size : a.did < b.did;
    });
}

std::optional<GroupMatch> GroupUpdater::first_within(ComparedDocument& newcomer,
                                                     std::span<const Candidate> candidates,
                                                     DistanceMillionths limit) {
    for (const Candidate& candidate : candidates) {
        if (candidate.least > verifier_.reach(limit)) continue;
        // Another program's changes are not in memory.
        const auto current = keys_of(candidate.did);
        if (!current || current->content_hash != candidate.content_hash) {
            met_.forget(candidate.did);
            continue;
        }
        const auto distance = compare(newcomer, candidate.did, candidate.content_hash, limit);
        if (!distance) continue;
        if (auto match = match_with(candidate, *distance)) return match;
    }
    return std::nullopt;
}

// By what the index holds now. A member is a candidate too, where it was a head before.
std::optional<GroupMatch> GroupUpdater::match_with(const Candidate& candidate,
                                                   DistanceMillionths distance) {
    const std::string value = group_value(candidate.did);
    if (value.empty()) {
        const auto free = free_key(candidate.content_hash);
        if (!free) return std::nullopt;
        return GroupMatch{candidate.did, distance, *free, false};
    }
    if (!is_heads_key(value, model_.id(), candidate.content_hash)) return std::nullopt;
    const auto group = read_group_summary(db_, value);
    if (!group || group->head != candidate.did) return std::nullopt;
    return GroupMatch{candidate.did, distance, value, true};
}

// As the record has it: whether the document agrees is looked up where it is to be joined.
std::uint64_t GroupUpdater::group_size_of(const Candidate& candidate) {
    auto group = read_group_summary(db_, group_key(model_.id(), candidate.content_hash));
    // The head's copy, or one that has its content hash only.
    if (group && group->head != candidate.did) {
        group = read_group_summary(db_, group_value(candidate.did));
    }
    const std::uint64_t size = group && group->head == candidate.did ? group->size : 1;
    if (CachedHead* const met = met_.find(candidate.did)) met->group_size = size;
    return size;
}

// One that is compared with another.
class GroupUpdater::Document final : public DocumentToCompare {
  public:
    Document(GroupUpdater& updater, ComparedDocument& document)
        : updater_(updater), document_(document) {}

    const Bag& bag() override { return document_.bag; }
    std::span<const TermCount> terms() override {
        terms_.clear();
        for (const auto& [term, wdf] : document_.terms)
            terms_.push_back({term, wdf});
        return terms_;
    }
    const OrderSketch& first_order() override { return updater_.first_order_of(document_); }
    const OrderSketch& order() override { return updater_.order_of(document_); }

  private:
    GroupUpdater& updater_;
    ComparedDocument& document_;
    std::vector<TermCount> terms_;
};

std::optional<DistanceMillionths> GroupUpdater::compare(ComparedDocument& document,
                                                        Xapian::docid other,
                                                        std::uint64_t content_hash_of_other,
                                                        DistanceMillionths limit) {
    Document first(*this, document);
    Document second(*this, compared(other, content_hash_of_other));
    return verifier_.match(first, second, limit);
}

// @param content_hash as its values have it now: another document may have come under this docid,
// or a transaction may have been cancelled
ComparedDocument& GroupUpdater::compared(Xapian::docid did, std::uint64_t content_hash) {
    const auto known = recent_of_.find(did);
    if (known != recent_of_.end() && known->second->content_hash == content_hash) {
        recent_.splice(recent_.begin(), recent_, known->second);
        return known->second->document;
    }
    return keep(content_hash, stored_document(did, terms_of(did), model_));
}

ComparedDocument& GroupUpdater::keep(std::uint64_t content_hash, ComparedDocument document) {
    const Xapian::docid did = document.did;
    const auto known = recent_of_.find(did);
    if (known != recent_of_.end()) recent_.erase(known->second);
    recent_.push_front({did, content_hash, std::move(document)});
    recent_of_[did] = recent_.begin();
    if (recent_.size() > RECENT) {
        recent_of_.erase(recent_.back().did);
        recent_.pop_back();
    }
    return recent_.front().document;
}

void GroupUpdater::forget_compared(Xapian::docid did) {
    const auto known = recent_of_.find(did);
    if (known == recent_of_.end()) return;
    recent_.erase(known->second);
    recent_of_.erase(known);
}

// Whether what was added last is there still: where a transaction was cancelled, it is not.
bool GroupUpdater::last_added_stands() const {
    if (last_added_ == 0) return true;
    const auto current = keys_of(last_added_);
    return current && current->content_hash == content_hash_of_last_added_;
}

const OrderSketch& GroupUpdater::first_order_of(ComparedDocument& document) {
    if (document.order) return *document.order;
    if (!document.first_order) {
        document.first_order = read_order(document.did, FIRST_ORDERED_WORDS, {});
    }
    return *document.first_order;
}

const OrderSketch& GroupUpdater::order_of(ComparedDocument& document) {
    if (!document.order) {
        document.order = read_order(document.did, ORDERED_WORDS, first_order_of(document));
    }
    return *document.order;
}

OrderSketch GroupUpdater::read_order(Xapian::docid did, std::size_t entries, OrderSketch known) {
    if (!db_.has_positions()) return {};
    return read_order_sketch(db_, did, words_of_order_sketch(terms_of(did)), entries,
                             std::move(known));
}

// A document is often asked for its terms and then for its order.
std::span<const TermCount> GroupUpdater::terms_of(Xapian::docid did) {
    if (terms_read_of_ != did) {
        terms_read_of_ = 0;
        body_terms_.read(db_, did);
        terms_read_of_ = did;
    }
    return body_terms_.terms();
}

std::optional<DocumentKeys> GroupUpdater::keys_of(Xapian::docid did) const {
    try {
        // A document that is gone has no value.
        const Xapian::Document document = db_.get_document(did, Xapian::DOC_ASSUME_VALID);
        const std::string value = document.get_value(schema_.slot(Slot::TERM_BANDS));
        return decode_keys(value, model_.parameters());
    } catch (const Xapian::DocNotFoundError&) {
        return std::nullopt;
    }
}

std::string GroupUpdater::group_value(Xapian::docid did) const {
    // A document that is gone has no value; whether it is there would be looked up in its length.
    return db_.get_document(did, Xapian::DOC_ASSUME_VALID).get_value(schema_.slot(Slot::GROUP));
}

void GroupUpdater::set_group_value(Xapian::docid did, const std::string& key) {
    try {
        // Only the document opened last by this very writer is replaced without touching its terms.
        Xapian::Document document = db_.get_document(did);
        document.add_value(schema_.slot(Slot::GROUP), key);
        db_.replace_document(did, document);
    } catch (const Xapian::DocNotFoundError&) {
        // Another program deleted it.
    }
}

// Gives the members of a group that lost its head a new one; those that are too far from it go
// where they belong.
void GroupUpdater::promote_successor(const StoredGroup& group) {
    terms_read_of_ = 0;
    write_group(db_, {group.key, {}});
    std::vector<Xapian::docid> members;
    for (const GroupMember& member : group.members)
        members.push_back(member.did);
    std::sort(members.begin(), members.end());
    if (members.empty()) return;

    const Xapian::docid head = members.front();
    const auto keys = keys_of(head);
    if (!keys) return;
    const auto key = free_key(keys->content_hash);
    if (!key || has_equal_head(keys->content_hash, head)) {
        reassign(members);
        return;
    }
    StoredGroup next{*key, {{head, 0}}};
    ComparedDocument leader = compared(head, keys->content_hash);
    std::vector<Xapian::docid> loose;
    for (std::size_t i = 1; i < members.size(); ++i) {
        const auto keys_of_member = keys_of(members[i]);
        const std::uint64_t content_hash = keys_of_member ? keys_of_member->content_hash : 0;
        const auto distance =
            compare(leader, members[i], content_hash, model_.parameters().grouping.distance);
        if (distance) {
            next.members.push_back({members[i], *distance});
        } else {
            loose.push_back(members[i]);
        }
    }
    met_.forget(head);
    bands_->list(db_, head, *keys);
    set_group_value(head, next.members.size() > 1 ? next.key : "");
    for (std::size_t i = 1; i < next.members.size(); ++i)
        set_group_value(next.members[i].did, next.key);
    write_group(db_, next);
    reassign(loose);
}

void GroupUpdater::reassign(const std::vector<Xapian::docid>& documents) {
    if (documents.empty()) return;
    for (const Xapian::docid did : documents)
        set_group_value(did, "");
    waiting_.insert(documents.begin(), documents.end());
    for (const Xapian::docid did : documents)
        assign(did);
    // Deletions may be cancelled unseen: nothing of what they changed is kept.
    met_.clear();
}

}  // namespace descry
