/** @file clustering_limits.h
 *  @brief How documents are grouped: limits of distance, and how many others each meets.
 */
#ifndef DESCRY_GROUPING_CLUSTERING_LIMITS_H
#define DESCRY_GROUPING_CLUSTERING_LIMITS_H

#include <algorithm>
#include <cstdint>

#include <descry/distance/bag_distance.h>

namespace descry {

/// How documents are grouped.
struct ClusteringLimits {
    /// Members are at most this far from their head.
    DistanceMillionths distance = 150'000;
    /// First level: documents this near are grouped first, so that a large group of almost equal
    /// documents stands before those around it are drawn to it. 0: one level only.
    DistanceMillionths near = 80'000;
    /// Heads tried for one document at most, not counting those that are surely far from it; and
    /// heads listed in one bucket.
    std::uint32_t max_heads = 1024;
    /// Last, documents change groups and groups become one where that brings more pairs within
    /// `near` together.
    bool is_refined = false;
    /// Documents that each is measured against for that.
    std::uint32_t max_links = 64;

    /// Of more heads, those that are likeliest to be near are tried, where there is telling: what a
    /// document costs among many of one template does not grow with their number. Of nine
    /// collections one is grouped otherwise than by all heads, and no worse (docs/quality.md).
    static constexpr std::size_t LIKELIEST_HEADS = 64;

    /// Documents of a bucket that are looked at for each of those at most: most are surely far.
    static constexpr std::uint32_t MATES_PER_LINK = 4;

    /// Of a bucket of so many documents, each is held against all others.
    constexpr std::uint32_t documents_looked_through() const {
        return std::min(max_heads, MATES_PER_LINK * max_links);
    }

    friend bool operator==(const ClusteringLimits&, const ClusteringLimits&) = default;
};

/// The greatest limit that a model is made for: documents farther apart share too few words and
/// characters to be found.
inline constexpr DistanceMillionths MAX_DISTANCE = 400'000;
inline constexpr const char* REASON_TOO_FAR =
    "the distance must be at most 0.4; more distant documents cannot be found";

/// ClusteringLimits::near for a distance: 0.08, or 8/15 of the distance where that is 0.08 or less.
constexpr DistanceMillionths near_limit(DistanceMillionths distance) {
    constexpr ClusteringLimits USUAL;
    return distance > USUAL.near ? USUAL.near
                                 : static_cast<DistanceMillionths>(std::uint64_t{distance} *
                                                                   USUAL.near / USUAL.distance);
}

}  // namespace descry

#endif  // DESCRY_GROUPING_CLUSTERING_LIMITS_H
