#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <descry/hashing/hash.h>

#include "engine/distance/pair_checks.h"
#include "engine/distance/text_words.h"

namespace descry {

namespace {

constexpr std::size_t TRIPLE = 3;

std::vector<std::uint64_t> words_of(std::string_view text) {
    std::vector<std::uint64_t> words;
    for_each_word(text, [&](std::string_view word) {
        if (!word.empty()) words.push_back(hash64(word));
    });
    return words;
}

void sort_unique(std::vector<std::uint64_t>& elements) {
    std::ranges::sort(elements);
    elements.erase(std::ranges::unique(elements).begin(), elements.end());
}

std::vector<std::uint64_t> triples_of(const std::vector<std::uint64_t>& words) {
    std::vector<std::uint64_t> triples;
    for (std::size_t i = 0; i + TRIPLE <= words.size(); ++i)
        triples.push_back(hash64_list(std::array{words[i], words[i + 1], words[i + 2]}));
    return triples;
}

}  // namespace

DistanceMillionths contained_share(std::string_view text, std::string_view other) {
    if (text == other) return WHOLE_DISTANCE;
    std::vector<std::uint64_t> own = words_of(text);
    std::vector<std::uint64_t> others = words_of(other);
    if (own.empty()) return WHOLE_DISTANCE;
    if (own.size() >= TRIPLE) {
        own = triples_of(own);
        others = triples_of(others);
    }
    sort_unique(own);
    sort_unique(others);
    const auto common = static_cast<std::uint64_t>(std::ranges::count_if(
        own, [&](std::uint64_t element) { return std::ranges::binary_search(others, element); }));
    return static_cast<DistanceMillionths>(common * WHOLE_DISTANCE / own.size());
}

}  // namespace descry
