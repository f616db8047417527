#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "engine/collection/candidate_buckets.h"
#include "engine/collection/collection_distances.h"
#include "engine/grouping/connected_parts.h"
#include "engine/grouping/head_lists.h"
#include "engine/mechanics/parallel.h"
#include "engine/unique/known_documents.h"

namespace descry {

namespace {

// Documents whose bags are read before they are compared.
constexpr std::size_t DOCUMENTS_OF_A_BLOCK = 2048;
constexpr std::size_t COMPARED_AT_ONCE = 32;

// The references that share a bucket with a document, ascending.
void collect_references(std::span<const Bucket> buckets, const HeadLists& references,
                        std::vector<Rank>& met) {
    met.clear();
    for (const Bucket bucket : buckets) {
        const auto listed = references.heads(bucket);
        met.insert(met.end(), listed.begin(), listed.end());
    }
    std::ranges::sort(met);
    met.erase(std::unique(met.begin(), met.end()), met.end());
}

// For documents of a part from @a first_new on, the first near one of those before.
// @return by rank in the part
std::vector<NearReference> compare(const Collection& collection, const CandidatePart& part,
                                   Rank first_new, std::uint32_t max_references,
                                   const PairLimits& limits, CollectionDistances& bags,
                                   SharedProgress& progress) {
    HeadLists listed(part.buckets, max_references);
    for (Rank reference = 0; reference < first_new; ++reference) {
        for (const Bucket bucket : part.buckets.of(reference))
            listed.add(bucket, reference);
    }
    std::vector<NearReference> near(part.documents.size());
    std::vector<Rank> block;
    for (Rank begin = first_new; begin < near.size(); begin += DOCUMENTS_OF_A_BLOCK) {
        block.resize(std::min<std::size_t>(DOCUMENTS_OF_A_BLOCK, near.size() - begin));
        std::iota(block.begin(), block.end(), begin);
        bags.expect(block, false);
        parallel_each(collection.threads(), block.size(), COMPARED_AT_ONCE, [&] {
            return [&, met = std::vector<Rank>()](std::size_t i) mutable {
                const Rank document = block[i];
                collect_references(part.buckets.of(document), listed, met);
                bags.drop_exceeding(document, met, limits.distance, met.size());
                for (const Rank reference : met) {
                    if (const auto distance = bags.match(document, reference)) {
                        near[document] = {part.documents[reference], *distance};
                        break;
                    }
                }
                progress.step();
            };
        });
    }
    return near;
}

}  // namespace

std::vector<NearReference> find_near_references(const Collection& collection, const Model& model,
                                                CollectionKeys& keys,
                                                const std::vector<DocumentNumber>& ordered,
                                                DocumentNumber references) {
    const std::size_t memory = collection.work().memory;
    const Representatives representatives =
        choose_representatives(collection, ordered, keys.content_hashes);
    const Buckets buckets = candidate_buckets(collection, model, keys, representatives);
    const auto first_new =
        static_cast<Rank>(std::ranges::partition_point(representatives.documents,
                                                       [references](DocumentNumber document) {
                                                           return document <= references;
                                                       }) -
                          representatives.documents.begin());
    const PairLimits limits = pair_limits(model.parameters());
    std::vector<NearReference> near_of_rank(representatives.documents.size());
    const bool compares_pairs =
        compares_all(model) &&
        CollectionDistances::has_room_for_pairs(keys.histograms.of(representatives.documents));
    SharedProgress progress(collection.progress(), "documents compared with references", 0);
    for (const std::vector<Rank>& ranks :
         connected_parts(buckets, documents_of_a_part(memory, buckets.documents()))) {
        const auto new_of_part =
            static_cast<Rank>(std::ranges::lower_bound(ranks, first_new) - ranks.begin());
        if (new_of_part == 0 || new_of_part == ranks.size()) continue;
        CandidatePart part = candidate_part(keys, representatives, buckets, ranks);
        CollectionDistances bags(collection, part.documents, limits, memory, collection.threads(),
                                 std::move(part.histograms), std::move(part.sketches),
                                 std::move(part.apart));
        if (compares_pairs) bags.expect_all_pairs();
        const std::vector<NearReference> found =
            compare(collection, part, new_of_part, max_heads_of(model), limits, bags, progress);
        for (Rank rank = 0; rank < ranks.size(); ++rank)
            near_of_rank[ranks[rank]] = found[rank];
    }

    std::vector<NearReference> near(keys.content_hashes.size());
    for (const DocumentNumber document : ordered) {
        if (document <= references) continue;
        const Rank rank = representatives.rank_of[document];
        const DocumentNumber first = representatives.documents[rank];
        near[document] = first <= references ? NearReference{first, 0} : near_of_rank[rank];
    }
    return near;
}

}  // namespace descry
