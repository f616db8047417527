#include "plugin/online/head_finder.h"

#include <algorithm>
#include <array>

#include "engine/collection/document_keys.h"
#include "engine/keys/collapse_key.h"
#include "plugin/groups/group_record.h"
#include "plugin/groups/group_store.h"

namespace descry {

std::optional<GroupMatch> HeadFinder::find(BandIndex& bands, const DocumentKeys& keys,
                                           const NewDocument& document, Xapian::docid except) {
    documents_.forget_terms();  // it may have been replaced
    if (auto equal = find_equal(bands, keys.content_hash, document, except)) return equal;
    const ClusteringLimits& options = model_.parameters().grouping;
    std::vector<BandName> names = band_names(keys);
    names.pop_back();  // the content hash's, which find_equal() checked
    std::vector<Listed> listed = listed_with(bands, keys, names, except);
    const bool are_many = listed.size() > options.max_heads;
    std::vector<Candidate> candidates;
    std::optional<ComparedDocument> newcomer;
    // A nearer head is preferred to that of a larger group, so the near limit is tried first.
    const std::array limits{options.near, options.distance};
    for (const DistanceMillionths limit :
         std::span(limits).subspan(options.near < options.distance ? 0 : 1)) {
        take_candidates(bands, keys, names, are_many ? options.distance : limit, listed,
                        candidates);
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

// Equal documents form one group even if other heads are near. Content hashes can be forged.
std::optional<GroupMatch> HeadFinder::find_equal(BandIndex& bands, std::uint64_t content_hash,
                                                 const NewDocument& document,
                                                 Xapian::docid except) {
    for (const Xapian::docid did : bands.find(content_band_name(content_hash))) {
        if (did == except || waiting_.contains(did)) continue;
        const auto current = values_.keys_of(did);
        if (!current || current->content_hash != content_hash) continue;
        if (!are_equal(document.terms(), documents_.terms_of(did))) continue;
        const std::string key = values_.group_value(did);
        if (key.empty()) {
            const auto free = values_.free_key(content_hash);
            if (!free) return std::nullopt;
            return GroupMatch{did, 0, *free, false};
        }
        const auto membership = find_membership(db_, key, did);
        if (!membership) continue;
        return GroupMatch{membership->head, membership->distance, key, true};
    }
    return std::nullopt;
}

// Documents with one of the names, ascending, except those certainly too far.
std::vector<HeadFinder::Listed> HeadFinder::listed_with(BandIndex& bands, const DocumentKeys& keys,
                                                        std::span<const BandName> names,
                                                        Xapian::docid except) {
    std::vector<Xapian::docid> documents;
    for (const BandName name : names) {
        const auto found = bands.find(name);
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
                : from_coarse_histograms.least(bands.coarse_histogram(did));
        // Characters are not known yet.
        if (least > reach && !keys.characters) continue;
        listed.push_back({did, least <= reach ? least : 0});
    }
    return listed;
}

// Moves documents that may be within the limit, and still have a name, to the candidates.
void HeadFinder::take_candidates(BandIndex& bands, const DocumentKeys& keys,
                                 std::span<const BandName> names, DistanceMillionths limit,
                                 std::vector<Listed>& listed, std::vector<Candidate>& candidates) {
    const DistanceMillionths reach = verifier_.reach(model_.parameters().grouping.distance);
    std::vector<Listed> left;
    for (const Listed& document : listed) {
        if (document.least > verifier_.reach(limit)) {
            left.push_back(document);
            continue;
        }
        const auto [head, is_current] = meet(bands, document.did, names);
        // Kept apart, they share a name by chance.
        if (head == nullptr || head->kept_apart != keys.kept_apart()) continue;
        DistanceMillionths least = bag_distance_lower_bound(keys.histogram, head->histogram);
        if (least > reach) {
            if (!share_many_characters(keys, *head)) continue;
            least = 0;  // the words do not bound the distance
        }
        candidates.push_back({*head, is_current, least});
    }
    listed = std::move(left);
}

bool HeadFinder::share_many_characters(const DocumentKeys& keys, const CachedHead& head) const {
    return keys.characters && head.characters &&
           share_characters(*keys.characters, *head.characters,
                            model_.parameters().grouping.distance);
}

// A document with one of the names; null if it was rewritten or deleted.
HeadFinder::Met HeadFinder::meet(BandIndex& bands, Xapian::docid did,
                                 std::span<const BandName> names) {
    const CachedHead* const met = met_.find(did);
    if (met != nullptr && bands.is_listed_as_stored(did)) return {met, false};
    const auto current = values_.keys_of(did);
    if (!current) return {};
    const std::vector<BandName> current_names = band_names(*current);
    if (std::find_first_of(names.begin(), names.end(), current_names.begin(),
                           current_names.end()) == names.end()) {
        return {};
    }
    if (met != nullptr && met->content_hash == current->content_hash) return {met, true};
    return {met_.keep({did, current->content_hash, current->histogram, current->characters, 0,
                       current->kept_apart()}),
            true};
}

// Sorts the candidates that may be within the limit to the front, in the order of comparison.
void HeadFinder::order_heads(std::vector<Candidate>& candidates, DistanceMillionths limit) {
    for (Candidate& candidate : candidates) {
        if (candidate.head.group_size == 0 && candidate.least <= verifier_.reach(limit)) {
            candidate.head.group_size = group_size_of(candidate);
        }
    }
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
        if (a.head.group_size != b.head.group_size) return a.head.group_size > b.head.group_size;
        return a.head.did < b.head.did;
    });
}

bool HeadFinder::is_unchanged(const Candidate& candidate) const {
    const auto current = values_.keys_of(candidate.head.did);
    return current && current->content_hash == candidate.head.content_hash;
}

std::optional<DistanceMillionths> HeadFinder::compare(ComparedDocument& newcomer,
                                                      const Candidate& candidate,
                                                      DistanceMillionths limit) {
    try {
        return documents_.compare(
            newcomer, {candidate.head.did, candidate.head.content_hash, candidate.head.histogram},
            limit);
    } catch (const Xapian::DocNotFoundError&) {
        met_.forget(candidate.head.did);  // another program deleted it
        return std::nullopt;
    }
}

std::optional<GroupMatch> HeadFinder::first_within(ComparedDocument& newcomer,
                                                   std::span<const Candidate> candidates,
                                                   DistanceMillionths limit) {
    for (const Candidate& candidate : candidates) {
        if (candidate.least > verifier_.reach(limit)) continue;
        const auto distance = compare(newcomer, candidate, limit);
        if (!distance) continue;
        if (!candidate.is_current && !is_unchanged(candidate)) {
            met_.forget(candidate.head.did);
            continue;
        }
        if (auto match = match_with(candidate, *distance)) return match;
    }
    return std::nullopt;
}

// By the present state of the index. A former head that is now a member is also a candidate.
std::optional<GroupMatch> HeadFinder::match_with(const Candidate& candidate,
                                                 DistanceMillionths distance) {
    const std::string value = values_.group_value(candidate.head.did);
    if (value.empty()) {
        const auto free = values_.free_key(candidate.head.content_hash);
        if (!free) return std::nullopt;
        return GroupMatch{candidate.head.did, distance, *free, false};
    }
    if (!is_heads_key(value, model_.id(), candidate.head.content_hash)) return std::nullopt;
    const auto group = read_group_summary(db_, value);
    // All its members are in other databases.
    if (!group && is_shard_) return GroupMatch{candidate.head.did, distance, value, false};
    if (!group || group->head != candidate.head.did) return std::nullopt;
    return GroupMatch{candidate.head.did, distance, value, true};
}

// By the record, which is verified when the document is joined.
std::uint64_t HeadFinder::group_size_of(const Candidate& candidate) {
    auto group = read_group_summary(db_, group_key(model_.id(), candidate.head.content_hash));
    // A copy of the head, or a document that only shares its content hash.
    if (group && group->head != candidate.head.did) {
        group = read_group_summary(db_, values_.group_value(candidate.head.did));
    }
    const std::uint64_t size = group && group->head == candidate.head.did ? group->size : 1;
    if (CachedHead* const met = met_.find(candidate.head.did)) met->group_size = size;
    return size;
}

}  // namespace descry
