/** @file close_sketches.h
 *  @brief All pairs of bit sketches within a Hamming distance, by exhaustive comparison.
 *
 *  For SimHashes (one word) and b-bit sketches of one bit per value (two words for 128). Misses
 *  nothing; up to some million sketches it is faster than any index (8-14 thousand million pairs
 *  per second and core with AVX-512).
 */
#ifndef DESCRY_TOOLS_LAB_SETS_CLOSE_SKETCHES_H
#define DESCRY_TOOLS_LAB_SETS_CLOSE_SKETCHES_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace descry {

/// Two sketches of a collection: their numbers, first < second, and the number of differing bits.
struct ClosePair {
    std::uint32_t first;
    std::uint32_t second;
    unsigned distance;

    friend bool operator==(const ClosePair&, const ClosePair&) = default;
};

/** A collection of sketches with the same number of words.
 *
 *  Memory: 8 bytes per word, doubled while pairs are searched.
 */
class CloseSketches {
  public:
    /// @param words 64-bit words of a sketch, at least 1. @throws std::invalid_argument
    explicit CloseSketches(std::size_t words);

    /// Sketches are numbered from 0 on.
    /// @throws std::invalid_argument another number of words; std::length_error above 2^32 - 8 of
    ///         them
    void add(std::span<const std::uint64_t> sketch);

    std::size_t size() const { return size_; }

    using Sink = std::function<void(const ClosePair&)>;

    /** Calls @a sink once for each pair that differs in at most @a max_distance bits.
     *
     *  Works in blocks, so the order is fixed but not ascending. Cost: size^2 / 2 comparisons of
     *  0.08 ns for one word and 0.12 ns for two if AVX-512 has popcounts, 0.4 and 0.75 ns with AVX2
     *  or less of AVX-512, 0.8-3 and 1.5-6 ns with neither; and some ns per pair found.
     */
    void for_each_pair(unsigned max_distance, const Sink& sink) const;

  private:
    std::size_t words_;
    std::size_t size_ = 0;
    std::vector<std::uint64_t> sketches_;  // one after the other
};

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_SETS_CLOSE_SKETCHES_H
