#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>

#include <descry/minhash.h>

namespace descry {

std::vector<std::uint64_t> word_shingles(std::span<const std::uint64_t> words, unsigned width) {
    if (width == 0) throw std::invalid_argument("word_shingles: a shingle has at least one word");
    std::vector<std::uint64_t> shingles;
    if (words.empty()) return shingles;
    const std::size_t taken = std::min<std::size_t>(width, words.size());
    shingles.reserve(words.size() - taken + 1);
    for (std::size_t i = 0; i + taken <= words.size(); ++i)
        shingles.push_back(hash64_list(words.subspan(i, taken)));
    return shingles;
}

MinHasher::MinHasher(unsigned permutations, std::uint64_t seed) {
    if (permutations == 0) throw std::invalid_argument("MinHasher: no permutations");
    for (std::uint64_t i = 0; i < permutations; ++i) {
        factors_.push_back(hash64_list(std::array{2 * i}, seed));
        summands_.push_back(hash64_list(std::array{2 * i + 1}, seed));
    }
}

std::vector<std::uint32_t> MinHasher::sign(std::span<const std::uint64_t> elements) const {
    if (elements.empty()) throw std::invalid_argument("MinHasher: an empty set has no MinHash");
    std::vector<std::uint32_t> least(factors_.size(), std::numeric_limits<std::uint32_t>::max());
    for (const std::uint64_t element : elements) {
        const std::uint64_t x = element & 0xffffffff;
        for (std::size_t i = 0; i < least.size(); ++i) {
            const auto value = static_cast<std::uint32_t>((factors_[i] * x + summands_[i]) >> 32);
            least[i] = std::min(least[i], value);
        }
    }
    return least;
}

double estimated_resemblance(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
    if (a.size() != b.size() || a.empty()) {
        throw std::invalid_argument("estimated_resemblance: signatures of different lengths");
    }
    std::size_t equal = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        equal += a[i] == b[i] ? 1u : 0u;
    return static_cast<double>(equal) / static_cast<double>(a.size());
}

}  // namespace descry
