/** @file pair_counts.h
 *  @brief How many elements each two sets share, from lists of the sets that hold an element: the
 *         second of the three MapReduce steps in Barashev, Big Data 2013, lecture 9.
 *
 *  The first step turns sets into such lists, the third divides what is shared by what there is
 *  (jaccard_of_sizes()). Counts of disjoint elements add up, so that each machine may have a part
 * of the elements. For all pairs at any threshold; above 0.5 or so, set_join.h costs far less.
 */
#ifndef DESCRY_TOOLS_LAB_SETS_PAIR_COUNTS_H
#define DESCRY_TOOLS_LAB_SETS_PAIR_COUNTS_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace descry {

/// Counts the shared elements of pairs of sets.
class PairCounts {
  public:
    /// A set that holds an element, and how often (1 for sets).
    struct Holder {
        std::uint32_t set;
        std::uint64_t count;
    };

    /// What two sets share, first < second: the sum of the lesser counts.
    struct Shared {
        std::uint32_t first;
        std::uint32_t second;
        std::uint64_t common;

        friend bool operator==(const Shared&, const Shared&) = default;
    };

    /// Adds all pairs of the holders of one element, each set at most once.
    /// Cost: the square of their number, 16 bytes a different pair.
    void add(std::span<const Holder> holders);

    /// Adds what was counted elsewhere, of other elements. @pre first < second
    void add(const Shared& shared);

    /// All pairs that share something, ascending, each once; the counts begin anew.
    std::vector<Shared> take();

  private:
    void combine();

    std::vector<Shared> shared_;
    std::size_t combined_ = 0;  // so many are ascending, each pair once
};

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_SETS_PAIR_COUNTS_H
