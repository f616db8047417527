/** @file hamming_kernels.h
 *  @brief Compares a few sketches with many; compiled for several kinds of CPU and selected at run
 *         time.
 */
#ifndef DESCRY_TOOLS_LAB_SETS_HAMMING_KERNELS_H
#define DESCRY_TOOLS_LAB_SETS_HAMMING_KERNELS_H

#include <cstddef>
#include <cstdint>
#include <span>

namespace descry {

/// Sketches compared with many others at once.
inline constexpr std::size_t HAMMING_ROWS = 4;

/// Columns per block: a block is examined if one of its columns is near a row.
inline constexpr std::size_t HAMMING_BLOCK = 8;

/// Sketches word by word: word w of sketch i is planes[w * stride + i].
struct SketchPlanes {
    const std::uint64_t* planes;
    std::size_t stride;
    std::size_t words;
};

/** Finds the blocks of columns [@a begin, @a end) with one within @a max_distance of a row @a row
 *  to @a row + HAMMING_ROWS - 1.
 *
 *  @param begin, end multiples of HAMMING_BLOCK; the planes have columns and rows up to there
 *  @param blocks receives the first column of each such block, ascending; has room for all
 *  @return number of blocks
 */
std::size_t find_near_blocks(const SketchPlanes& sketches, std::size_t row, std::size_t begin,
                             std::size_t end, unsigned max_distance,
                             std::span<std::uint32_t> blocks);

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_SETS_HAMMING_KERNELS_H
