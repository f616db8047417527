/** @file sequence_difference.h
 *  @brief Where two sequences of words differ.
 *
 *  Source: E. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986, the variant in
 * linear space; where that would take too long, GNU diff's way of settling for the furthest point
 * reached.
 */
#ifndef DESCRY_EDITS_SEQUENCE_DIFFERENCE_H
#define DESCRY_EDITS_SEQUENCE_DIFFERENCE_H

#include <cstdint>
#include <span>
#include <vector>

namespace descry {

/// What stands in one range: [begin_a, end_a) of one sequence, [begin_b, end_b) of the other. One
/// of them may be empty, not both.
struct DifferingRange {
    std::uint32_t begin_a = 0;
    std::uint32_t end_a = 0;
    std::uint32_t begin_b = 0;
    std::uint32_t end_b = 0;

    friend bool operator==(const DifferingRange&, const DifferingRange&) = default;
};

/// The ranges where two sequences differ, ascending; between two of them, and before the first and
/// behind the last, both go on alike for at least one element. Their elements are the fewest
/// possible as long as 4096 edits or fewer part the sequences (256 for millions of words), else
/// few.
/// @pre each sequence is shorter than 2^30
/// Cost: O((n + m) edits), and at most some 2^29 comparisons, or 512 an element. Memory: 10 bytes
/// an element of both.
std::vector<DifferingRange> differing_ranges(std::span<const std::uint32_t> a,
                                             std::span<const std::uint32_t> b);

}  // namespace descry

#endif  // DESCRY_EDITS_SEQUENCE_DIFFERENCE_H
