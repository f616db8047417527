/** @file pair_counts.h
 *  @brief Counts the elements that each two sets share, from lists of the sets that contain an
 *         element: the second of the three MapReduce steps in Barashev, Big Data 2013, lecture 9.
 *
 *  The first step turns sets into such lists, the third computes coefficients (jaccard_of_sizes()).
 *  Counts of disjoint elements add up, so each machine may have a part of the elements. For all
 *  pairs at any threshold; above 0.5 or so, set_join.h costs far less.
 */
#ifndef DESCRY_TOOLS_LAB_SETS_PAIR_COUNTS_H
#define DESCRY_TOOLS_LAB_SETS_PAIR_COUNTS_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace descry {

class PairCounts {
  public:
    /// A set that contains an element, and how often (1 for sets).
    struct Holder {
        std::uint32_t set;
        std::uint64_t count;
    };

    /// The common elements of two sets, first < second: the sum of the lower counts.
    struct Shared {
        std::uint32_t first;
        std::uint32_t second;
        std::uint64_t common;

        friend bool operator==(const Shared&, const Shared&) = default;
    };

    /// Adds all pairs of the holders of one element, each set at most once. Cost: the square of
    /// their number, 16 bytes per distinct pair.
    void add(std::span<const Holder> holders);

    /// Adds a count from elsewhere, of other elements. @pre first < second
    void add(const Shared& shared);

    /// All pairs with common elements, ascending, each once; resets the counts.
    std::vector<Shared> take();

  private:
    void combine();

    std::vector<Shared> shared_;
    std::size_t combined_ = 0;  // this many are ascending, each pair once
};

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_SETS_PAIR_COUNTS_H
