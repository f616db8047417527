/** @file confidence_interval.h
 *  @brief The confidence interval of a share measured on a sample.
 */
#ifndef DESCRY_TOOLS_LAB_BASE_CONFIDENCE_INTERVAL_H
#define DESCRY_TOOLS_LAB_BASE_CONFIDENCE_INTERVAL_H

#include <cstdint>

namespace descry {

struct ConfidenceInterval {
    double share = 0;
    double low = 0;
    double high = 1;
};

/// Wilson's score interval (JASA 22, 1927), 95%: unlike the normal approximation it is valid for
/// shares near 0 and 1, and never empty (20 of 20 gives 0.84 to 1).
/// @param successes at most @a trials. Without trials: share 0, from 0 to 1
ConfidenceInterval wilson_interval(std::uint64_t successes, std::uint64_t trials);

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_BASE_CONFIDENCE_INTERVAL_H
