#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <descry/collection/bag_store.h>
#include <descry/collection/collection_groups.h>
#include <descry/grouping/connected_parts.h>
#include <descry/mechanics/parallel.h>

#include "collection/candidate_buckets.h"

namespace descry {

namespace {

// Documents that distances are computed for by one thread in one go.
constexpr std::size_t COMPARED_AT_ONCE = 32;
// Members that are measured before others may be forgotten.
constexpr std::size_t MEASURED_IN_A_BLOCK = 2048;

// One document after the other, of which no order is asked for.
class ReadDocument final : public DocumentToCompare {
  public:
    explicit ReadDocument(const Collection& collection) : reader_(collection.reader()) {}

    void read(DocumentNumber did) {
        reader_->read(did);
        bag_ = Bag(reader_->terms(), reader_->hashes(), reader_->marks());
    }

    const Bag& bag() override { return bag_; }
    std::span<const TermCount> terms() override { return reader_->terms(); }

  private:
    std::unique_ptr<TermListReader> reader_;
    Bag bag_;
};

// The strict distance of each member to its head. A grouping asks for it only where the bag
// distance is too great, which depends on the level on which a member was let in; what is stored
// does not.
void measure_strictly(const Collection& collection, const PairLimits& limits,
                      const Representatives& representatives, Grouping& grouped) {
    std::vector<Rank> members;
    for (Rank rank = 0; rank < grouped.head_of.size(); ++rank) {
        if (grouped.head_of[rank] != rank) members.push_back(rank);
    }
    std::ranges::sort(members, {},
                      [&](Rank rank) { return std::pair(grouped.head_of[rank], rank); });
    parallel_each(collection.threads(), members.size(), COMPARED_AT_ONCE, [&] {
        return [&, head = ReadDocument(collection), member = ReadDocument(collection),
                head_read = std::optional<Rank>()](std::size_t i) mutable {
            const Rank rank = members[i];
            const Rank head_rank = grouped.head_of[rank];
            if (head_read != head_rank) head.read(representatives.documents[head_rank]);
            head_read = head_rank;
            member.read(representatives.documents[rank]);
            grouped.distance[rank] = PairVerifier(limits).distance(head, member);
        };
    });
}

// The edit distance of each member to its head: what was enough to group long texts may be a few
// edits above it.
void measure_exactly(const Collection& collection, BagStore& bags, Grouping& grouped) {
    std::vector<Rank> members;
    for (Rank rank = 0; rank < grouped.head_of.size(); ++rank) {
        if (grouped.distance[rank] > 0) members.push_back(rank);
    }
    for (std::size_t begin = 0; begin < members.size(); begin += MEASURED_IN_A_BLOCK) {
        const std::size_t end = std::min(members.size(), begin + MEASURED_IN_A_BLOCK);
        bags.expect(std::span(members).subspan(begin, end - begin), false);
        parallel_each(collection.threads(), end - begin, COMPARED_AT_ONCE, [&] {
            return [&](std::size_t i) {
                const Rank rank = members[begin + i];
                DistanceMillionths& distance = grouped.distance[rank];
                distance = bags.least_distance(rank, grouped.head_of[rank], distance);
            };
        });
    }
}

// What is near each document is kept while groups are refined: of very many, of fewer each.
std::uint32_t max_links_of(std::size_t documents) {
    constexpr std::size_t FEW = 1'000'000;
    return documents <= FEW ? 64 : documents <= 4 * FEW ? 32 : 16;
}

// @param ranks in the whole, of the part's documents
void put_part(std::span<const Rank> ranks, const Grouping& part, Grouping& whole) {
    for (Rank rank = 0; rank < ranks.size(); ++rank) {
        whole.head_of[ranks[rank]] = ranks[part.head_of[rank]];
        whole.distance[ranks[rank]] = part.distance[rank];
    }
    whole.comparisons += part.comparisons;
    whole.limited += part.limited;
}

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

CollectionGroups group_collection(const Collection& collection, const Model& model,
                                  CollectionKeys keys, const std::vector<DocumentNumber>& ordered,
                                  const PositionCache& known, std::size_t memory,
                                  bool exact_distances) {
    const ModelParameters& parameters = model.parameters();
    const Representatives representatives =
        choose_representatives(collection, ordered, keys.content_hashes);
    const Buckets buckets = candidate_buckets(collection, model, keys, representatives);
    keys.bands = SortedRuns<BandRecord>(0);

    const auto position_cache = std::make_shared<PositionCache>();
    const PairLimits limits = pair_limits(parameters);
    GroupingOptions grouping = parameters.grouping;
    grouping.is_refined = parameters.edit_distance;
    grouping.max_links = max_links_of(representatives.documents.size());
    grouping.max_heads = max_heads_of(model);
    const auto parallel = [&collection](std::size_t pieces, std::size_t at_once,
                                        const std::function<void(std::size_t)>& piece) {
        parallel_each(collection.threads(), pieces, at_once, [&] { return std::cref(piece); });
    };
    Grouping grouped(representatives.documents.size());
    for (const std::vector<Rank>& ranks : connected_parts(buckets, documents_of_a_part(memory))) {
        CandidatePart part = candidate_part(keys, representatives, buckets, ranks);
        BagStore bags(collection, part.documents, limits, memory, std::move(part.histograms),
                      KnownPositions{known, *position_cache, keys.content_hashes});
        Grouping of_part = group_documents(part.buckets, part.weights, bags, grouping, parallel);
        if (limits.edit_distance && exact_distances) measure_exactly(collection, bags, of_part);
        put_part(ranks, of_part, grouped);
    }
    if (limits.strict) measure_strictly(collection, limits, representatives, grouped);

    CollectionGroups result;
    result.head_of.resize(keys.content_hashes.size(), 0);
    result.distance.resize(keys.content_hashes.size(), 0);
    for (const DocumentNumber did : ordered) {
        const Rank rank = representatives.rank_of[representatives.stand_in[did]];
        result.head_of[did] = representatives.documents[grouped.head_of[rank]];
        result.distance[did] = grouped.distance[rank];
    }
    result.content_hashes = std::move(keys.content_hashes);
    result.comparisons = grouped.comparisons;
    result.limited = grouped.limited;
    result.position_cache = position_cache;
    result.count();
    return result;
}

}  // namespace descry
