/** @file collection_distances.h
 *  @brief Distances between a collection's documents, with bags and texts cached.
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

/// Distances from the terms, and from the texts where the edit distance counts. Memory: that for
/// bags and texts, and 80 bytes per document.
class CollectionDistances : public DocumentDistances {
  public:
    /// @param documents by rank
    /// @param memory bytes for bags and texts
    /// @param threads for expect()
    /// @param histograms by rank, or empty; unknown ones are made when a bag is read
    /// @param sketches by rank, or empty: pairs that share characters are not rejected by words
    /// @param apart DocumentKeys::kept_apart() by rank, or empty
    CollectionDistances(const Collection& collection, std::span<const DocumentNumber> documents,
                        const PairLimits& limits, std::size_t memory, unsigned threads,
                        std::vector<BagHistogram> histograms = {},
                        std::vector<CharacterSketch> sketches = {},
                        std::vector<std::uint64_t> apart = {});
    ~CollectionDistances() override;

    /// Bytes that expect_all_pairs() may keep for all documents, even if the memory is less, as the
    /// results depend on what is kept.
    static constexpr std::size_t MOST_FOR_PAIRS = std::size_t{64} << 20;

    /// @param histograms of all documents, not of a part, as parts depend on the memory
    static bool has_room_for_pairs(std::span<const BagHistogram> histograms);

    /// For collections in which most documents are compared with most others: prepares a filter
    /// that separates most pairs and would not pay elsewhere. Reads all texts, on all threads. Call
    /// first. @pre has_room_for_pairs()
    void expect_all_pairs();

    DistanceMillionths distance(Rank a, Rank b, DistanceMillionths limit, Effort effort) override;
    bool exceeds(Rank a, Rank b, DistanceMillionths limit) override;
    /// Also drops documents that are kept apart. Ranks by sketches, if any, and histograms.
    bool drop_exceeding(Rank document, std::vector<Rank>& others, DistanceMillionths limit,
                        std::size_t most) override;
    /// The bag distance, unless both texts are short.
    std::optional<DistanceMillionths> estimate(Rank a, Rank b, DistanceMillionths limit) override;
    bool rejected(Rank a, Rank b) override;

    /// PairVerifier::match() within the limit. Thread-safe.
    std::optional<DistanceMillionths> match(Rank member, Rank head);

    /// PairVerifier::least_distance(); @a most if both texts are short. Thread-safe.
    DistanceMillionths least_distance(Rank a, Rank b, DistanceMillionths most);

    /// Reads the missing bags, in the order of their numbers, on all threads; evicts others if they
    /// take too much memory. If most documents are not near and texts are compared, reads only
    /// those without a histogram, which suffices for most others.
    void expect(std::span<const Rank> documents, bool most_are_near) override;

  private:
    using KnownText = std::optional<CanonicalText>;  // nullopt if unknown
    class Reader;
    class Document;

    bool share_characters(Rank a, Rank b, DistanceMillionths limit) const;
    std::uint64_t unlikeliness(Rank a, Rank b, DistanceMillionths least) const;
    bool grams_exceed(Rank a, Rank b, DistanceMillionths limit);
    BagHistogram& histogram_of(Rank rank) { return histograms_[rank]; }
    const Bag& bag_of(Rank rank);
    bool is_short(Rank rank);
    const CanonicalText* text_of(Rank rank);
    const CanonicalText* text_in_memory(Rank rank) const;
    void make_room();

    const Collection& collection_;
    std::span<const DocumentNumber> documents_;
    PairVerifier verifier_;
    PairLimits limits_;
    std::size_t max_memory_;
    unsigned threads_;
    std::vector<std::unique_ptr<const Bag>> bags_;  // by rank
    // By rank, also for evicted bags: rejects most pairs without reading.
    std::vector<BagHistogram> histograms_;
    std::vector<CharacterSketch> sketches_;  // by rank, or empty
    std::vector<CharacterGrams> grams_;      // by rank, or empty
    FarPairs far_by_grams_{0, 0};            // by the largest limit
    std::vector<std::uint64_t> apart_;       // by rank, or empty
    std::size_t memory_ = 0;
    Rank hand_ = 0;  // where make_room() continues
    std::mutex mutex_;
    Pool<Reader> readers_;
    // Bags read while distances are computed, when bags_ is read-only.
    std::unordered_map<Rank, std::unique_ptr<const Bag>> read_meanwhile_;
    FarPairs far_pairs_;
    // By rank: texts asked for; evicted like bags, and read without a lock.
    std::vector<std::atomic<const KnownText*>> texts_;
    std::atomic<std::size_t> text_memory_ = 0;
    std::atomic<bool> are_texts_missing_ = false;  // of any document
    Rank text_hand_ = 0;
};

}  // namespace descry

#endif  // DESCRY_COLLECTION_COLLECTION_DISTANCES_H
