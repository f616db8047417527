#include <algorithm>
#include <utility>

#include <descry/collection/position_cache.h>

namespace descry {

FirstPositions positions_of(std::span<const std::string_view> words, const OrderSketch& sketch) {
    const std::size_t entries = std::min(sketch.size(), FIRST_ORDERED_WORDS);
    FirstPositions positions;
    std::size_t next = 0;
    for (const std::string_view word : words) {
        if (next == entries && entries == FIRST_ORDERED_WORDS) break;
        const bool has_position = next < entries && sketch[next].hash == order_hash(word);
        positions.push_back(has_position ? sketch[next++].position : NO_POSITION);
    }
    return positions;
}

OrderSketch order_sketch_of(std::span<const std::string_view> words,
                            const FirstPositions& positions) {
    OrderSketch sketch;
    for (std::size_t i = 0; i < std::min(words.size(), positions.size()); ++i) {
        if (positions[i] != NO_POSITION) sketch.push_back({order_hash(words[i]), positions[i]});
    }
    return sketch;
}

const FirstPositions* PositionCache::find(DocumentNumber document,
                                          std::uint64_t content_hash) const {
    const auto known = known_.find(document);
    if (known == known_.end()) return nullptr;
    const bool is_of_this = known->second.content_hash == static_cast<std::uint32_t>(content_hash);
    return is_of_this ? &known->second.positions : nullptr;
}

void PositionCache::keep(DocumentNumber document, std::uint64_t content_hash,
                         FirstPositions positions) {
    known_[document] = {static_cast<std::uint32_t>(content_hash), std::move(positions)};
}

void PositionCache::merge(PositionCache&& others) {
    known_.merge(others.known_);
}

}  // namespace descry
