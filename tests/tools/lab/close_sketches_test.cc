#include "tools/lab/sets/close_sketches.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "tests/cpu_targets.h"
#include "tests/engine/random_seed.h"

namespace descry {
namespace {

using Sketch = std::vector<std::uint64_t>;

bool precedes(const ClosePair& a, const ClosePair& b) {
    return std::tuple(a.first, a.second) < std::tuple(b.first, b.second);
}

std::vector<ClosePair> found(const CloseSketches& sketches, unsigned max_distance) {
    std::vector<ClosePair> pairs;
    sketches.for_each_pair(max_distance, [&](const ClosePair& pair) { pairs.push_back(pair); });
    std::sort(pairs.begin(), pairs.end(), precedes);
    return pairs;
}

std::vector<ClosePair> compared(const std::vector<Sketch>& sketches, unsigned max_distance) {
    std::vector<ClosePair> pairs;
    for (std::uint32_t i = 0; i < sketches.size(); ++i) {
        for (std::uint32_t j = i + 1; j < sketches.size(); ++j) {
            unsigned distance = 0;
            for (std::size_t w = 0; w < sketches[i].size(); ++w)
                distance += static_cast<unsigned>(std::popcount(sketches[i][w] ^ sketches[j][w]));
            if (distance <= max_distance) pairs.push_back({i, j, distance});
        }
    }
    return pairs;
}

// Sketches near each other and far, in every number around whole blocks, on every target.
TEST(CloseSketches, EqualComparingAllWithAll) {
    DESCRY_RANDOM(generator);
    testing::for_each_target([&] {
        for (const std::size_t words : {1u, 2u, 3u, 8u}) {
            for (std::size_t size = 0; size < 40; size += 1 + generator() % 3) {
                std::vector<Sketch> sketches;
                CloseSketches collection(words);
                for (std::size_t i = 0; i < size; ++i) {
                    Sketch sketch(words);
                    for (auto& word : sketch)
                        word = generator();
                    if (i > 0 && generator() % 2 == 0) {
                        sketch = sketches[generator() % i];
                        for (unsigned flip = 0; flip < generator() % 6; ++flip)
                            sketch[generator() % words] ^= std::uint64_t{1} << generator() % 64;
                    }
                    sketches.push_back(sketch);
                    collection.add(sketch);
                }
                for (const unsigned limit : {0u, 3u, 40u, 1000u})
                    ASSERT_EQ(found(collection, limit), compared(sketches, limit))
                        << words << " words, " << size << " sketches, " << limit;
            }
        }
    });
}

// More than one tile of columns.
TEST(CloseSketches, ManySketches) {
    DESCRY_RANDOM(generator);
    std::vector<Sketch> sketches(9001, Sketch(1));
    for (auto& sketch : sketches)
        sketch[0] = generator();
    for (unsigned i = 0; i < 50; ++i)
        sketches[generator() % 9001] = sketches[generator() % 9001];
    CloseSketches collection(1);
    for (const auto& sketch : sketches)
        collection.add(sketch);
    EXPECT_EQ(found(collection, 9), compared(sketches, 9));
}

TEST(CloseSketches, Rejected) {
    EXPECT_THROW(CloseSketches(0), std::invalid_argument);
    CloseSketches sketches(2);
    EXPECT_THROW(sketches.add(Sketch(1)), std::invalid_argument);
    EXPECT_EQ(sketches.size(), 0u);
}

}  // namespace
}  // namespace descry
