#include "evaluation/suggested_pairs.h"

#include <algorithm>
#include <numeric>
#include <unordered_set>

#include "evaluation/random_number.h"

namespace descry {

ListedPairs::ListedPairs(std::vector<DocumentPair> pairs) : pairs_(std::move(pairs)) {
    std::sort(pairs_.begin(), pairs_.end());
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
}

bool ListedPairs::contains(const DocumentPair& pair) const {
    return std::binary_search(pairs_.begin(), pairs_.end(), pair);
}

std::vector<DocumentPair> ListedPairs::sample(std::size_t n, std::uint64_t seed) const {
    std::vector<DocumentPair> drawn;
    for (const std::uint64_t i : draw_numbers(pairs_.size(), n, seed))
        drawn.push_back(pairs_[i]);
    return drawn;
}

std::vector<std::uint64_t> draw_numbers(std::uint64_t count, std::size_t n, std::uint64_t seed) {
    std::vector<std::uint64_t> drawn;
    if (count <= n) {
        drawn.resize(count);
        std::iota(drawn.begin(), drawn.end(), 0);
        return drawn;
    }
    std::mt19937_64 generator(seed);
    std::unordered_set<std::uint64_t> seen;
    for (std::uint64_t end = count - n; end < count; ++end) {
        const std::uint64_t number = random_below(generator, end + 1);
        drawn.push_back(seen.insert(number).second ? number : end);
        seen.insert(drawn.back());
    }
    std::sort(drawn.begin(), drawn.end());
    return drawn;
}

}  // namespace descry
