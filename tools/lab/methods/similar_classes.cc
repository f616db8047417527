#include "tools/lab/methods/similar_classes.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include <descry/hashing/hash.h>
#include <descry/sketches/minhash.h>

namespace descry {

namespace {

std::tuple<std::uint32_t, std::uint32_t> classes_of(const SimilarClass& pair) {
    return {pair.first, pair.second};
}

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
    // 0.8 of 200 values is 160, regardless of rounding.
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

bool SketchClasses::add(Xapian::docid document, std::string_view sketch) {
    const auto [found, is_new] =
        numbers_.try_emplace(hash64(sketch), static_cast<std::uint32_t>(members_.size()));
    if (is_new) members_.emplace_back();
    members_[found->second].push_back(document);
    if (class_of_.size() <= document) class_of_.resize(document + std::size_t{1}, NONE);
    class_of_[document] = found->second;
    return is_new;
}

SimilarPairs::SimilarPairs(SketchClasses classes, std::vector<SimilarClass> similar)
    : classes_(std::move(classes)), similar_(std::move(similar)) {
    std::ranges::sort(similar_, {}, classes_of);
    pair_ends_.reserve(classes_.size() + similar_.size());
    std::uint64_t pairs = 0;
    for (std::uint32_t i = 0; i < classes_.size(); ++i)
        pair_ends_.push_back(pairs += pairs_among(classes_.members(i).size()));
    for (const SimilarClass& pair : similar_) {
        pairs += std::uint64_t{classes_.members(pair.first).size()} *
                 classes_.members(pair.second).size();
        pair_ends_.push_back(pairs);
    }
}

double SimilarPairs::similarity(const DocumentPair& pair) const {
    const std::uint32_t a = classes_.class_of(pair.a);
    const std::uint32_t b = classes_.class_of(pair.b);
    if (a == SketchClasses::NONE || b == SketchClasses::NONE) return 0;
    if (a == b) return 1;
    const std::tuple wanted(std::min(a, b), std::max(a, b));
    const auto found = std::ranges::lower_bound(similar_, wanted, {}, classes_of);
    return found != similar_.end() && classes_of(*found) == wanted ? double{found->similarity} : 0;
}

DocumentPair SimilarPairs::pair_at(std::uint64_t number) const {
    const auto found = std::upper_bound(pair_ends_.begin(), pair_ends_.end(), number);
    const auto part = static_cast<std::size_t>(found - pair_ends_.begin());
    if (part > 0) number -= pair_ends_[part - 1];
    if (part < classes_.size()) {
        const auto& members = classes_.members(static_cast<std::uint32_t>(part));
        const auto [i, j] = numbered_pair(number);
        return pair_of(members[i], members[j]);
    }
    const SimilarClass& pair = similar_[part - classes_.size()];
    const auto& seconds = classes_.members(pair.second);
    return pair_of(classes_.members(pair.first)[number / seconds.size()],
                   seconds[number % seconds.size()]);
}

std::vector<DocumentPair> SimilarPairs::sample(std::size_t n, std::uint64_t seed) const {
    std::vector<DocumentPair> drawn;
    for (const std::uint64_t number : draw_numbers(count(), n, seed))
        drawn.push_back(pair_at(number));
    std::sort(drawn.begin(), drawn.end());
    return drawn;
}

}  // namespace descry
