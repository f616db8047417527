/** @file sketch_pairs.h
 *  @brief Which of many sketches agree in enough of their values.
 */
#ifndef DESCRY_TOOLS_EVALUATION_METHODS_SKETCH_PAIRS_H
#define DESCRY_TOOLS_EVALUATION_METHODS_SKETCH_PAIRS_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <descry/sketch_pairs/lsh.h>

#include "evaluation/methods/similar_classes.h"

namespace descry {

/// The longest rows with which no pair is missed that disagrees in @a disagreeing of its @a values
/// or fewer: these spoil at most as many bands, so of one band more one agrees. 1 row at least.
LshShape complete_shape(std::size_t values, std::size_t disagreeing);

/// All pairs of @a sketches (one after the other, @a values values each) that agree in the share
/// @a threshold of their values or more: candidates by the bands of complete_shape(), compared
/// whole. Nothing is missed.
/// Cost: a comparison for each two that share a band. Memory: the pairs, and 8 bytes a band.
std::vector<SimilarClass> similar_sketches(std::span<const std::uint32_t> sketches,
                                           std::size_t values, double threshold);
std::vector<SimilarClass> similar_sketches(std::span<const std::uint64_t> sketches,
                                           std::size_t values, double threshold);

}  // namespace descry

#endif  // DESCRY_TOOLS_EVALUATION_METHODS_SKETCH_PAIRS_H
