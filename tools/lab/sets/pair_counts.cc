#include "tools/lab/sets/pair_counts.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace descry {

namespace {

/// Minimum number of pairs gathered before they are added up.
constexpr std::size_t GATHERED = 1 << 20;

bool precedes(const PairCounts::Shared& a, const PairCounts::Shared& b) {
    return std::tie(a.first, a.second) < std::tie(b.first, b.second);
}

}  // namespace

void PairCounts::add(std::span<const Holder> holders) {
    for (std::size_t i = 0; i < holders.size(); ++i) {
        for (std::size_t j = i + 1; j < holders.size(); ++j) {
            const auto [first, second] = std::minmax(holders[i].set, holders[j].set);
            add({first, second, std::min(holders[i].count, holders[j].count)});
        }
    }
}

void PairCounts::add(const Shared& shared) {
    shared_.push_back(shared);
    if (shared_.size() >= 2 * combined_ + GATHERED) combine();
}

std::vector<PairCounts::Shared> PairCounts::take() {
    combine();
    combined_ = 0;
    return std::exchange(shared_, {});
}

void PairCounts::combine() {
    const auto middle = shared_.begin() + static_cast<std::ptrdiff_t>(combined_);
    std::sort(middle, shared_.end(), precedes);
    std::inplace_merge(shared_.begin(), middle, shared_.end(), precedes);
    std::size_t size = 0;
    for (const Shared& shared : shared_) {
        const bool is_repeat = size > 0 && !precedes(shared_[size - 1], shared);
        if (is_repeat) {
            shared_[size - 1].common += shared.common;
        } else {
            shared_[size++] = shared;
        }
    }
    shared_.resize(size);
    combined_ = size;
}

}  // namespace descry
