#include "engine/training/candidate_pairs.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

#include "engine/collection/collection_distances.h"
#include "engine/collection/document_keys.h"
#include "engine/keys/term_bands.h"
#include "engine/mechanics/parallel.h"
#include "engine/mechanics/sorted_runs.h"
#include "engine/training/pair_sample.h"

namespace descry {

namespace {

// Most pairs of one document; a pair is skipped if both its documents have as many.
constexpr std::uint8_t PAIRS_A_DOCUMENT = 4;
// Nearer pairs teach nothing, farther ones are not near-duplicates.
constexpr DistanceMillionths NEAREST = 100;
constexpr DistanceMillionths FARTHEST = 150'000;

// Pairs whose distances are computed together, before those are counted one by one.
constexpr std::size_t BLOCK = 2048;
constexpr std::size_t PAIRS_AT_ONCE = 64;

// Adds the bands of documents to the records, a piece at a time.
class BandSigner final : public VectorVisitor {
  public:
    BandSigner(const Model& model, SortedRuns<BandRecord>& records, std::mutex& mutex)
        : signer_(model), records_(records), mutex_(mutex) {}

    void visit(DocumentNumber document, std::span<const std::uint16_t> ones,
               std::uint32_t body_length) override {
        const auto keys = signer_.sign(ones, body_length);
        for (unsigned band = 0; band < keys.size(); ++band)
            found_.push_back({band_key(band, keys[band]), document});
    }

    void end_piece() override {
        const std::lock_guard lock(mutex_);
        for (const BandRecord& record : found_)
            records_.add(record);
        found_.clear();
    }

  private:
    OneBandSigner signer_;
    SortedRuns<BandRecord>& records_;
    std::mutex& mutex_;
    std::vector<BandRecord> found_;
};

// The distances of pairs, as far as they are within FARTHEST. A document is in many of them.
class PairDistances {
  public:
    PairDistances(const Collection& collection, std::span<const VerifiedPair> candidates,
                  std::size_t memory)
        : collection_(collection),
          documents_(documents_of(candidates)),
          bags_(collection, documents_, {.any_order = true}, memory, collection.threads()) {}

    void measure(std::span<VerifiedPair> pairs) {
        std::vector<Rank> ranks;
        for (const DocumentNumber did : documents_of(pairs))
            ranks.push_back(rank_of(did));
        bags_.expect(ranks, true);
        parallel_each(collection_.threads(), pairs.size(), PAIRS_AT_ONCE, [&] {
            return [&](std::size_t i) {
                pairs[i].distance = bags_.distance(rank_of(pairs[i].a), rank_of(pairs[i].b),
                                                   FARTHEST, Effort::THOROUGH);
            };
        });
    }

  private:
    Rank rank_of(DocumentNumber did) const {
        return static_cast<Rank>(std::lower_bound(documents_.begin(), documents_.end(), did) -
                                 documents_.begin());
    }

    const Collection& collection_;
    std::vector<DocumentNumber> documents_;
    CollectionDistances bags_;
};

}  // namespace

std::vector<VerifiedPair> find_near_duplicates(const CountedCollection& collection,
                                               const DocumentContents& contents,
                                               const Model& first_set,
                                               std::size_t enough_candidates) {
    std::vector<VerifiedPair> candidates;
    {
        SortedRuns<BandRecord> records(collection.work().sorting_memory());
        std::mutex mutex;
        collection.visit_vectors(first_set, contents.lengths, [&] {
            return std::make_unique<BandSigner>(first_set, records, mutex);
        });
        PairSample pairs(contents, enough_candidates);
        for_each_pair_of_buckets(records, contents,
                                 [&](DocumentNumber a, DocumentNumber b) { pairs.add(a, b); });
        candidates = pairs.take();
    }
    PairDistances distances(collection, candidates, collection.work().memory / 2);

    std::vector<VerifiedPair> verified;
    std::vector<std::uint8_t> used(contents.lengths.size(), 0);
    const auto used_up = [&](const VerifiedPair& pair) {
        return used[pair.a] >= PAIRS_A_DOCUMENT && used[pair.b] >= PAIRS_A_DOCUMENT;
    };
    for (auto next = candidates.begin(); next != candidates.end();) {
        std::vector<VerifiedPair> block;
        for (; next != candidates.end() && block.size() < BLOCK; ++next) {
            if (!used_up(*next)) block.push_back(*next);
        }
        distances.measure(block);
        for (const VerifiedPair& pair : block) {
            if (pair.distance <= NEAREST || pair.distance > FARTHEST) continue;
            if (used_up(pair)) continue;
            ++used[pair.a];
            ++used[pair.b];
            verified.push_back(pair);
        }
        if (collection.progress()) {
            collection.progress()({"near-duplicates to learn from",
                                   static_cast<std::uint64_t>(next - candidates.begin()),
                                   candidates.size()});
        }
    }
    return verified;
}

}  // namespace descry
