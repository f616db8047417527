/** @file clustering_limits.h
 *  @brief Limits of grouping: distances, and the number of comparisons per document.
 */
#ifndef DESCRY_GROUPING_CLUSTERING_LIMITS_H
#define DESCRY_GROUPING_CLUSTERING_LIMITS_H

#include <algorithm>
#include <cstdint>

#include <descry/distance/bag_distance.h>

namespace descry {

struct ClusteringLimits {
    /// Largest distance of a member from its head.
    DistanceMillionths distance = 150'000;
    /// First level: documents this near are grouped first, so that a large group of almost equal
    /// documents forms before a neighbour can draw members away. 0: one level only.
    DistanceMillionths near = 80'000;
    /// Most heads tried per document (not counting surely far ones), and listed in one bucket.
    std::uint32_t max_heads = 1024;
    /// Whether documents change groups, and groups merge, to put more pairs within `near` together.
    bool is_refined = false;
    /// Most documents that each is compared with for that.
    std::uint32_t max_links = 64;

    /// If there are more heads, the likeliest to be near are tried, if they can be ranked: the cost
    /// of a document among many of one template does not grow with their number. Of nine
    /// collections, one is grouped differently than by all heads, and no worse (docs/quality.md).
    static constexpr std::size_t LIKELIEST_HEADS = 64;

    /// Most documents of a bucket examined for each of those links: most are surely far.
    static constexpr std::uint32_t MATES_PER_LINK = 4;

    /// In buckets of up to this many documents, each is compared with all others.
    constexpr std::uint32_t documents_looked_through() const {
        return std::min(max_heads, MATES_PER_LINK * max_links);
    }

    friend bool operator==(const ClusteringLimits&, const ClusteringLimits&) = default;
};

/// The greatest limit of a model: more distant documents share too few keys.
inline constexpr DistanceMillionths MAX_DISTANCE = 400'000;
inline constexpr const char* REASON_TOO_FAR =
    "the distance must be at most 0.4; more distant documents cannot be found";

/// ClusteringLimits::near for a distance: 0.08, or 8/15 of a distance of 0.08 or less.
constexpr DistanceMillionths near_limit(DistanceMillionths distance) {
    constexpr ClusteringLimits USUAL;
    return distance > USUAL.near ? USUAL.near
                                 : static_cast<DistanceMillionths>(std::uint64_t{distance} *
                                                                   USUAL.near / USUAL.distance);
}

}  // namespace descry

#endif  // DESCRY_GROUPING_CLUSTERING_LIMITS_H
