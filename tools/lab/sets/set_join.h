/** @file set_join.h
 *  @brief All pairs of sets above a Jaccard coefficient, without approximation: the ground truth of
 *         sketches and LSH.
 *
 *  Elements are ordered by how many sets hold them, rare ones first. Two sets of coefficient t must
 *  share one of the first |x| - ceil(t |x|) + 1 elements of each, so only these prefixes are joined
 *  (Bayardo, Ma and Srikant, WWW 2007), sets of sizes too different are passed over, and positions
 *  bound what two sets can still share (PPJoin: Xiao and others, WWW 2008).
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

/** A collection of sets that is joined with itself.
 *
 *  Memory: 16 bytes an element of a set; while it is joined 4 more for those that several sets
 * hold.
 */
class SetJoin {
  public:
    /// Adds a set; its number is how many were added before. For multisets:
    /// ShingleElementOptions::multiset.
    /// @param elements different ones, in any order
    /// @throws std::length_error 2^32 sets or more
    void add(std::span<const std::uint64_t> elements);

    std::size_t size() const { return sizes_.size(); }

    using Sink = std::function<void(const SimilarSets&)>;

    /** Calls @a sink once for each pair whose Jaccard coefficient is at least @a threshold, in the
     *  same order every time. An empty set is in no pair.
     *
     *  @param threshold in (0, 1]. @throws std::invalid_argument
     *  Cost: sorting the elements (0.1 microseconds each), and the pairs that share an element of
     *  their prefixes: few at 0.8, ever more as the threshold falls.
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
