/** @file calibration.h
 *  @brief What to expect of the groups of one index, measured on its own texts.
 */
#ifndef DESCRY_TOOLS_LAB_CALIBRATION_H
#define DESCRY_TOOLS_LAB_CALIBRATION_H

#include <cstddef>
#include <cstdint>

#include <nlohmann/json_fwd.hpp>

#include "tools/lab/gold/judge.h"
#include "tools/lab/methods/methods.h"

namespace descry {

/// Measures what a method's pairs are worth.
///
/// Precision: the share of a sample of its pairs (of members with their heads, where it has heads)
/// below each of DISTANCE_LIMITS. Recall: pairs below the limit that it has, against these and the
/// near misses, which are what @a candidates, an independent and looser method, suggests beside
/// them; both numbers are estimated from samples, and what neither method suggests is not counted.
/// All with the interval of 95 % (Wilson); recall's is made of the ends of its two shares'.
///
/// @return {"pairs": judged, "near_misses": judged, "precision": {"below_08": {"share", "low",
///         "high"}, ...}, "recall": {...}}. Recall is null where no pair is below the limit.
nlohmann::ordered_json calibrate(const MethodResult& method, const SuggestedPairs& candidates,
                                 const Judge& judge, std::size_t sample, std::uint64_t seed);

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_CALIBRATION_H
