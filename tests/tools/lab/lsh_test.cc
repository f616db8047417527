#include "tools/lab/sets/lsh.h"

#include <algorithm>
#include <cmath>
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

TEST(LshShape, Rejected) {
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

}  // namespace
}  // namespace descry
