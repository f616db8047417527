/** @file resemblance.h
 *  @brief Sets and multisets of elements, and their Jaccard coefficient.
 *
 *  Elements are hashes of shingles or words. Beside these: the normalised edit distance of two
 * texts (edit_distance.h).
 */
#ifndef DESCRY_SKETCHES_RESEMBLANCE_H
#define DESCRY_SKETCHES_RESEMBLANCE_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace descry {

/// A set: different elements in ascending order.
using ElementSet = std::vector<std::uint64_t>;

/// @param elements in any order, with repeats
ElementSet to_set(std::vector<std::uint64_t> elements);

/// A multiset: different elements in ascending order, and how often each occurs (at least once).
struct Multiset {
    std::vector<std::uint64_t> elements;
    std::vector<std::uint64_t> counts;
    /// Sum of the counts, below 2^63.
    std::uint64_t size = 0;
};

/// @param elements in any order, each as often as it occurs
Multiset to_multiset(std::vector<std::uint64_t> elements);

/// |A and B| / |A or B|. Two empty sets: 0, as a text of no words duplicates nothing.
double jaccard(const ElementSet& a, const ElementSet& b);

/// What of a multiset union is counted (both are usual: Barashev, Big Data 2013, lecture 9).
enum class MultisetUnion {
    MAX,  ///< the greater of an element's two counts; equal multisets have coefficient 1
    SUM,  ///< the sum of both; equal multisets have coefficient 1/2
};

/// The coefficient from what two sets or multisets share and how large they are (the sum of the
/// counts); 0 where both are empty.
double jaccard_of_sizes(std::uint64_t common, std::uint64_t size_a, std::uint64_t size_b,
                        MultisetUnion kind = MultisetUnion::MAX);

}  // namespace descry

#endif  // DESCRY_SKETCHES_RESEMBLANCE_H
