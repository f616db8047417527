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
    CompactLists(std::size_t lists, const ForEach& for_each) : ends_(lists + 1, 0) {
        for_each([this](std::size_t list, const Item&) { ++ends_[list + 1]; });
        std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
        items_ = std::vector<Item>(ends_.back());
        // Each begins where the one before it ends, and will end where the next begins.
        for_each([this](std::size_t list, const Item& item) { items_[ends_[list]++] = item; });
        ends_.pop_back();
    }

    std::size_t size() const { return ends_.size(); }

    /// In the order in which they came.
    std::span<const Item> of(std::size_t list) const {
        const std::uint64_t begin = list == 0 ? 0 : ends_[list - 1];
        return std::span(items_).subspan(begin, ends_[list] - begin);
    }

  private:
    std::vector<std::uint64_t> ends_;  // by list
    std::vector<Item> items_;
};

}  // namespace descry

#endif  // DESCRY_MECHANICS_COMPACT_LISTS_H
