/** @file set_join.h
 *  @brief All pairs of sets above a Jaccard coefficient, exactly: the ground truth for sketches and
 *         LSH.
 *
 *  Elements are ordered by frequency, rare ones first. Two sets of coefficient t must share one of
 *  the first |x| - ceil(t |x|) + 1 elements of each, so only these prefixes are joined (Bayardo, Ma
 *  and Srikant, WWW 2007), sets of too different sizes are skipped, and positions bound the
 *  remaining overlap (PPJoin: Xiao and others, WWW 2008).
 */
#ifndef DESCRY_TOOLS_LAB_SETS_SET_JOIN_H
#define DESCRY_TOOLS_LAB_SETS_SET_JOIN_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace descry {

/// Two sets, by number, first < second.
struct SimilarSets {
    std::uint32_t first;
    std::uint32_t second;
    std::uint32_t common;  ///< |A and B|
    double jaccard;

    friend bool operator==(const SimilarSets&, const SimilarSets&) = default;
};

/** A collection of sets, joined with itself.
 *
 *  Memory: 16 bytes per element of a set; during a join 4 more for elements of several sets.
 */
class SetJoin {
  public:
    /// Adds a set, numbered from 0 on. For multisets: ShingleElementOptions::multiset.
    /// @param elements different ones, in any order
    /// @throws std::length_error 2^32 sets or more
    void add(std::span<const std::uint64_t> elements);

    std::size_t size() const { return sizes_.size(); }

    using Sink = std::function<void(const SimilarSets&)>;

    /** Calls @a sink once for each pair whose Jaccard coefficient is at least @a threshold, in a
     *  fixed order. Empty sets are in no pair. Cost: sorting the elements (0.1 microseconds each),
     *  and the pairs that share an element of their prefixes: few at 0.8, more as the threshold
     *  falls.
     *
     *  @param threshold in (0, 1]. @throws std::invalid_argument
     */
    void for_each_pair(double threshold, const Sink& sink) const;

  private:
    struct Entry {
        std::uint64_t element;
        std::uint32_t set;
    };

    std::vector<Entry> entries_;
    std::vector<std::uint32_t> sizes_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_SETS_SET_JOIN_H
