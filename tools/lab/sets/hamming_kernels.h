/** @file hamming_kernels.h
 *  @brief Comparing a few sketches with many, compiled for several kinds of CPU and chosen at run
 *         time.
 */
#ifndef DESCRY_TOOLS_LAB_SETS_HAMMING_KERNELS_H
#define DESCRY_TOOLS_LAB_SETS_HAMMING_KERNELS_H

#include <cstddef>
#include <cstdint>
#include <span>

namespace descry {

/// Sketches that are compared with many others at once.
inline constexpr std::size_t HAMMING_ROWS = 4;

/// The columns of a block: a block is looked at closely when one of its columns is near a row.
inline constexpr std::size_t HAMMING_BLOCK = 8;

/// Sketches word by word: word w of sketch i is planes[w * stride + i].
struct SketchPlanes {
    const std::uint64_t* planes;
    std::size_t stride;
    std::size_t words;
};

/** Finds the blocks of columns [@a begin, @a end) that hold one within @a max_distance of one of
 * the rows @a row to @a row + HAMMING_ROWS - 1.
 *
 *  @param begin, end multiples of HAMMING_BLOCK; columns and rows up to there are in the planes
 *  @param blocks gets the first column of each such block, ascending; has room for all
 *  @return how many they are
 */
std::size_t find_near_blocks(const SketchPlanes& sketches, std::size_t row, std::size_t begin,
                             std::size_t end, unsigned max_distance,
                             std::span<std::uint32_t> blocks);

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_SETS_HAMMING_KERNELS_H
