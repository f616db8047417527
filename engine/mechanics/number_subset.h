/** @file number_subset.h
 *  @brief A subset of the numbers below a limit, with ranks.
 */
#ifndef DESCRY_ENGINE_MECHANICS_NUMBER_SUBSET_H
#define DESCRY_ENGINE_MECHANICS_NUMBER_SUBSET_H

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace descry {

/// A subset of 0 .. limit - 1. A member's place is the number of smaller members: the index of a
/// vector of data on members. Memory: a quarter of a byte per number below the limit, so that
/// look-ups stay in CPU caches (a rank index: Jacobson, FOCS 1989).
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

    std::uint32_t size() const { return size_; }

    /// nullopt if it is not a member. @pre number is below the limit
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
        std::uint32_t before = 0;  // members in the blocks before
    };

    std::vector<Block> blocks_;
    std::uint32_t size_ = 0;
};

}  // namespace descry

#endif  // DESCRY_ENGINE_MECHANICS_NUMBER_SUBSET_H
