#include "evaluation/methods/sketch_pairs.h"

#include <algorithm>
#include <cmath>

#include <descry/sketches/minhash.h>

namespace descry {

namespace {

// The keys of each sketch's bands, one sketch after the other.
class Bands {
  public:
    template <typename Value>
    Bands(std::span<const Value> sketches, std::size_t values, const LshShape& shape)
        : bands_(shape.bands) {
        for (std::size_t i = 0; i + values <= sketches.size(); i += values) {
            const auto keys = lsh_keys(sketches.subspan(i, values), shape);
            keys_.insert(keys_.end(), keys.begin(), keys.end());
        }
    }

    // Calls visit(i, j), i < j, once for each two sketches that share a band.
    template <typename Visit>
    void for_each_pair(const Visit& visit) const {
        std::vector<LshEntry> entries(keys_.size() / bands_);
        for (std::size_t band = 0; band < bands_; ++band) {
            for (std::uint32_t i = 0; i < entries.size(); ++i)
                entries[i] = {keys_[i * bands_ + band], i};
            std::sort(entries.begin(), entries.end());
            for (std::size_t begin = 0, end = 0; begin < entries.size(); begin = end) {
                while (end < entries.size() && entries[end].key == entries[begin].key)
                    ++end;
                for (std::size_t i = begin; i < end; ++i) {
                    for (std::size_t j = i + 1; j < end; ++j) {
                        if (!share_earlier(entries[i].document, entries[j].document, band)) {
                            visit(entries[i].document, entries[j].document);
                        }
                    }
                }
            }
        }
    }

  private:
    bool share_earlier(std::size_t i, std::size_t j, std::size_t band) const {
        const auto* first = &keys_[i * bands_];
        const auto* second = &keys_[j * bands_];
        for (std::size_t b = 0; b < band; ++b) {
            if (first[b] == second[b]) return true;
        }
        return false;
    }

    std::size_t bands_;
    std::vector<std::uint64_t> keys_;
};

template <typename Value>
std::vector<SimilarClass> find_similar(std::span<const Value> sketches, std::size_t values,
                                       double threshold) {
    // 0.8 of 200 values is 160, whatever its last bit says.
    const double least = std::ceil(threshold * static_cast<double>(values) - 1e-9);
    const auto disagreeing = values - static_cast<std::size_t>(least);
    std::vector<SimilarClass> similar;
    Bands(sketches, values, complete_shape(values, disagreeing))
        .for_each_pair([&](std::uint32_t first, std::uint32_t second) {
            const double agreeing =
                estimated_resemblance(sketches.subspan(first * values, values),
                                      sketches.subspan(second * values, values));
            if (std::round(agreeing * static_cast<double>(values)) >= least) {
                similar.push_back({first, second, static_cast<float>(agreeing)});
            }
        });
    return similar;
}

}  // namespace

LshShape complete_shape(std::size_t values, std::size_t disagreeing) {
    const std::size_t rows = std::max<std::size_t>(values / (disagreeing + 1), 1);
    return {static_cast<unsigned>(values / rows), static_cast<unsigned>(rows)};
}

std::vector<SimilarClass> similar_sketches(std::span<const std::uint32_t> sketches,
                                           std::size_t values, double threshold) {
    return find_similar(sketches, values, threshold);
}

std::vector<SimilarClass> similar_sketches(std::span<const std::uint64_t> sketches,
                                           std::size_t values, double threshold) {
    return find_similar(sketches, values, threshold);
}

}  // namespace descry
