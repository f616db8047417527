/** @file band_record.h
 *  @brief A document's key in one band, in the form in which buckets are sorted.
 */
#ifndef DESCRY_COLLECTION_BAND_RECORD_H
#define DESCRY_COLLECTION_BAND_RECORD_H

#include <compare>
#include <cstdint>

namespace descry {

/// Documents with the same key share a bucket.
struct BandRecord {
    std::uint64_t key;
    std::uint32_t document;

    friend auto operator<=>(const BandRecord&, const BandRecord&) = default;
};

/// A key with its band in front, so that equal keys of two bands are two buckets.
/// @pre key < 2^56
constexpr std::uint64_t band_key(unsigned band, std::uint64_t key) {
    return (std::uint64_t{band} << 56) | key;
}

}  // namespace descry

#endif  // DESCRY_COLLECTION_BAND_RECORD_H
