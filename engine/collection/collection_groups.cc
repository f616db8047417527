#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <descry/collection/collection_groups.h>

#include "engine/collection/candidate_buckets.h"
#include "engine/collection/collection_distances.h"
#include "engine/grouping/connected_parts.h"
#include "engine/mechanics/free_memory.h"
#include "engine/mechanics/parallel.h"

namespace descry {

namespace {

// Documents that one thread compares in one batch.
constexpr std::size_t COMPARED_AT_ONCE = 32;
// Members measured before others may be evicted.
constexpr std::size_t MEASURED_IN_A_BLOCK = 2048;

// Sets exact edit distances of members to heads; those of long texts may be a few edits above.
void measure_exactly(unsigned threads, CollectionDistances& bags, Grouping& grouped,
                     SharedProgress& progress) {
    std::vector<Rank> members;
    for (Rank rank = 0; rank < grouped.head_of.size(); ++rank) {
        if (grouped.distance[rank] > 0) members.push_back(rank);
    }
    for (std::size_t begin = 0; begin < members.size(); begin += MEASURED_IN_A_BLOCK) {
        const std::size_t end = std::min(members.size(), begin + MEASURED_IN_A_BLOCK);
        bags.expect(std::span(members).subspan(begin, end - begin), false);
        parallel_each(threads, end - begin, COMPARED_AT_ONCE, [&] {
            return [&](std::size_t i) {
                const Rank rank = members[begin + i];
                DistanceMillionths& distance = grouped.distance[rank];
                distance = bags.least_distance(rank, grouped.head_of[rank], distance);
                progress.step();
            };
        });
    }
}

// Links are kept while groups are refined: fewer per document in large collections.
std::uint32_t max_links_of(std::uint64_t documents) {
    constexpr std::uint64_t FEW = 1'000'000;
    return documents <= FEW ? 64 : documents <= 4 * FEW ? 32 : 16;
}

void weigh(const Whole& whole, Representatives& representatives) {
    std::ranges::transform(representatives.documents, representatives.weights.begin(),
                           [&](DocumentNumber document) { return whole.weights.at(document); });
}

// Groups parts of a collection: large ones one by one on all threads, others one per thread.
class PartGrouper {
  public:
    PartGrouper(const Collection& collection, const Model& model, CollectionKeys& keys,
                const Representatives& representatives, std::uint64_t contents,
                const Buckets& buckets, bool exact_distances)
        : collection_(collection),
          keys_(keys),
          representatives_(representatives),
          buckets_(buckets),
          limits_(pair_limits(model.parameters())),
          options_(model.parameters().grouping),
          expects_all_pairs_(compares_all(model) &&
                             CollectionDistances::has_room_for_pairs(
                                 keys.histograms.of(representatives.documents))),
          exact_distances_(!limits_.any_order && exact_distances),
          grouped_(representatives.documents.size()),
          compared_(collection.progress(), "documents compared", 0),
          measured_(collection.progress(), "distances measured", 0) {
        options_.is_refined = !limits_.any_order;
        options_.max_links = max_links_of(contents);
        options_.max_heads = max_heads_of(model);
    }

    // @param memory bytes for texts and bags
    Grouping group_all(std::size_t memory) {
        const unsigned threads = std::max(collection_.threads(), 1u);
        const std::size_t documents =
            documents_of_a_part(memory / threads, buckets_.documents() / threads);
        std::vector<std::vector<Rank>> parts =
            split_larger(connected_parts(buckets_, documents), documents);
        const std::vector<WeighedPart> weighed = longest_first(std::move(parts));
        std::uint64_t left = 0;
        for (const WeighedPart& part : weighed)
            left += part.words;
        // At the end no thread should wait for the last part of another.
        constexpr std::uint64_t PARTS_IN_TURN = 8;
        std::size_t first = 0;
        for (; first < weighed.size() && weighed[first].words * threads > left / PARTS_IN_TURN;
             ++first) {
            group(weighed[first].ranks, threads, memory);
            left -= weighed[first].words;
        }
        parallel_each(threads, weighed.size() - first, 1, [&] {
            return [&](std::size_t i) { group(weighed[first + i].ranks, 1, memory / threads); };
        });
        return std::move(grouped_);
    }

  private:
    struct WeighedPart {
        std::uint64_t words = 0;
        std::vector<Rank> ranks;
    };

    std::vector<WeighedPart> longest_first(std::vector<std::vector<Rank>> parts) const {
        const BodyLengths lengths = collection_.lengths();
        std::vector<WeighedPart> weighed;
        for (std::vector<Rank>& part : parts) {
            std::uint64_t words = 0;
            for (const Rank rank : part)
                words += lengths[representatives_.documents[rank]];
            weighed.push_back({words, std::move(part)});
        }
        std::ranges::stable_sort(weighed, std::ranges::greater(), &WeighedPart::words);
        return weighed;
    }

    // Histograms separate most documents that share a bucket.
    std::vector<std::vector<Rank>> split_larger(std::vector<std::vector<Rank>> parts,
                                                std::size_t documents) {
        const PairVerifier verifier(limits_);
        std::vector<std::vector<Rank>> result;
        for (std::vector<Rank>& part : parts) {
            if (part.size() <= documents) {
                result.push_back(std::move(part));
                continue;
            }
            const std::vector<BagHistogram> histograms =
                keys_.histograms.of(representatives_.documents_of(part));
            const auto share = [&](Rank a, Rank b) {
                const auto sketch_of = [&](Rank rank) {
                    return keys_.sketch_of(representatives_.documents[part[rank]]);
                };
                return !keys_.sketches.empty() &&
                       share_characters(sketch_of(a), sketch_of(b), limits_.distance);
            };
            const auto may_be_near = [&](Rank a, Rank b) {
                const bool are_known = histograms[a].is_known() && histograms[b].is_known();
                return !are_known ||
                       !verifier.exceeds(histograms[a], histograms[b], limits_.distance) ||
                       share(a, b);
            };
            std::ranges::move(nearer_parts(buckets_, part, documents,
                                           options_.documents_looked_through(), may_be_near),
                              std::back_inserter(result));
        }
        return result;
    }

    void group(const std::vector<Rank>& ranks, unsigned threads, std::size_t memory) {
        CandidatePart part = [&] {
            const std::lock_guard lock(mutex_);
            return candidate_part(keys_, representatives_, buckets_, ranks);
        }();
        CollectionDistances bags(collection_, part.documents, limits_, memory, threads,
                                 std::move(part.histograms), std::move(part.sketches),
                                 std::move(part.apart));
        if (expects_all_pairs_) bags.expect_all_pairs();
        const auto parallel = [&](std::size_t pieces, std::size_t at_once,
                                  const std::function<void(std::size_t)>& piece) {
            parallel_each(threads, pieces, at_once, [&] {
                return [&](std::size_t i) {
                    piece(i);
                    compared_.step();
                };
            });
        };
        Grouping grouping = group_documents(part.buckets, part.weights, bags, options_, parallel);
        if (exact_distances_) measure_exactly(threads, bags, grouping, measured_);
        const std::lock_guard lock(mutex_);
        put(ranks, grouping);
    }

    // @param ranks in the whole, of the part's documents
    void put(std::span<const Rank> ranks, const Grouping& part) {
        for (Rank rank = 0; rank < ranks.size(); ++rank) {
            grouped_.head_of[ranks[rank]] = ranks[part.head_of[rank]];
            grouped_.distance[ranks[rank]] = part.distance[rank];
        }
        grouped_.comparisons += part.comparisons;
        grouped_.limited += part.limited;
    }

    const Collection& collection_;
    CollectionKeys& keys_;
    const Representatives& representatives_;
    const Buckets& buckets_;
    PairLimits limits_;
    ClusteringLimits options_;
    bool expects_all_pairs_;
    bool exact_distances_;
    std::mutex mutex_;  // of what parts share: keys_, and the following
    Grouping grouped_;
    // Without a total, as each document is compared an unknown number of times.
    SharedProgress compared_;
    SharedProgress measured_;
};

}  // namespace

void CollectionGroups::count() {
    groups = grouped_documents = 0;
    std::vector<std::uint32_t> size(head_of.size(), 0);
    for (const DocumentNumber head : head_of) {
        if (head != 0) ++size[head];
    }
    for (const std::uint32_t n : size) {
        if (n < 2) continue;
        ++groups;
        grouped_documents += n;
    }
}

void set_reported_distances(const Collection& collection, CollectionGroups& groups) {
    constexpr std::size_t AT_ONCE = 1024;
    parallel_ranges(collection.threads(), groups.head_of.size(), AT_ONCE, [&] {
        return [&, reader = collection.reader(), head_read = DocumentNumber{0},
                hash_of_head = std::uint64_t{0}](std::size_t first, std::size_t last) mutable {
            for (std::size_t i = first; i < last; ++i) {
                const DocumentNumber head = groups.head_of[i];
                DistanceMillionths& distance = groups.distance[i];
                if (head == 0 || head == i || distance >= SAME_WORDS_DISTANCE) continue;
                if (head != head_read) hash_of_head = reader->text_hash(head_read = head);
                const bool are_equal =
                    distance == 0 && hash_of_head != 0 &&
                    reader->text_hash(static_cast<DocumentNumber>(i)) == hash_of_head;
                distance = reported_distance(distance, are_equal);
            }
        };
    });
}

CollectionGroups group_collection(const Collection& collection, const Model& model,
                                  CollectionKeys keys, const std::vector<DocumentNumber>& ordered,
                                  bool exact_distances, HeadOrder heads,
                                  const std::optional<Whole>& whole) {
    Representatives representatives =
        choose_representatives(collection, ordered, keys.content_hashes);
    if (whole) weigh(*whole, representatives);
    const std::uint64_t contents = whole ? whole->contents : representatives.documents.size();
    const Buckets buckets = candidate_buckets(collection, model, keys, representatives);
    keys.bands = SortedRuns<BandRecord>(0);
    return_free_memory();

    PartGrouper grouper(collection, model, keys, representatives, contents, buckets,
                        exact_distances);
    const Grouping grouped = grouper.group_all(collection.work().memory);

    CollectionGroups result;
    result.head_of.resize(keys.content_hashes.size(), 0);
    result.distance.resize(keys.content_hashes.size(), 0);
    for (const DocumentNumber did : ordered) {
        const Rank rank = representatives.rank_of[did];
        result.head_of[did] = representatives.documents[grouped.head_of[rank]];
        result.distance[did] = grouped.distance[rank];
    }
    result.content_hashes = std::move(keys.content_hashes);
    result.comparisons = grouped.comparisons;
    result.limited = grouped.limited;
    apply_head_rules(collection, model, ordered, heads, result);
    set_reported_distances(collection, result);
    result.count();
    return result;
}

}  // namespace descry
