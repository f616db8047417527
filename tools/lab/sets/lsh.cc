#include "tools/lab/sets/lsh.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include <descry/hashing/hash.h>

namespace descry {

namespace {

template <typename Value>
std::vector<std::uint64_t> keys_of(std::span<const Value> signature, const LshShape& shape) {
    if (shape.bands == 0 || shape.rows == 0 ||
        signature.size() < std::size_t{shape.bands} * shape.rows) {
        throw std::invalid_argument("lsh_keys: " + std::to_string(shape.bands) + " bands of " +
                                    std::to_string(shape.rows) + " rows of a signature of " +
                                    std::to_string(signature.size()) + " values");
    }
    std::vector<std::uint64_t> keys;
    std::vector<std::uint64_t> band;
    for (unsigned i = 0; i < shape.bands; ++i) {
        const auto rows = signature.subspan(std::size_t{i} * shape.rows, shape.rows);
        band.assign(1, i);
        band.insert(band.end(), rows.begin(), rows.end());
        keys.push_back(hash64_list(band));
    }
    return keys;
}

/// The area under the S-curve from 0 to @a end, by Simpson's rule.
double area_below(double end, const LshShape& shape) {
    constexpr unsigned STEPS = 64;
    double sum = 0;
    for (unsigned i = 0; i <= STEPS; ++i) {
        const double weight = i == 0 || i == STEPS ? 1 : i % 2 == 1 ? 4 : 2;
        sum += weight * lsh_probability(end * i / STEPS, shape);
    }
    return sum * end / (3 * STEPS);
}

void check_share(const char* what, double share) {
    if (share > 0 && share < 1) return;
    throw std::invalid_argument("choose_lsh_shape: a " + std::string(what) + " of " +
                                std::to_string(share) + ", must be between 0 and 1");
}

}  // namespace

std::vector<std::uint64_t> lsh_keys(std::span<const std::uint32_t> signature,
                                    const LshShape& shape) {
    return keys_of(signature, shape);
}

std::vector<std::uint64_t> lsh_keys(std::span<const std::uint64_t> signature,
                                    const LshShape& shape) {
    return keys_of(signature, shape);
}

double lsh_probability(double resemblance, const LshShape& shape) {
    return 1 - std::pow(1 - std::pow(resemblance, shape.rows), shape.bands);
}

LshShape choose_lsh_shape(unsigned permutations, double resemblance, double recall) {
    if (permutations == 0) throw std::invalid_argument("choose_lsh_shape: 0 permutations");
    check_share("resemblance", resemblance);
    check_share("recall", recall);
    LshShape best{0, 0};
    double least_area = 0;
    for (unsigned rows = 1; rows <= permutations; ++rows) {
        LshShape shape{permutations / rows, rows};
        if (lsh_probability(resemblance, shape) < recall) continue;
        // The curve rises with the bands: as few as will do.
        while (shape.bands > 1 && lsh_probability(resemblance, {shape.bands - 1, rows}) >= recall)
            --shape.bands;
        const double area = area_below(resemblance, shape);
        if (best.rows == 0 || area < least_area ||
            (area == least_area && shape.bands < best.bands)) {
            best = shape;
            least_area = area;
        }
    }
    if (best.rows == 0) {
        throw std::domain_error("choose_lsh_shape: no shape of " + std::to_string(permutations) +
                                " values finds " + std::to_string(recall) +
                                " of the pairs of resemblance " + std::to_string(resemblance));
    }
    return best;
}

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
