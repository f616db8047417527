#include "evaluation/methods/similar_classes.h"

#include <algorithm>
#include <tuple>

#include <descry/hashing/hash.h>

namespace descry {

namespace {

std::tuple<std::uint32_t, std::uint32_t> classes_of(const SimilarClass& pair) {
    return {pair.first, pair.second};
}

}  // namespace

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
