#include "tools/lab/gold/suggested_pairs.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_set>

#include "tools/lab/base/sampling.h"

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

std::uint64_t pairs_among(std::uint64_t documents) {
    return documents * (documents - std::min<std::uint64_t>(documents, 1)) / 2;
}

// Index j forms j pairs with earlier ones: the greatest j with j (j - 1) / 2 <= number.
std::pair<std::uint64_t, std::uint64_t> numbered_pair(std::uint64_t number) {
    auto j = static_cast<std::uint64_t>(std::sqrt(2.0 * static_cast<double>(number)));
    while (pairs_among(j + 1) <= number)
        ++j;
    while (j > 1 && pairs_among(j) > number)
        --j;
    j = std::max<std::uint64_t>(j, 1);
    return {number - pairs_among(j), j};
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
