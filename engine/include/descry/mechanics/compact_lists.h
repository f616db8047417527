/** @file compact_lists.h
 *  @brief Many short lists in one piece of memory.
 */
#ifndef DESCRY_MECHANICS_COMPACT_LISTS_H
#define DESCRY_MECHANICS_COMPACT_LISTS_H

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace descry {

/// Lists of items by number, one after the other, as they were when they were made.
/// Memory: 8 bytes a list, and the items.
template <typename Item>
class CompactLists {
  public:
    /// @param for_each is called twice with a function of (number of a list, item), which it calls
    ///        for each item: both times for the same ones in the same order
    template <typename ForEach>
    CompactLists(std::size_t lists, const ForEach& for_each) : begins_(lists + 1, 0) {
        for_each([this](std::size_t list, const Item&) { ++begins_[list + 1]; });
        std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
        items_.resize(begins_.back());
        std::vector<std::uint64_t> next(begins_.begin(), begins_.end() - 1);
        for_each([&](std::size_t list, const Item& item) { items_[next[list]++] = item; });
    }

    std::size_t size() const { return begins_.size() - 1; }

    /// In the order in which they came.
    std::span<const Item> of(std::size_t list) const {
        return std::span(items_).subspan(begins_[list], begins_[list + 1] - begins_[list]);
    }

  private:
    std::vector<std::uint64_t> begins_;  // by list, and of the next
    std::vector<Item> items_;
};

}  // namespace descry

#endif  // DESCRY_MECHANICS_COMPACT_LISTS_H
