#include "tools/lab/sets/lsh.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include <descry/sketches/minhash.h>

#include "tests/engine/random_seed.h"
#include "tests/engine/random_sets.h"

namespace descry {
namespace {

using testing::Overlap;

// The numbers of Barashev, Big Data 2013, lecture 9.
TEST(LshProbability, TheNumbersOfBarashevsLecture) {
    EXPECT_NEAR(lsh_probability(0.8, {1, 5}), 0.32768, 5e-6);
    EXPECT_NEAR(lsh_probability(0.8, {20, 5}), 0.99965, 1e-5);
    EXPECT_NEAR(lsh_probability(0.2, {20, 5}), 0.00639, 1e-5);
    EXPECT_NEAR(lsh_probability(0.5, {20, 5}), 0.47006, 1e-5);
    EXPECT_EQ(lsh_probability(0, {20, 5}), 0);
    EXPECT_EQ(lsh_probability(1, {20, 5}), 1);
}

TEST(Lsh, SharesKeysAsTheoryHasIt) {
    DESCRY_RANDOM(generator);
    constexpr unsigned TRIALS = 400;
    const LshShape shape;
    for (const Overlap& overlap :
         {Overlap{0, 40}, Overlap{30, 40}, Overlap{50, 25}, Overlap{80, 10}, Overlap{60, 0}}) {
        unsigned shared = 0;
        for (unsigned i = 0; i < TRIALS; ++i) {
            const MinHasher hasher(128, generator());
            const auto [a, b] = overlap.draw(generator);
            const auto x = lsh_keys(hasher.sign(a), shape);
            const auto y = lsh_keys(hasher.sign(b), shape);
            bool any = false;
            for (std::size_t band = 0; band < x.size(); ++band)
                any = any || x[band] == y[band];
            shared += any ? 1u : 0u;
        }
        const double p = lsh_probability(overlap.jaccard(), shape);
        const double slack = 4 * std::sqrt(p * (1 - p) / TRIALS) + 1e-9;
        EXPECT_NEAR(static_cast<double>(shared) / TRIALS, p, slack + 0.005);
    }
}

// The sets S1 and S4 of the same lecture under three permutations: they agree in rows 1 and 3.
TEST(Lsh, KeysAreThoseOfTheirBand) {
    const std::vector<std::uint32_t> first = {'d', 'd', 'a'};
    const std::vector<std::uint32_t> fourth = {'d', 'c', 'a'};
    const auto a = lsh_keys(first, {3, 1});
    const auto b = lsh_keys(fourth, {3, 1});
    EXPECT_EQ(a[0], b[0]);
    EXPECT_NE(a[1], b[1]);
    EXPECT_EQ(a[2], b[2]);
    EXPECT_NE(lsh_keys(first, {1, 3}), lsh_keys(fourth, {1, 3}));
    // The same value in another band is another key.
    EXPECT_NE(a[0], a[1]);
}

TEST(Lsh, Probability) {
    const LshShape shape{20, 5};
    // The table of the usual textbook (Leskovec, Rajaraman, Ullman, section 3.4.2).
    EXPECT_NEAR(lsh_probability(0.2, shape), 0.006, 5e-4);
    EXPECT_NEAR(lsh_probability(0.4, shape), 0.186, 5e-4);
    EXPECT_NEAR(lsh_probability(0.6, shape), 0.802, 5e-4);
    EXPECT_NEAR(lsh_probability(0.8, shape), 0.9996, 5e-5);
    EXPECT_EQ(lsh_probability(0, shape), 0);
    EXPECT_EQ(lsh_probability(1, shape), 1);
}

TEST(LshShape, IsChosenForAThresholdAndARecall) {
    for (const unsigned permutations : {16u, 17u, 128u, 256u}) {
        for (const double resemblance : {0.5, 0.7, 0.8, 0.9}) {
            for (const double recall : {0.5, 0.9, 0.99}) {
                const LshShape shape = choose_lsh_shape(permutations, resemblance, recall);
                EXPECT_LE(shape.bands * shape.rows, permutations);
                EXPECT_GE(lsh_probability(resemblance, shape), recall);
                // No other shape that reaches the recall has less below the threshold.
                const auto area = [&](const LshShape& one) {
                    double sum = 0;
                    for (unsigned i = 0; i < 200; ++i)
                        sum += lsh_probability(resemblance * (i + 0.5) / 200, one);
                    return sum;
                };
                const double least = area(shape);
                for (unsigned rows = 1; rows <= permutations; ++rows) {
                    for (unsigned bands = 1; bands * rows <= permutations; ++bands) {
                        if (lsh_probability(resemblance, {bands, rows}) < recall) continue;
                        // The areas are sums of steps: equal ones differ a little.
                        EXPECT_GE(area({bands, rows}), 0.999 * least) << bands << " " << rows;
                        break;
                    }
                }
            }
        }
    }
    EXPECT_EQ(choose_lsh_shape(1, 0.5, 0.4), (LshShape{1, 1}));
}

TEST(LshShape, Refused) {
    EXPECT_THROW(choose_lsh_shape(0, 0.5, 0.9), std::invalid_argument);
    for (const double wrong : {0.0, 1.0, -1.0, 2.0}) {
        EXPECT_THROW(choose_lsh_shape(128, wrong, 0.9), std::invalid_argument);
        EXPECT_THROW(choose_lsh_shape(128, 0.5, wrong), std::invalid_argument);
    }
    EXPECT_THROW(choose_lsh_shape(2, 0.1, 0.9), std::domain_error);
    const std::vector<std::uint32_t> signature(10);
    EXPECT_EQ(lsh_keys(signature, {3, 3}).size(), 3u);
    EXPECT_THROW(lsh_keys(signature, {4, 3}), std::invalid_argument);
    EXPECT_THROW(lsh_keys(signature, {1, 11}), std::invalid_argument);
    EXPECT_THROW(lsh_keys(signature, {0, 3}), std::invalid_argument);
    EXPECT_THROW(lsh_keys(signature, {3, 0}), std::invalid_argument);
}

TEST(LshKeys, OfEitherWidthAreTheSame) {
    EXPECT_EQ(lsh_keys(std::vector<std::uint32_t>{1, 2, 3, 4}, {2, 2}),
              lsh_keys(std::vector<std::uint64_t>{1, 2, 3, 4}, {2, 2}));
}

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

Pairs pairs_of(LshBuckets& buckets, std::size_t bound = LshBuckets::DEFAULT_BOUND,
               std::uint64_t* left_out = nullptr) {
    Pairs pairs;
    std::pair<std::uint32_t, std::uint32_t> last{0, 0};
    const std::uint64_t count = buckets.for_each_pair(
        [&](std::uint32_t first, std::uint32_t second) {
            EXPECT_LT(first, second);
            EXPECT_TRUE(pairs.empty() || last < std::pair(first, second));
            last = {first, second};
            pairs.insert(last);
        },
        bound);
    if (left_out != nullptr) *left_out = count;
    return pairs;
}

TEST(LshBuckets, PairsThatShareAKey) {
    DESCRY_RANDOM(generator);
    for (unsigned round = 0; round < 100; ++round) {
        LshBuckets buckets;
        std::map<std::uint32_t, std::set<std::uint64_t>> keys;
        for (std::uint32_t document = 0; document < 20; ++document) {
            std::vector<std::uint64_t> own(generator() % 5);
            for (auto& key : own)
                key = generator() % 12;
            buckets.add(document, own);
            keys[document].insert(own.begin(), own.end());
        }
        Pairs expected;
        for (std::uint32_t i = 0; i < 20; ++i) {
            for (std::uint32_t j = i + 1; j < 20; ++j) {
                if (std::any_of(keys[i].begin(), keys[i].end(),
                                [&](std::uint64_t key) { return keys[j].contains(key); }))
                    expected.insert({i, j});
            }
        }
        std::uint64_t left_out = 1;
        ASSERT_EQ(pairs_of(buckets, 100, &left_out), expected);
        ASSERT_EQ(left_out, 0u);
        for (std::uint32_t i = 0; i < 20; ++i) {
            const std::vector<std::uint64_t> own(keys[i].begin(), keys[i].end());
            std::vector<std::uint32_t> found;
            for (std::uint32_t j = 0; j < 20; ++j)
                if (j == i ? !own.empty() : expected.contains({std::min(i, j), std::max(i, j)}))
                    found.push_back(j);
            ASSERT_EQ(buckets.find(own), found);
        }
    }
}

TEST(LshBuckets, ABoundLosesNoMember) {
    for (const std::size_t bound : {1u, 2u, 7u, 100u}) {
        for (const std::uint32_t size : {2u, 7u, 8u, 9u, 200u}) {
            LshBuckets buckets;
            const std::vector<std::uint64_t> key = {42};
            for (std::uint32_t document = size; document-- > 0;)
                buckets.add(document, key);
            std::uint64_t left_out = 0;
            const Pairs pairs = pairs_of(buckets, bound, &left_out);
            EXPECT_EQ(pairs.size() + left_out, std::uint64_t{size} * (size - 1) / 2);
            EXPECT_LE(pairs.size(), bound * size);
            // Any two are partners, or have the first one as partner both.
            for (std::uint32_t i = 1; i < size; ++i)
                EXPECT_TRUE(pairs.contains({0, i}));
        }
    }
    EXPECT_THROW(LshBuckets().for_each_pair([](std::uint32_t, std::uint32_t) {}, 0),
                 std::invalid_argument);
}

TEST(LshBuckets, MoreCanBeAddedAfterwards) {
    LshBuckets buckets;
    const std::vector<std::uint64_t> key = {1};
    buckets.add(5, key);
    EXPECT_TRUE(pairs_of(buckets).empty());
    buckets.add(3, key);
    EXPECT_EQ(pairs_of(buckets), (Pairs{{3, 5}}));
    EXPECT_EQ(buckets.find(key), (std::vector<std::uint32_t>{3, 5}));
    EXPECT_TRUE(buckets.find({}).empty());
}

}  // namespace
}  // namespace descry
