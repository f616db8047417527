/** @file collection_distances.h
 *  @brief The bags of the documents that are being grouped: read when needed, kept while there is
 *         room.
 */
#ifndef DESCRY_COLLECTION_COLLECTION_DISTANCES_H
#define DESCRY_COLLECTION_COLLECTION_DISTANCES_H

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <descry/collection/collection.h>

#include "engine/collection/far_pairs.h"
#include "engine/distance/bag_histogram.h"
#include "engine/distance/character_grams.h"
#include "engine/distance/character_sketch.h"
#include "engine/distance/pair_verifier.h"
#include "engine/grouping/grouping.h"
#include "engine/mechanics/pool.h"

namespace descry {

/// Distances between the documents of a collection, from their terms, and from their texts where
/// the edit distance counts. Memory: for bags and texts as told, 80 bytes a document.
class CollectionDistances : public DocumentDistances {
  public:
    /// @param documents the number of each rank
    /// @param memory for bags and texts, in bytes
    /// @param threads that expect() may use
    /// @param histograms by rank, or none; those that are known; others are made when a bag is read
    /// @param sketches by rank, or none: of documents that share characters, words refuse none
    /// @param apart DocumentKeys::kept_apart() by rank, or none
    CollectionDistances(const Collection& collection, std::span<const DocumentNumber> documents,
                        const PairLimits& limits, std::size_t memory, unsigned threads,
                        std::vector<BagHistogram> histograms = {},
                        std::vector<CharacterSketch> sketches = {},
                        std::vector<std::uint64_t> apart = {});
    ~CollectionDistances() override;

    /// Bytes that expect_all_pairs() may keep of all documents, also where the memory is
    /// less: which heads are tried, and which links are measured, depends on them.
    static constexpr std::size_t MOST_FOR_PAIRS = std::size_t{64} << 20;

    /// Whether expect_all_pairs() is worth it. @param histograms of all documents that there are,
    /// not of a part, as parts depend on the memory
    static bool has_room_for_pairs(std::span<const BagHistogram> histograms);

    /// Called before all others where each document is compared with most of the others: what
    /// tells most pairs apart costs more than it saves elsewhere. Reads all texts, on all threads.
    /// @pre has_room_for_pairs()
    void expect_all_pairs();

    DistanceMillionths distance(Rank a, Rank b, DistanceMillionths limit, Effort effort) override;
    bool exceeds(Rank a, Rank b, DistanceMillionths limit) override;
    /// Also drops documents that are kept apart. Sketches, where there are any, and histograms tell
    /// which documents are likeliest.
    bool leave_out_exceeding(Rank document, std::vector<Rank>& others, DistanceMillionths limit,
                             std::size_t most) override;
    /// The bag distance, unless both texts are short.
    std::optional<DistanceMillionths> estimate(Rank a, Rank b, DistanceMillionths limit) override;
    bool refused(Rank a, Rank b) override;

    /// PairVerifier::match() within the limit. From several threads at once.
    std::optional<DistanceMillionths> match(Rank member, Rank head);

    /// PairVerifier::least_distance(); of two short texts @a most, without a look. From several
    /// threads at once.
    DistanceMillionths least_distance(Rank a, Rank b, DistanceMillionths most);

    /// Reads the bags that are not there yet, in the order of their numbers, on its threads;
    /// forgets others where they take too much memory. Where most documents are not near, and of
    /// those whose texts are compared, only the ones without a histogram: that of most others will
    /// do.
    void expect(std::span<const Rank> documents, bool most_are_near) override;

  private:
    using KnownText = std::optional<CanonicalText>;  // none where nobody knows
    class Reader;
    class Document;

    bool share_characters(Rank a, Rank b, DistanceMillionths limit) const;
    std::uint64_t unlikeliness(Rank a, Rank b, DistanceMillionths least) const;
    bool grams_exceed(Rank a, Rank b, DistanceMillionths limit);
    BagHistogram& histogram_of(Rank rank) { return histograms_[rank]; }
    const Bag& bag_of(Rank rank);
    bool is_short(Rank rank);
    const CanonicalText* text_of(Rank rank);
    const CanonicalText* text_at_hand(Rank rank) const;
    void make_room();

    const Collection& collection_;
    std::span<const DocumentNumber> documents_;
    PairVerifier verifier_;
    PairLimits limits_;
    std::size_t max_memory_;
    unsigned threads_;
    std::vector<std::unique_ptr<const Bag>> bags_;  // by rank
    // By rank, also of documents whose bag was forgotten: most of those that a document is
    // compared with are far from it, and need not be read to be told so.
    std::vector<BagHistogram> histograms_;
    std::vector<CharacterSketch> sketches_;  // by rank, or none
    std::vector<CharacterGrams> grams_;      // by rank, or none
    FarPairs far_by_grams_{0, 0};            // by the limit of all
    std::vector<std::uint64_t> apart_;       // by rank, or none
    std::size_t memory_ = 0;
    Rank hand_ = 0;  // where make_room() goes on
    std::mutex mutex_;
    Pool<Reader> readers_;
    // What was read while distances are computed: bags_ is not touched then.
    std::unordered_map<Rank, std::unique_ptr<const Bag>> read_meanwhile_;
    FarPairs far_pairs_;
    // By rank: of documents whose text was asked for; kept like bags, and read without a lock.
    std::vector<std::atomic<const KnownText*>> texts_;
    std::atomic<std::size_t> text_memory_ = 0;
    std::atomic<bool> are_texts_missing_ = false;  // of any document
    Rank text_hand_ = 0;
};

}  // namespace descry

#endif  // DESCRY_COLLECTION_COLLECTION_DISTANCES_H
