/** @file coarse_bag_histogram.h
 *  @brief A histogram in 16 bytes, so that those of a million documents fit in memory.
 */
#ifndef DESCRY_DISTANCE_COARSE_BAG_HISTOGRAM_H
#define DESCRY_DISTANCE_COARSE_BAG_HISTOGRAM_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <descry/distance/bag_distance.h>

#include "engine/distance/bag_histogram.h"

namespace descry {

/// A histogram with classes joined in pairs and amounts in fifteenths of about the greatest.
///
/// Among documents that share a band key by chance, a histogram and a coarse one separate nine
/// tenths of the pairs that two histograms would.
class CoarseBagHistogram {
  public:
    static constexpr std::size_t BYTES = 16;

    /// Unknown: at distance 0 from everything.
    CoarseBagHistogram() = default;

    explicit CoarseBagHistogram(const BagHistogram& histogram);

    bool is_known() const { return characters_ != 0; }

    /// Appends BYTES bytes (docs/stored-format.md).
    void append_to(std::string& out) const;

    /// Reads append_to()'s bytes; accepts any others as well. @pre bytes.size() == BYTES
    static CoarseBagHistogram read(std::string_view bytes);

    friend bool operator==(const CoarseBagHistogram&, const CoarseBagHistogram&) = default;

  private:
    friend class CoarseHistogramDistance;

    static constexpr std::size_t CLASSES = 26;
    using Amounts = std::array<std::uint64_t, CLASSES>;

    static Amounts joined_amounts(const BagHistogram& histogram);
    std::uint64_t unit() const;

    std::uint16_t characters_ = 0;  // a short floating-point number, rounded down; 0: unknown
    std::uint8_t greatest_ = 0;     // greatest amount, as a share of the characters
    std::array<std::uint8_t, CLASSES / 2> amounts_ = {};  // two per byte, in units, rounded up
};

/// Lower bounds of the distances from one document to others, by their coarse histograms.
class CoarseHistogramDistance {
  public:
    explicit CoarseHistogramDistance(const BagHistogram& histogram);

    /// At most bag_distance_lower_bound() of both histograms. Cost: 15 nanoseconds.
    DistanceMillionths least(const CoarseBagHistogram& other) const;

  private:
    bool is_known_;
    std::uint64_t characters_;
    std::uint64_t words_;
    CoarseBagHistogram::Amounts amounts_;
};

}  // namespace descry

#endif  // DESCRY_DISTANCE_COARSE_BAG_HISTOGRAM_H
