/** @file resemblance.h
 *  @brief How alike two sets or multisets of elements are, exactly.
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

/// The set whose Jaccard coefficients are multiset_jaccard(MultisetUnion::MAX): the second
/// occurrence of an element is another element, hash64_list({element, 1}), and so on. So every
/// sketch of sets is one of multisets too.
ElementSet number_occurrences(const Multiset& multiset);

/// |A and B|. Compiled for several kinds of CPU (intersection_kernels.cc). Cost, an element: 0.3 ns
/// with AVX-512, 0.5 with AVX2, 0.6-1 with neither for long lists; 2 ns for those of some hundred,
/// of which branches are guessed wrong.
std::uint64_t intersection_size(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);

/// The sum over all elements of the lesser of their two counts. Cost: as above.
std::uint64_t intersection_size(const Multiset& a, const Multiset& b);

/// |A and B| / |A or B|. Two empty sets: 0, as they say nothing that could be alike; a text of no
/// words duplicates nothing.
double jaccard(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);

/// What of a multiset union is counted (both are usual: Barashev, Big Data 2013, lecture 9).
enum class MultisetUnion {
    MAX,  ///< the greater of an element's two counts; equal multisets have coefficient 1
    SUM,  ///< the sum of both; equal multisets have coefficient 1/2
};

/// The intersection takes the lesser of two counts. Two empty multisets: 0.
double multiset_jaccard(const Multiset& a, const Multiset& b,
                        MultisetUnion kind = MultisetUnion::MAX);

/// The coefficient from what two sets or multisets share and how large they are (the sum of the
/// counts); 0 where both are empty.
double jaccard_of_sizes(std::uint64_t common, std::uint64_t size_a, std::uint64_t size_b,
                        MultisetUnion kind = MultisetUnion::MAX);

/// The share of common shingles from which on Broder's shingles speak of near-duplicates in
/// Ilyinsky et al., WWW 2002: 7/8.
struct BroderRule {
    std::uint64_t numerator = 7;
    std::uint64_t denominator = 8;
};

/// True where |A and B| / |A or B| is at least the rule's share, in whole numbers; false for two
/// empty sets.
bool are_near_duplicates(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                         const BroderRule& rule = {});

}  // namespace descry

#endif  // DESCRY_SKETCHES_RESEMBLANCE_H
