/** @file hash_sample.h
 *  @brief A sample that does not depend on the order in which things come: the smallest hashes.
 */
#ifndef DESCRY_TOOLS_EVALUATION_BASE_HASH_SAMPLE_H
#define DESCRY_TOOLS_EVALUATION_BASE_HASH_SAMPLE_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <queue>
#include <utility>
#include <vector>

namespace descry {

/// Keeps the @a limit items with the smallest hashes of all that are offered. Memory: the limit.
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

    /// The items, ascending; the sample is empty afterwards.
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

#endif  // DESCRY_TOOLS_EVALUATION_BASE_HASH_SAMPLE_H
