/** @file resemblance.h
 *  @brief Sets and multisets of elements, hashes of shingles or words, and their Jaccard
 *         coefficient.
 */
#ifndef DESCRY_SKETCHES_RESEMBLANCE_H
#define DESCRY_SKETCHES_RESEMBLANCE_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace descry {

/// Distinct elements in ascending order.
using ElementSet = std::vector<std::uint64_t>;

/// @param elements in any order, with repeats
ElementSet to_set(std::vector<std::uint64_t> elements);

/// Distinct elements in ascending order, and the count of each (at least 1).
struct Multiset {
    std::vector<std::uint64_t> elements;
    std::vector<std::uint64_t> counts;
    /// Sum of the counts, below 2^63.
    std::uint64_t size = 0;
};

/// @param elements in any order, with repeats
Multiset to_multiset(std::vector<std::uint64_t> elements);

/// |A and B| / |A or B|; 0 for two empty sets, as a text without words duplicates nothing.
double jaccard(const ElementSet& a, const ElementSet& b);

/// How a multiset union is counted (both are usual: Barashev, Big Data 2013, lecture 9).
enum class MultisetUnion {
    MAX,  ///< the greater of both counts; equal multisets have coefficient 1
    SUM,  ///< the sum of both; equal multisets have coefficient 1/2
};

/// The coefficient from sizes of (multi)sets (sums of counts); 0 if both are empty.
double jaccard_of_sizes(std::uint64_t common, std::uint64_t size_a, std::uint64_t size_b,
                        MultisetUnion kind = MultisetUnion::MAX);

}  // namespace descry

#endif  // DESCRY_SKETCHES_RESEMBLANCE_H
