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

/// Immutable lists of items by number. Memory: 8 bytes per list, and the items.
template <typename Item>
class CompactLists {
  public:
    /// @param for_each called twice with a function of (list number, item), which it calls for each
    ///        item, the same in the same order both times
    template <typename ForEach>
    CompactLists(std::size_t lists, const ForEach& for_each) : ends_(lists + 1, 0) {
        for_each([this](std::size_t list, const Item&) { ++ends_[list + 1]; });
        std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
        items_ = std::vector<Item>(ends_.back());
        // ends_[list] starts at the beginning of the list and moves to its end.
        for_each([this](std::size_t list, const Item& item) { items_[ends_[list]++] = item; });
        ends_.pop_back();
    }

    std::size_t size() const { return ends_.size(); }

    /// In the order added.
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
