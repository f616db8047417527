/** @file far_pairs.h
 *  @brief Remembers the pairs of a part that are too far apart, so that each is compared once.
 */
#ifndef DESCRY_COLLECTION_FAR_PAIRS_H
#define DESCRY_COLLECTION_FAR_PAIRS_H

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/grouping/grouping.h"

namespace descry {

/// A bit for each pair of a part's documents. Thread-safe.
///
/// Grouping asks for most pairs on each of its levels, and spends its time on them if very long
/// texts all share a bucket. Memory: an eighth of a byte per pair, at most 4 MiB; larger parts,
/// whose documents share few keys, remember nothing.
class FarPairs {
  public:
    /// @param documents upper bound of ranks @param memory most bytes to use
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

}  // namespace descry

#endif  // DESCRY_COLLECTION_FAR_PAIRS_H
