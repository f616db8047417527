#include "group_updater.h"

#include <algorithm>
#include <utility>

#include "bag_store.h"
#include "band_index.h"

namespace descry {

namespace {

// Documents kept for comparison.
constexpr std::size_t RECENT = 1024;

// Documents of one bag that are listed under it, beside heads and those that stand alone: one would
// do, until it goes.
constexpr std::uint32_t LISTED_COPIES = 16;

void keep_terms(std::span<const TermCount> terms, const Model& model, ComparedDocument& document) {
    if (!is_strict(model.parameters())) return;
    for (const auto& [term, wdf] : terms)
        document.terms.emplace_back(term, wdf);
}

std::vector<TermCount> as_counts(const std::vector<std::pair<std::string, std::uint32_t>>& terms) {
    std::vector<TermCount> counts;
    for (const auto& [term, wdf] : terms)
        counts.push_back({term, wdf});
    return counts;
}

}  // namespace

GroupUpdater::GroupUpdater(Xapian::WritableDatabase& db, const Schema& schema, const Model& model)
    : db_(db), schema_(schema), model_(model), body_terms_(TermSpace(schema.term_prefix)) {
    const auto info = read_groups_info(db);
    active_ = schema.has(Slot::GROUP) && info && info->complete &&
              info->state == state_of_model(model.id()) && !model.stable_terms().empty();
    if (active_) band_bits_ = info->band_bits;
}

std::optional<GroupMatch> GroupUpdater::find(const DocumentKeys& keys,
                                             const ComparedDocument& document, Xapian::docid did) {
    if (!active_) return std::nullopt;
    if (auto equal = find_equal(keys.bag, did)) return equal;
    const GroupingOptions& options = model_.parameters().grouping;
    std::vector<Candidate> candidates = candidates_of(keys, did);
    if (candidates.size() > options.max_heads) candidates.resize(options.max_heads);
    std::optional<GroupMatch> match;
    for (const Candidate& candidate : candidates) {
        const auto distance = compare(document, candidate.did, options.distance);
        if (!distance) continue;
        if (match && *distance > options.near) continue;
        match = GroupMatch{candidate.did, *distance, candidate.key, !candidate.key.empty()};
        if (*distance <= options.near) break;
    }
    if (match && !match->has_group) {
        const auto keys_of_head = keys_of(match->head);
        match->key = group_key(model_.id(), keys_of_head->bag);
    }
    return match;
}

void GroupUpdater::added(Xapian::docid did, const DocumentKeys& keys,
                         const std::optional<GroupMatch>& match) {
    if (!active_) return;
    if (!match) {
        list(did, keys);
        return;
    }
    StoredGroup group{match->key, {{match->head, 0}}};
    if (match->has_group) {
        if (auto stored = read_group(db_, match->key)) group = std::move(*stored);
    } else {
        set_group_value(match->head, match->key);
    }
    add_to_band_index(db_, {bag_name(keys.bag)}, did, LISTED_COPIES);
    const GroupMember member{did, match->distance};
    const auto by_docid = [](const GroupMember& a, const GroupMember& b) { return a.did < b.did; };
    const auto place =
        std::lower_bound(std::next(group.members.begin()), group.members.end(), member, by_docid);
    if (place == group.members.end() || place->did != did) group.members.insert(place, member);
    write_group(db_, group);
}

void GroupUpdater::remove(Xapian::docid did) {
    if (!active_) return;
    const auto known = recent_of_.find(did);
    if (known != recent_of_.end()) {
        recent_.erase(known->second);
        recent_of_.erase(known);
    }
    const std::string key = group_value(did);
    if (key.empty()) return;
    if (auto group = read_group(db_, key)) take_out(std::move(*group), did);
}

void GroupUpdater::place(Xapian::docid did) {
    if (!active_) return;
    const auto keys = keys_of(did);
    if (!keys) return;
    if (!group_value(did).empty()) {
        remove(did);
        set_group_value(did, "");
    }
    const ComparedDocument document = compared(did);  // a copy: what find() reads displaces others
    const auto match = find(*keys, document, did);
    if (match) set_group_value(did, match->key);
    added(did, *keys, match);
}

void GroupUpdater::repair() {
    if (!active_) return;
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
            hand_on(*present);
        } else if (present->members.size() < 2) {
            set_group_value(head, "");
            write_group(db_, {stored.key, {}});
        } else {
            write_group(db_, *present);
        }
    }
}

// Equal documents are one group, whichever other heads are near.
std::optional<GroupMatch> GroupUpdater::find_equal(std::uint64_t bag, Xapian::docid except) const {
    for (const Xapian::docid did : find_in_band_index(db_, bag_name(bag), band_bits_)) {
        if (did == except) continue;
        const auto current = keys_of(did);
        if (!current || current->bag != bag) continue;
        const std::string key = group_value(did);
        if (key.empty()) return GroupMatch{did, 0, group_key(model_.id(), bag), false};
        const auto group = read_group(db_, key);
        if (!group) continue;
        const auto member = std::find_if(group->members.begin(), group->members.end(),
                                         [did](const GroupMember& m) { return m.did == did; });
        if (member == group->members.end()) continue;
        return GroupMatch{group->members.front().did, member->distance, key, true};
    }
    return std::nullopt;
}

std::vector<GroupUpdater::Candidate> GroupUpdater::candidates_of(const DocumentKeys& keys,
                                                                 Xapian::docid except) const {
    std::vector<BandName> names = band_names(keys);
    names.pop_back();  // the bag's: find_equal() has looked there
    std::vector<Xapian::docid> documents;
    for (const BandName name : names) {
        const auto found = find_in_band_index(db_, name, band_bits_);
        documents.insert(documents.end(), found.begin(), found.end());
    }
    std::sort(documents.begin(), documents.end());
    documents.erase(std::unique(documents.begin(), documents.end()), documents.end());

    std::vector<Candidate> candidates;
    for (const Xapian::docid did : documents) {
        if (did == except) continue;
        // A document that was rewritten since has other keys, one that was deleted none.
        const auto current = keys_of(did);
        if (!current) continue;
        const std::vector<BandName> current_names = band_names(*current);
        if (std::find_first_of(names.begin(), names.end(), current_names.begin(),
                               current_names.end()) == names.end()) {
            continue;
        }
        std::string key = group_value(did);
        std::size_t size = 1;
        if (!key.empty()) {
            const auto group = read_group(db_, key);
            // A member: its head is listed too.
            if (!group || group->members.front().did != did) continue;
            size = group->members.size();
        }
        candidates.push_back({did, size, std::move(key)});
    }
    std::stable_sort(
        candidates.begin(), candidates.end(),
        [](const Candidate& a, const Candidate& b) { return a.group_size > b.group_size; });
    return candidates;
}

std::optional<DistanceMillionths> GroupUpdater::compare(const ComparedDocument& document,
                                                        Xapian::docid other,
                                                        DistanceMillionths limit) {
    const ComparedDocument& stored = compared(other);
    if (lengths_exceed(document.bag.characters(), stored.bag.characters(), limit)) {
        return std::nullopt;
    }
    DistanceMillionths distance = bag_distance(document.bag, stored.bag);
    if (is_strict(model_.parameters()) && distance > limit && distance <= limit + STRICT_REACH) {
        distance = strict_bag_distance(as_counts(document.terms), as_counts(stored.terms));
    }
    if (distance > limit) return std::nullopt;
    if (distance > 0 && !model_.parameters().any_order &&
        order_differs(document.order, stored.order)) {
        return std::nullopt;
    }
    return distance;
}

const ComparedDocument& GroupUpdater::compared(Xapian::docid did) {
    const auto known = recent_of_.find(did);
    if (known != recent_of_.end()) {
        recent_.splice(recent_.begin(), recent_, known->second);
        return known->second->second;
    }
    body_terms_.read(db_, did);
    const auto terms = body_terms_.terms();
    ComparedDocument document{Bag(terms), {}, {}};
    if (!model_.parameters().any_order && db_.has_positions()) {
        document.order = read_order_sketch(db_, did, terms);
    }
    keep_terms(terms, model_, document);
    recent_.emplace_front(did, std::move(document));
    recent_of_[did] = recent_.begin();
    if (recent_.size() > RECENT) {
        recent_of_.erase(recent_.back().first);
        recent_.pop_back();
    }
    return recent_.front().second;
}

std::optional<DocumentKeys> GroupUpdater::keys_of(Xapian::docid did) const {
    try {
        const std::string value = db_.get_document(did).get_value(schema_.slot(Slot::TERM_BANDS));
        return decode_keys(value, model_.parameters().band_key_bits);
    } catch (const Xapian::DocNotFoundError&) {
        return std::nullopt;
    }
}

std::string GroupUpdater::group_value(Xapian::docid did) const {
    return db_.get_document(did).get_value(schema_.slot(Slot::GROUP));
}

void GroupUpdater::set_group_value(Xapian::docid did, const std::string& key) {
    // Only the document opened last by this very writer is replaced without touching its terms.
    Xapian::Document document = db_.get_document(did);
    document.add_value(schema_.slot(Slot::GROUP), key);
    db_.replace_document(did, document);
}

void GroupUpdater::list(Xapian::docid did, const DocumentKeys& keys) {
    add_to_band_index(db_, band_names(keys), did, model_.parameters().grouping.max_heads);
}

void GroupUpdater::take_out(StoredGroup group, Xapian::docid did) {
    const bool is_head = group.members.front().did == did;
    std::erase_if(group.members, [did](const GroupMember& m) { return m.did == did; });
    if (is_head) {
        hand_on(group);
        return;
    }
    write_group(db_, group);
    if (group.members.size() == 1) set_group_value(group.members.front().did, "");
}

// Gives the members of a group that lost its head a new one; those that are too far from it go
// where they belong.
void GroupUpdater::hand_on(const StoredGroup& group) {
    write_group(db_, {group.key, {}});
    std::vector<Xapian::docid> members;
    for (const GroupMember& member : group.members)
        members.push_back(member.did);
    std::sort(members.begin(), members.end());
    if (members.empty()) return;

    const Xapian::docid head = members.front();
    const auto keys = keys_of(head);
    if (!keys) return;
    StoredGroup next{group_key(model_.id(), keys->bag), {{head, 0}}};
    if (read_group(db_, next.key)) {
        // Another group's head is equal to the new one: two groups cannot have one key.
        place_anew(members);
        return;
    }
    const ComparedDocument leader = compared(head);
    std::vector<Xapian::docid> loose;
    for (std::size_t i = 1; i < members.size(); ++i) {
        const auto distance = compare(leader, members[i], model_.parameters().grouping.distance);
        if (distance) {
            next.members.push_back({members[i], *distance});
        } else {
            loose.push_back(members[i]);
        }
    }
    list(head, *keys);
    set_group_value(head, next.members.size() > 1 ? next.key : "");
    for (std::size_t i = 1; i < next.members.size(); ++i)
        set_group_value(next.members[i].did, next.key);
    write_group(db_, next);
    place_anew(loose);
}

void GroupUpdater::place_anew(const std::vector<Xapian::docid>& documents) {
    for (const Xapian::docid did : documents)
        set_group_value(did, "");
    for (const Xapian::docid did : documents)
        place(did);
}

ComparedDocument compared_document(const Xapian::Document& document,
                                   std::span<const TermCount> terms, const Model& model) {
    ComparedDocument compared{Bag(terms), {}, {}};
    keep_terms(terms, model, compared);
    if (model.parameters().any_order) return compared;
    Xapian::TermIterator term = document.termlist_begin();
    std::vector<std::string_view> words = words_of_order_sketch(terms);
    std::sort(words.begin(), words.end());
    for (const std::string_view word : words) {
        term.skip_to(std::string(word));
        if (term == document.termlist_end()) break;
        if (term.positionlist_count() == 0) continue;
        compared.order.push_back({order_hash(word), *term.positionlist_begin()});
    }
    std::sort(compared.order.begin(), compared.order.end(),
              [](const PlacedWord& a, const PlacedWord& b) { return a.hash < b.hash; });
    return compared;
}

}  // namespace descry
