/** @file sequence_difference.h
 *  @brief Finds where two sequences of words differ.
 *
 *  Source: E. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986, in linear space; in
 *  long computations it settles for the furthest point reached, as GNU diff does.
 */
#ifndef DESCRY_EDITS_SEQUENCE_DIFFERENCE_H
#define DESCRY_EDITS_SEQUENCE_DIFFERENCE_H

#include <cstdint>
#include <span>
#include <vector>

namespace descry {

/// Corresponding ranges [begin_a, end_a) and [begin_b, end_b), at most one of them empty.
struct DifferingRange {
    std::uint32_t begin_a = 0;
    std::uint32_t end_a = 0;
    std::uint32_t begin_b = 0;
    std::uint32_t end_b = 0;

    friend bool operator==(const DifferingRange&, const DifferingRange&) = default;
};

/// The ranges where two sequences differ, ascending, separated by at least one common element. They
/// are minimal if at most 4096 edits separate the sequences (256 for millions of words), else
/// small.
/// @pre each sequence is shorter than 2^30
/// Cost: O((n + m) edits), at most some 2^29 comparisons, or 512 per element. Memory: 10 bytes
/// each.
std::vector<DifferingRange> differing_ranges(std::span<const std::uint32_t> a,
                                             std::span<const std::uint32_t> b);

}  // namespace descry

#endif  // DESCRY_EDITS_SEQUENCE_DIFFERENCE_H
