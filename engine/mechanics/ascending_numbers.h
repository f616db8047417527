/** @file ascending_numbers.h
 *  @brief Offsets in a file of any size, in half the memory.
 */
#ifndef DESCRY_MECHANICS_ASCENDING_NUMBERS_H
#define DESCRY_MECHANICS_ASCENDING_NUMBERS_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace descry {

/// Non-decreasing 64-bit numbers. Memory: 4 bytes each, and 8 for each 2^32 that the last contains.
class AscendingNumbers {
  public:
    /// @pre not below the last; below 2^64 - 2^32
    void push_back(std::uint64_t number) {
        for (std::uint64_t upper = carries_.size(); upper < number >> 32; ++upper)
            carries_.push_back(lower_.size());
        lower_.push_back(static_cast<std::uint32_t>(number));
    }

    std::size_t size() const { return lower_.size(); }

    /// @exception std::out_of_range there are not so many
    std::uint64_t at(std::size_t i) const {
        const auto upper = std::ranges::upper_bound(carries_, i) - carries_.begin();
        return static_cast<std::uint64_t>(upper) << 32 | lower_.at(i);
    }

  private:
    std::vector<std::uint32_t> lower_;  // lower halves
    std::vector<std::size_t> carries_;  // the first number of each upper half above 0
};

}  // namespace descry

#endif  // DESCRY_MECHANICS_ASCENDING_NUMBERS_H
