#include "engine/collection/candidate_buckets.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>

#include <descry/model/model.h>

#include "engine/collection/collection_distances.h"
#include "engine/collection/document_keys.h"
#include "engine/grouping/connected_parts.h"
#include "engine/mechanics/compact_lists.h"
#include "engine/mechanics/parallel.h"
#include "engine/mechanics/record_spool.h"

namespace descry {

namespace {

// For models without words.
constexpr std::uint32_t HEADS_WITHOUT_WORDS = 2000;

// Memory for members of buckets.
constexpr std::size_t MEMBERS_MEMORY = std::size_t{1} << 24;

// The buckets found so far.
struct FoundBuckets {
    Bucket end = 0;
    RecordSpool<BucketMember> members{MEMBERS_MEMORY};

    void add(std::span<const Rank> documents) {
        for (const Rank rank : documents)
            members.add({rank, end});
        ++end;
    }
};

// Documents that share a band key share a bucket, unless the key has one document only.
void find_buckets_of_bands(CollectionKeys& keys, const Representatives& representatives,
                           FoundBuckets& found) {
    std::vector<DocumentNumber> documents;
    std::vector<Rank> members;
    std::uint64_t key = 0;
    const auto close_bucket = [&] {
        // The common case of one document needs no look-up.
        if (documents.size() > 1) {
            members.clear();
            for (const DocumentNumber document : documents) {
                if (representatives.is_one(document))
                    members.push_back(representatives.rank_of[document]);
            }
            if (members.size() > 1) found.add(members);
        }
        documents.clear();
    };
    keys.bands.for_each([&](const BandRecord& record) {
        if (record.key != key) {
            close_bucket();
            key = record.key;
        }
        documents.push_back(record.document);
    });
    close_bucket();
}

// Adds a last bucket of all long enough documents; one per value if some are kept apart.
void find_bucket_of_all(const Collection& collection, const CollectionKeys& keys,
                        const Representatives& representatives, std::uint32_t min_body_length,
                        FoundBuckets& found) {
    const BodyLengths lengths = collection.lengths();
    std::vector<Rank> long_enough;
    for (Rank rank = 0; rank < representatives.documents.size(); ++rank) {
        if (lengths[representatives.documents[rank]] >= min_body_length)
            long_enough.push_back(rank);
    }
    const auto apart_of = [&](Rank rank) { return keys.apart_of(representatives.documents[rank]); };
    if (!keys.apart.empty()) std::ranges::stable_sort(long_enough, {}, apart_of);
    for (std::span<const Rank> left(long_enough); !left.empty();) {
        const auto others = std::ranges::find_if(
            left, [&](Rank rank) { return apart_of(rank) != apart_of(left.front()); });
        const std::size_t alike = static_cast<std::size_t>(others - left.begin());
        found.add(left.first(alike));
        left = left.subspan(alike);
    }
}

// Without words, the few documents share one bucket, including shorter ones unless they are many.
void find_buckets_without_words(const Collection& collection, const ModelParameters& parameters,
                                CollectionKeys& keys, const Representatives& representatives,
                                FoundBuckets& found) {
    const bool are_few = representatives.documents.size() <= 2 * std::size_t{HEADS_WITHOUT_WORDS};
    if (!are_few) find_buckets_of_bands(keys, representatives, found);
    find_bucket_of_all(collection, keys, representatives,
                       are_few ? parameters.min_short_length : parameters.min_body_length, found);
}

}  // namespace

std::vector<DocumentNumber> Representatives::documents_of(std::span<const Rank> ranks) const {
    std::vector<DocumentNumber> result;
    result.reserve(ranks.size());
    for (const Rank rank : ranks)
        result.push_back(documents[rank]);
    return result;
}

Representatives choose_representatives(const Collection& collection,
                                       const std::vector<DocumentNumber>& ordered,
                                       const std::vector<std::uint64_t>& content_hashes) {
    Representatives result;
    // The first document of its content, until replaced by that one's rank.
    std::vector<std::uint32_t>& ranks = result.rank_of;
    ranks = find_first_of_contents(collection, ordered, content_hashes);
    const auto different = static_cast<std::size_t>(
        std::ranges::count_if(ordered, [&](DocumentNumber did) { return ranks[did] == did; }));
    result.documents.reserve(different);
    result.weights.reserve(different);
    for (const DocumentNumber did : ordered) {
        const DocumentNumber first = ranks[did];
        if (first == did) {
            ranks[did] = static_cast<Rank>(result.documents.size());
            result.documents.push_back(did);
            result.weights.push_back(1);
        } else {
            ranks[did] = ranks[first];
            ++result.weights[ranks[did]];
        }
    }
    return result;
}

Buckets candidate_buckets(const Collection& collection, const Model& model, CollectionKeys& keys,
                          const Representatives& representatives) {
    FoundBuckets found;
    if (compares_all(model)) {
        find_buckets_without_words(collection, model.parameters(), keys, representatives, found);
    } else {
        find_buckets_of_bands(keys, representatives, found);
    }
    return Buckets(found.end, CompactLists<Bucket>(
                                  representatives.documents.size(), [&found](const auto& add) {
                                      found.members.for_each([&add](const BucketMember& member) {
                                          add(member.document, member.bucket);
                                      });
                                  }));
}

CandidatePart candidate_part(CollectionKeys& keys, const Representatives& representatives,
                             const Buckets& buckets, std::span<const Rank> ranks) {
    std::vector<DocumentNumber> documents = representatives.documents_of(ranks);
    std::vector<std::uint32_t> weights;
    weights.reserve(ranks.size());
    for (const Rank rank : ranks)
        weights.push_back(representatives.weights[rank]);
    std::vector<BagHistogram> histograms = keys.histograms.of(documents);
    std::vector<CharacterSketch> sketches;
    if (!keys.sketches.empty()) {
        sketches.reserve(documents.size());
        for (const DocumentNumber document : documents)
            sketches.push_back(keys.sketch_of(document));
    }
    std::vector<std::uint64_t> apart;
    if (!keys.apart.empty()) {
        std::ranges::transform(documents, std::back_inserter(apart),
                               [&](DocumentNumber document) { return keys.apart_of(document); });
    }
    return {std::move(documents), std::move(weights), std::move(histograms),
            std::move(sketches),  std::move(apart),   buckets_of_part(buckets, ranks)};
}

std::size_t documents_of_a_part(std::size_t memory, std::size_t documents) {
    // A text and a bag of some thousand characters.
    constexpr std::size_t BYTES_OF_A_DOCUMENT = 16384;
    // Enough parts to keep all threads busy when the last ones are of long texts.
    constexpr std::size_t PARTS = 128;
    return std::min(memory / BYTES_OF_A_DOCUMENT, documents / PARTS);
}

bool compares_all(const Model& model) {
    return model.stable_terms().empty();
}

std::uint32_t max_heads_of(const Model& model) {
    const std::uint32_t heads = model.parameters().grouping.max_heads;
    return compares_all(model) ? std::max(heads, HEADS_WITHOUT_WORDS) : heads;
}

namespace {

using Members = std::vector<DocumentNumber>;

// The documents of each affected group, its future head first.
std::vector<Members> groups_to_check(const CollectionGroups& groups,
                                     const std::vector<DocumentNumber>& ordered, HeadOrder heads,
                                     bool are_all_concerned) {
    std::unordered_map<DocumentNumber, Members> members;
    for (const DocumentNumber document : ordered)
        members[groups.head_of[document]].push_back(document);
    std::vector<Members> found;
    for (const DocumentNumber document : ordered) {
        const auto group = members.find(document);
        if (group == members.end() || group->second.size() < 2) continue;
        Members& documents = group->second;
        const bool is_first = documents.front() == document;
        if (is_first && !are_all_concerned) continue;
        if (heads == HeadOrder::PREFERRED)
            std::rotate(documents.begin(), std::ranges::find(documents, document),
                        std::next(std::ranges::find(documents, document)));
        found.push_back(std::move(documents));
    }
    return found;
}

void lead(const Collection& collection, const PairLimits& limits, std::size_t memory,
          const std::vector<DocumentNumber>& documents, CollectionGroups& groups) {
    CollectionDistances distances(collection, documents, limits, memory, 1);
    std::vector<Rank> left;
    for (Rank rank = 0; rank < documents.size(); ++rank)
        left.push_back(rank);
    while (!left.empty()) {
        const Rank head = left.front();
        std::vector<Rank> far;
        for (const Rank rank : left) {
            const DocumentNumber document = documents[rank];
            const auto distance =
                rank == head ? std::optional<DistanceMillionths>(0) : distances.match(rank, head);
            if (!distance) {
                far.push_back(rank);
                continue;
            }
            groups.head_of[document] = documents[head];
            groups.distance[document] = *distance;
        }
        left = std::move(far);
    }
}

}  // namespace

void apply_head_rules(const Collection& collection, const Model& model,
                      const std::vector<DocumentNumber>& ordered, HeadOrder heads,
                      CollectionGroups& groups) {
    const bool are_contained = model.parameters().contained != 0;
    if (heads == HeadOrder::PREFERRED && !are_contained) return;
    const auto changed = groups_to_check(groups, ordered, heads, are_contained);
    const PairLimits limits = pair_limits(model.parameters());
    const unsigned threads = std::max(collection.threads(), 1u);
    SharedProgress progress(collection.progress(), "heads checked", changed.size());
    parallel_each(threads, changed.size(), 1, [&] {
        return [&](std::size_t i) {
            lead(collection, limits, collection.work().memory / threads, changed[i], groups);
            progress.step();
        };
    });
}

}  // namespace descry
