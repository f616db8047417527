/** @file coarse_bag_histogram.h
 *  @brief A histogram in 16 bytes: the coarse histograms of a million documents can be kept in
 * memory.
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

/// A histogram whose classes are joined in pairs, with amounts in fifteenths of about the greatest.
///
/// Of documents that share a band key by chance, a histogram and a coarse histogram tell nine in
/// ten apart that two histograms would.
class CoarseBagHistogram {
  public:
    /// Bytes of a stored coarse histogram.
    static constexpr std::size_t BYTES = 16;

    /// Of no document: nothing is far from it.
    CoarseBagHistogram() = default;

    /// Unknown where the histogram is.
    explicit CoarseBagHistogram(const BagHistogram& histogram);

    /// False for a coarse histogram of no document.
    bool is_known() const { return characters_ != 0; }

    /// Appends the coarse histogram's BYTES bytes (docs/stored-format.md).
    void append_to(std::string& out) const;

    /// Reads append_to()'s bytes, and others as the coarse histogram of some document.
    /// @pre bytes.size() == BYTES
    static CoarseBagHistogram read(std::string_view bytes);

    friend bool operator==(const CoarseBagHistogram&, const CoarseBagHistogram&) = default;

  private:
    friend class CoarseHistogramDistance;

    static constexpr std::size_t CLASSES = 26;
    using Amounts = std::array<std::uint64_t, CLASSES>;

    static Amounts joined_amounts(const BagHistogram& histogram);
    std::uint64_t unit() const;

    std::uint16_t characters_ = 0;  // a short floating-point number, rounded down; 0: unknown
    std::uint8_t greatest_ = 0;     // amount that is told, in shares of the characters
    std::array<std::uint8_t, CLASSES / 2> amounts_ = {};  // two to a byte, in units, rounded up
};

/// How far from one document others are at least, by its histogram and their coarse histograms.
class CoarseHistogramDistance {
  public:
    explicit CoarseHistogramDistance(const BagHistogram& histogram);

    /// Not above bag_distance_lower_bound() of the two histograms. Cost: 15 nanoseconds.
    DistanceMillionths least(const CoarseBagHistogram& other) const;

  private:
    bool is_known_;
    std::uint64_t characters_;
    std::uint64_t words_;
    CoarseBagHistogram::Amounts amounts_;
};

}  // namespace descry

#endif  // DESCRY_DISTANCE_COARSE_BAG_HISTOGRAM_H
