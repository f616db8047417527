/** @file calibration.h
 *  @brief Estimates precision and recall of an index's groups on its own texts.
 */
#ifndef DESCRY_TOOLS_LAB_CALIBRATION_H
#define DESCRY_TOOLS_LAB_CALIBRATION_H

#include <cstddef>
#include <cstdint>

#include <nlohmann/json_fwd.hpp>

#include "tools/lab/gold/judge.h"
#include "tools/lab/methods/methods.h"

namespace descry {

/// Measures precision and recall of a method's pairs.
///
/// Precision: the share of a sample of its pairs (members with their heads, if it has heads) below
/// each of DISTANCE_LIMITS. Recall: the pairs below the limit that it finds, relative to these and
/// the near misses, which are pairs suggested only by @a candidates, an independent and looser
/// method. Both numbers are estimated from samples; pairs that neither method suggests are not
/// counted. Intervals are 95% (Wilson); recall's is made of the ends of its two shares' intervals.
///
/// @return {"pairs": judged, "near_misses": judged, "precision": {"below_08": {"share", "low",
///         "high"}, ...}, "recall": {...}}. Recall is null if no pair is below the limit.
nlohmann::ordered_json calibrate(const MethodResult& method, const SuggestedPairs& candidates,
                                 const Judge& judge, std::size_t sample, std::uint64_t seed);

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_CALIBRATION_H
