// Which sketches are alike, and the pairs of documents behind them, against comparing all.
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine/random_seed.h"
#include "tools/lab/methods/similar_classes.h"

namespace descry {
namespace {

using Sketch = std::vector<std::uint32_t>;

std::string_view bytes_of(const Sketch& sketch) {
    return {reinterpret_cast<const char*>(sketch.data()), sketch.size() * sizeof(sketch[0])};
}

double agreeing(const Sketch& a, const Sketch& b) {
    std::size_t equal = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        equal += a[i] == b[i] ? 1u : 0u;
    return static_cast<double>(equal) / static_cast<double>(a.size());
}

// Few sketches, each copied and changed in some values, by docid. Some documents have none.
std::map<Xapian::docid, Sketch> random_sketches(std::mt19937_64& random, std::size_t values) {
    std::vector<Sketch> originals(5, Sketch(values));
    for (Sketch& original : originals) {
        for (std::uint32_t& value : original)
            value = static_cast<std::uint32_t>(random() % 1000);
    }
    std::map<Xapian::docid, Sketch> sketches;
    for (Xapian::docid document = 1; document <= 60; ++document) {
        if (random() % 5 == 0) continue;
        Sketch sketch = originals[random() % originals.size()];
        const std::size_t changes = random() % 3 == 0 ? 0 : random() % (values / 2);
        for (std::size_t i = 0; i < changes; ++i)
            sketch[random() % values] = static_cast<std::uint32_t>(random() % 1000);
        sketches[document] = sketch;
    }
    return sketches;
}

TEST(SimilarSketches, AreThoseOfComparingAll) {
    const std::uint64_t seed = testing::random_seed();
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    for (int round = 0; round < 50; ++round) {
        const std::size_t values = 20 + random() % 100;
        const double threshold = static_cast<double>(50 + random() % 51) / 100;
        const auto sketches = random_sketches(random, values);
        SketchClasses classes;
        Sketch different;
        for (const auto& [document, sketch] : sketches) {
            if (classes.add(document, bytes_of(sketch))) {
                different.insert(different.end(), sketch.begin(), sketch.end());
            }
        }
        auto similar =
            similar_sketches(std::span<const std::uint32_t>(different), values, threshold);
        const SimilarPairs pairs(std::move(classes), std::move(similar));

        std::vector<DocumentPair> expected;
        for (Xapian::docid a = 1; a <= 61; ++a) {
            for (Xapian::docid b = a + 1; b <= 61; ++b) {
                double wanted = 0;
                if (sketches.count(a) != 0 && sketches.count(b) != 0) {
                    wanted = agreeing(sketches.at(a), sketches.at(b));
                    if (wanted < threshold - 1e-9) wanted = 0;
                }
                ASSERT_NEAR(pairs.similarity({a, b}), wanted, 1e-6) << a << " and " << b;
                ASSERT_EQ(pairs.contains({a, b}), wanted > 0);
                if (wanted > 0) expected.push_back({a, b});
            }
        }
        ASSERT_EQ(pairs.count(), expected.size());
        ASSERT_EQ(pairs.sample(expected.size(), 1), expected);
        const auto some = pairs.sample(expected.size() / 2, seed);
        ASSERT_EQ(some.size(), expected.size() / 2);
        ASSERT_EQ(std::set<DocumentPair>(some.begin(), some.end()).size(), some.size());
    }
}

TEST(SimilarSketches, BandsMissNothing) {
    // 40 different values of 200 spoil at most 40 bands.
    EXPECT_EQ(complete_shape(200, 40), (LshShape{50, 4}));
    EXPECT_EQ(complete_shape(128, 0), (LshShape{1, 128}));
    EXPECT_EQ(complete_shape(128, 128), (LshShape{128, 1}));
}

TEST(SimilarPairs, OfNothingAreNone) {
    const SimilarPairs pairs({}, {});
    EXPECT_EQ(pairs.count(), 0U);
    EXPECT_TRUE(pairs.sample(3, 1).empty());
    EXPECT_FALSE(pairs.contains({1, 2}));
}

}  // namespace
}  // namespace descry
