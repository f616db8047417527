#include <algorithm>
#include <stdexcept>
#include <utility>

#include <descry/sketch_pairs/lsh.h>

namespace descry {

void LshBuckets::add(std::uint32_t document, std::span<const std::uint64_t> keys) {
    for (const std::uint64_t key : keys)
        entries_.push_back({key, document});
    is_sorted_ = is_sorted_ && keys.empty();
}

void LshBuckets::sort() {
    if (std::exchange(is_sorted_, true)) return;
    std::sort(entries_.begin(), entries_.end());
    entries_.erase(std::unique(entries_.begin(), entries_.end()), entries_.end());
}

std::uint64_t LshBuckets::for_each_pair(const Sink& sink, std::size_t bound) {
    if (bound == 0) throw std::invalid_argument("LshBuckets: a bound of 0 members");
    sort();
    std::uint64_t left_out = 0;
    std::vector<std::uint64_t> pairs;  // both numbers in one
    for (auto begin = entries_.begin(); begin != entries_.end();) {
        const auto end = std::find_if(
            begin, entries_.end(), [&](const LshEntry& entry) { return entry.key != begin->key; });
        const auto size = static_cast<std::uint64_t>(end - begin);
        const std::uint64_t heads = std::min<std::uint64_t>(size, bound);
        for (std::uint64_t i = 0; i < heads; ++i) {
            const std::uint64_t first = begin[static_cast<std::ptrdiff_t>(i)].document;
            for (std::uint64_t j = i + 1; j < size; ++j)
                pairs.push_back(first << 32 | begin[static_cast<std::ptrdiff_t>(j)].document);
        }
        const std::uint64_t others = size - heads;
        left_out += others * (others - std::min<std::uint64_t>(others, 1)) / 2;
        begin = end;
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    for (const std::uint64_t pair : pairs)
        sink(static_cast<std::uint32_t>(pair >> 32), static_cast<std::uint32_t>(pair));
    return left_out;
}

std::vector<std::uint32_t> LshBuckets::find(std::span<const std::uint64_t> keys) {
    sort();
    std::vector<std::uint32_t> documents;
    for (const std::uint64_t key : keys) {
        auto entry = std::lower_bound(entries_.begin(), entries_.end(), LshEntry{key, 0});
        for (; entry != entries_.end() && entry->key == key; ++entry)
            documents.push_back(entry->document);
    }
    std::sort(documents.begin(), documents.end());
    documents.erase(std::unique(documents.begin(), documents.end()), documents.end());
    return documents;
}

}  // namespace descry
