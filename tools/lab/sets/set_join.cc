#include "tools/lab/sets/set_join.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

namespace descry {

namespace {

/// The ceiling of @a x, despite rounding of the product before.
std::uint32_t least_whole(double x) {
    return static_cast<std::uint32_t>(std::ceil(x - 1e-9));
}

/// Elements as numbers, rare ones first. Elements of a single set are in no intersection: only
/// their number is kept, and they come first.
struct RankedSets {
    std::vector<std::uint32_t> ranks;  // concatenated by set, ascending
    std::vector<std::size_t> ends;     // by set
    std::vector<std::uint32_t> alone;  // by set
    std::uint32_t distinct = 0;

    std::span<const std::uint32_t> of(std::uint32_t set) const {
        const std::size_t begin = set == 0 ? 0 : ends[set - 1];
        return std::span(ranks).subspan(begin, ends[set] - begin);
    }
};

template <typename Entry>
RankedSets rank(std::vector<Entry> entries, std::span<const std::uint32_t> sizes) {
    std::ranges::sort(entries, {},
                      [](const Entry& entry) { return std::pair(entry.element, entry.set); });
    struct Run {
        std::size_t begin;
        std::uint32_t sets;
    };
    RankedSets ranked;
    ranked.alone.assign(sizes.size(), 0);
    std::vector<Run> runs;
    for (std::size_t begin = 0; begin < entries.size();) {
        std::size_t end = begin + 1;
        while (end < entries.size() && entries[end].element == entries[begin].element)
            ++end;
        if (end - begin == 1) {
            ++ranked.alone[entries[begin].set];
        } else {
            runs.push_back({begin, static_cast<std::uint32_t>(end - begin)});
        }
        begin = end;
    }
    std::ranges::stable_sort(runs, {}, &Run::sets);
    std::vector<std::size_t> next(sizes.size());
    std::size_t total = 0;
    for (std::size_t set = 0; set < sizes.size(); ++set) {
        next[set] = total;
        total += sizes[set] - ranked.alone[set];
        ranked.ends.push_back(total);
    }
    ranked.ranks.resize(total);
    for (const Run& run : runs) {
        for (std::size_t i = run.begin; i < run.begin + run.sets; ++i)
            ranked.ranks[next[entries[i].set]++] = ranked.distinct;
        ++ranked.distinct;
    }
    return ranked;
}

/// The size of the intersection from these positions on; may stop once @a needed is out of reach.
std::uint32_t count_common(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b,
                           std::uint32_t needed) {
    std::uint32_t common = 0;
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        if (common + std::min(a.size() - i, b.size() - j) < needed) return common;
        const bool is_a = a[i] <= b[j];
        const bool is_b = b[j] <= a[i];
        common += is_a && is_b ? 1u : 0u;
        i += is_a ? 1u : 0u;
        j += is_b ? 1u : 0u;
    }
    return common;
}

}  // namespace

void SetJoin::add(std::span<const std::uint64_t> elements) {
    if (sizes_.size() >= std::numeric_limits<std::uint32_t>::max()) {
        throw std::length_error("SetJoin: 2^32 sets");
    }
    const auto set = static_cast<std::uint32_t>(sizes_.size());
    for (const std::uint64_t element : elements)
        entries_.push_back({element, set});
    sizes_.push_back(static_cast<std::uint32_t>(elements.size()));
}

void SetJoin::for_each_pair(double threshold, const Sink& sink) const {
    if (!(threshold > 0 && threshold <= 1)) {
        throw std::invalid_argument("SetJoin: a threshold of " + std::to_string(threshold) +
                                    ", must be above 0 and at most 1");
    }
    const RankedSets ranked = rank(entries_, sizes_);
    std::vector<std::uint32_t> order(sizes_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::stable_sort(order, {}, [this](std::uint32_t set) { return sizes_[set]; });
    // The minimum overlap of two sets of these sizes.
    const auto needed_of = [&](std::uint32_t a, std::uint32_t b) {
        return least_whole(threshold / (1 + threshold) * (double{1} * a + b));
    };
    // By rank: the smaller sets with it in their prefix, in order of their sizes.
    std::vector<std::vector<std::uint32_t>> holders(ranked.distinct);
    std::vector<std::size_t> first_holder(ranked.distinct);
    std::vector<std::uint32_t> seen_by(sizes_.size(), std::numeric_limits<std::uint32_t>::max());
    for (const std::uint32_t x : order) {
        const std::uint32_t size = sizes_[x];
        if (size == 0) continue;
        const auto ranks = ranked.of(x);
        const std::uint32_t alone = ranked.alone[x];
        const std::uint32_t prefix = size - least_whole(threshold * size) + 1;
        // The prefix that larger sets need of this one.
        const std::uint32_t kept = size - needed_of(size, size) + 1;
        for (std::uint32_t i = 0; i < ranks.size() && alone + i < prefix; ++i) {
            auto& sets = holders[ranks[i]];
            std::size_t& first = first_holder[ranks[i]];
            while (first < sets.size() && sizes_[sets[first]] < least_whole(threshold * size))
                ++first;
            for (std::size_t k = first; k < sets.size(); ++k) {
                const std::uint32_t y = sets[k];
                // This is the first common rank: all common ones are from here on.
                if (seen_by[y] == x) continue;
                seen_by[y] = x;
                const std::uint32_t needed = needed_of(size, sizes_[y]);
                const auto others = ranked.of(y);
                const auto from = std::lower_bound(others.begin(), others.end(), ranks[i]);
                const std::uint32_t common = count_common(
                    ranks.subspan(i),
                    others.subspan(static_cast<std::size_t>(from - others.begin())), needed);
                if (common < needed) continue;
                const double jaccard =
                    static_cast<double>(common) /
                    static_cast<double>(std::uint64_t{size} + sizes_[y] - common);
                if (jaccard >= threshold) sink({std::min(x, y), std::max(x, y), common, jaccard});
            }
            if (alone + i < kept) sets.push_back(x);
        }
    }
}

}  // namespace descry
