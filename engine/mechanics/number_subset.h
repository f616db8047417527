/** @file number_subset.h
 *  @brief Some of the numbers below a limit, counted from 0 on.
 */
#ifndef DESCRY_ENGINE_MECHANICS_NUMBER_SUBSET_H
#define DESCRY_ENGINE_MECHANICS_NUMBER_SUBSET_H

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace descry {

/// A subset of the numbers 0 .. limit - 1, in which each has a place: how many smaller ones are in
/// it. What is known of them alone stands in a vector by place.
///
/// Memory: a quarter of a byte for each number below the limit, so that places are found in the
/// processor's caches where a table of them would not fit (a rank index: Jacobson, FOCS 1989).
class NumberSubset {
  public:
    /// @param is_in called with each number below @a limit, ascending
    template <typename IsIn>
    NumberSubset(std::uint32_t limit, const IsIn& is_in)
        : blocks_((std::size_t{limit} + BITS - 1) / BITS) {
        for (std::uint32_t number = 0; number < limit; ++number) {
            Block& block = blocks_[number / BITS];
            if (number % BITS == 0) block.before = size_;
            if (!is_in(number)) continue;
            block.numbers |= std::uint64_t{1} << number % BITS;
            ++size_;
        }
    }

    /// How many numbers are in it.
    std::uint32_t size() const { return size_; }

    /// nullopt where it is not in it. @pre number is below the limit
    std::optional<std::uint32_t> place_of(std::uint32_t number) const {
        const Block& block = blocks_[number / BITS];
        const std::uint64_t bit = std::uint64_t{1} << number % BITS;
        if ((block.numbers & bit) == 0) return std::nullopt;
        return block.before + static_cast<std::uint32_t>(std::popcount(block.numbers & (bit - 1)));
    }

  private:
    static constexpr unsigned BITS = 64;
    struct Block {
        std::uint64_t numbers = 0;
        std::uint32_t before = 0;  // in the blocks before
    };

    std::vector<Block> blocks_;
    std::uint32_t size_ = 0;
};

}  // namespace descry

#endif  // DESCRY_ENGINE_MECHANICS_NUMBER_SUBSET_H
