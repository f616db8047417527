#include <algorithm>
#include <limits>

#include <descry/bag_sketch.h>

namespace descry {

BagSketch::BagSketch(const Bag& bag) {
    // Far above any document: its sums would not fit.
    if (bag.characters() > std::numeric_limits<std::uint32_t>::max() / 2) return;
    std::array<std::uint32_t, CLASSES> amounts{};
    for (const Bag::Entry& entry : bag.entries_) {
        const std::uint64_t number = (entry.hash >> 32) * CLASSES >> 32;
        // A word of both sides leaves its separator out of the distance.
        amounts[number] += entry.wdf * (entry.weight - 1);
    }
    constexpr std::uint32_t MOST = std::numeric_limits<std::uint8_t>::max();
    const std::uint32_t greatest = *std::max_element(amounts.begin(), amounts.end());
    unit_ = std::max((greatest + MOST - 1) / MOST, 1u);
    for (std::size_t i = 0; i < CLASSES; ++i)
        amounts_[i] = static_cast<std::uint8_t>((amounts[i] + unit_ - 1) / unit_);
    characters_ = static_cast<std::uint32_t>(bag.characters());
    words_ = static_cast<std::uint32_t>(bag.words());
}

DistanceMillionths least_bag_distance(const BagSketch& a, const BagSketch& b) {
    if (a.unit_ == 0 || b.unit_ == 0) return 0;
    std::uint64_t most_shared = std::min(a.words_, b.words_);
    for (std::size_t i = 0; i < BagSketch::CLASSES; ++i)
        most_shared += std::min(a.amounts_[i] * a.unit_, b.amounts_[i] * b.unit_);
    const std::uint64_t characters = std::max(a.characters_, b.characters_);
    if (most_shared >= characters) return 0;
    // Rounded down: what is not known to be farther is not told to be.
    return static_cast<DistanceMillionths>((characters - most_shared) * WHOLE_DISTANCE /
                                           characters);
}

}  // namespace descry
