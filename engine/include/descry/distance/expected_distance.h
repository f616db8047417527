/** @file expected_distance.h
 *  @brief What edit distance stands behind a bag distance.
 */
#ifndef DESCRY_DISTANCE_EXPECTED_DISTANCE_H
#define DESCRY_DISTANCE_EXPECTED_DISTANCE_H

#include <descry/distance/bag_distance.h>

namespace descry {

/// Normalised edit distances: eight of ten pairs at one bag distance lie between low and high.
struct ExpectedDistance {
    double low = 0;
    double median = 0;
    double high = 0;
};

/// How the edit distance spreads at a bag distance, as measured on four collections
/// (docs/method.md): the least 10th and the greatest 90th percentile of them. An index can be
/// measured for itself by descry-lab evaluate --calibrate.
ExpectedDistance expected_edit_distance(DistanceMillionths distance);

}  // namespace descry

#endif  // DESCRY_DISTANCE_EXPECTED_DISTANCE_H
