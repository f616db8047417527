/** @file pair_curves.h
 *  @brief What a method does with pairs of every resemblance, and at every threshold: the lines of
 *         the report's pictures.
 */
#ifndef DESCRY_TOOLS_EVALUATION_PAIR_CURVES_H
#define DESCRY_TOOLS_EVALUATION_PAIR_CURVES_H

#include <optional>
#include <span>

#include <nlohmann/json.hpp>

#include "evaluation/gold/gold.h"
#include "evaluation/methods/methods.h"

namespace descry {

/// Of a method that says with which probability it suggests a pair: that curve, and the share of
/// the gold pairs of about each resemblance that it did suggest. Which pairs are gold does not
/// depend on what the method drew, so both should agree.
/// @return {"theory": [[resemblance, probability], ...], "measured": [[mean resemblance, share,
///         low, high], ...]}, the intervals of 95 % (Wilson); null for other methods and without
///         gold
/// Cost: the exact resemblance of 20,000 gold pairs at most.
nlohmann::ordered_json candidate_curve(const MethodResult& method, const Gold* gold);

/// Of a method that says how alike two documents are: what raising its threshold would give.
/// @param drawn a sample of its pairs, with the @a distances that were judged
/// @return {"thresholds": [...], "precision_08": [...], "recall_08": [...]}: the share of the
///         remaining pairs that is below 8 %, and of the gold pairs below 8 % that remains; null
///         where nothing remains, and without gold; null for other methods
nlohmann::ordered_json threshold_curve(const MethodResult& method,
                                       std::span<const DocumentPair> drawn,
                                       std::span<const std::optional<double>> distances,
                                       const Gold* gold);

/// Of a method that parts documents into groups: how large these are.
/// @return [[size, groups of so many documents and more], ...], a pair for each size there is,
///         ascending; null for other methods
nlohmann::ordered_json group_size_curve(const MethodResult& method);

}  // namespace descry

#endif  // DESCRY_TOOLS_EVALUATION_PAIR_CURVES_H
