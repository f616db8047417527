/** @file known_pairs.h
 *  @brief What was found of pairs of a part's documents, so that few are compared twice.
 */
#ifndef DESCRY_COLLECTION_KNOWN_PAIRS_H
#define DESCRY_COLLECTION_KNOWN_PAIRS_H

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "engine/distance/pair_verifier.h"
#include "engine/grouping/grouping.h"

namespace descry {

/// A bit for each pair of a part's documents. From several threads at once.
///
/// A grouping asks for most pairs on each of its levels; of very long texts that all share a bucket
/// the answer is what it spends its time on. Memory: an eighth of a byte a pair, 4 MiB at most;
/// larger parts, whose documents share few keys, remember nothing.
class FarPairs {
  public:
    /// @param documents ranks are below. @param memory bytes that may be taken
    FarPairs(std::size_t documents, std::size_t memory) {
        constexpr std::size_t MOST_DOCUMENTS = 8192;
        if (documents > MOST_DOCUMENTS) return;
        const std::size_t words = (pairs_before(documents) + BITS - 1) / BITS;
        if (words * sizeof(std::uint64_t) <= memory)
            bits_ = std::vector<std::atomic<std::uint64_t>>(words);
    }

    bool contains(Rank a, Rank b) const {
        if (bits_.empty() || a == b) return false;
        const std::size_t bit = bit_of(a, b);
        return (bits_[bit / BITS].load(std::memory_order_relaxed) >> bit % BITS & 1) != 0;
    }

    void add(Rank a, Rank b) {
        if (bits_.empty() || a == b) return;
        const std::size_t bit = bit_of(a, b);
        bits_[bit / BITS].fetch_or(std::uint64_t{1} << bit % BITS, std::memory_order_relaxed);
    }

  private:
    static constexpr std::size_t BITS = 64;

    static std::size_t pairs_before(std::size_t later) { return later * (later - 1) / 2; }
    static std::size_t bit_of(Rank a, Rank b) {
        const auto [earlier, later] = std::minmax({a, b});
        return pairs_before(later) + earlier;
    }

    std::vector<std::atomic<std::uint64_t>> bits_;
};

/// Exact distances of pairs, and limits that pairs were found beyond, each in the one place that
/// its ranks have: a later pair of the place takes it. From several threads at once.
///
/// The levels of a grouping ask for a quarter of their pairs again. Memory: 16 bytes a place, 16
/// places a document, 8 MiB at most.
class KnownDistances {
  public:
    /// @param documents ranks are below. @param memory bytes that may be taken
    KnownDistances(std::size_t documents, std::size_t memory) {
        constexpr std::size_t MOST_BYTES = std::size_t{8} << 20;
        constexpr std::size_t PLACES_A_DOCUMENT = 16;
        const std::size_t places =
            std::min(documents * PLACES_A_DOCUMENT, std::min(memory, MOST_BYTES) / sizeof(Place));
        if (documents > 1 && places > 1) places_ = std::vector<Place>(std::bit_floor(places));
    }

    /// The distance, or ABOVE_LIMIT; nullopt where it has to be found.
    std::optional<DistanceMillionths> find(Rank a, Rank b, DistanceMillionths limit) const {
        if (places_.empty()) return std::nullopt;
        const std::uint64_t pair = pair_of(a, b);
        const Place& place = places_[place_of(pair)];
        const std::uint64_t found = place.found.load(std::memory_order_relaxed);
        if ((place.check.load(std::memory_order_relaxed) ^ found) != pair) return std::nullopt;
        const auto distance = static_cast<DistanceMillionths>(found);
        if ((found & IS_LIMIT) == 0) return distance <= limit ? distance : ABOVE_LIMIT;
        return limit <= distance ? std::optional(ABOVE_LIMIT) : std::nullopt;
    }

    /// @param distance what was told of a pair to @a limit
    void add(Rank a, Rank b, DistanceMillionths limit, DistanceMillionths distance) {
        if (places_.empty()) return;
        const std::uint64_t pair = pair_of(a, b);
        const std::uint64_t found = distance <= WHOLE_DISTANCE ? distance : limit | IS_LIMIT;
        Place& place = places_[place_of(pair)];
        place.found.store(found, std::memory_order_relaxed);
        // Read between the two, it is of no pair.
        place.check.store(pair ^ found, std::memory_order_relaxed);
    }

  private:
    struct Place {
        std::atomic<std::uint64_t> found = 0;
        std::atomic<std::uint64_t> check = 0;
    };
    // A distance, or, with this bit, a limit that it is above.
    static constexpr std::uint64_t IS_LIMIT = std::uint64_t{1} << 32;

    // Never 0, which a place has at first: two ranks differ.
    static std::uint64_t pair_of(Rank a, Rank b) {
        return std::uint64_t{std::max(a, b)} << 32 | std::min(a, b);
    }
    std::size_t place_of(std::uint64_t pair) const {
        return (pair * 0x9e3779b97f4a7c15) >> (64 - std::bit_width(places_.size() - 1));
    }

    std::vector<Place> places_;
};

}  // namespace descry

#endif  // DESCRY_COLLECTION_KNOWN_PAIRS_H
