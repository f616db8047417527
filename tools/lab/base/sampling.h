/** @file sampling.h
 *  @brief Random numbers and samples that are equal on all machines.
 */
#ifndef DESCRY_TOOLS_LAB_BASE_SAMPLING_H
#define DESCRY_TOOLS_LAB_BASE_SAMPLING_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <queue>
#include <random>
#include <utility>
#include <vector>

namespace descry {

/// A number in [0, end), unlike std's distributions the same everywhere. @pre end > 0. Deviates
/// from uniform by less than end / 2^64.
inline std::uint64_t random_below(std::mt19937_64& generator, std::uint64_t end) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(generator()) * end) >> 64);
}

/// The @a limit items with the lowest hashes, independent of their order. Memory: the limit.
template <typename Item>
class HashSample {
  public:
    explicit HashSample(std::size_t limit) : limit_(limit) {}

    void offer(std::uint64_t hash, const Item& item) {
        ++offered_;
        if (kept_.size() == limit_ && (limit_ == 0 || kept_.top().first <= hash)) return;
        if (kept_.size() == limit_) kept_.pop();
        kept_.emplace(hash, item);
    }

    std::uint64_t offered() const { return offered_; }

    /// The items, ascending; empties the sample.
    std::vector<Item> take() {
        std::vector<Item> items;
        for (; !kept_.empty(); kept_.pop())
            items.push_back(kept_.top().second);
        std::sort(items.begin(), items.end());
        return items;
    }

  private:
    std::size_t limit_;
    std::uint64_t offered_ = 0;
    std::priority_queue<std::pair<std::uint64_t, Item>> kept_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_BASE_SAMPLING_H
