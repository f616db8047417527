#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/sketches/minhash.h>

#include "tests/engine/random_seed.h"
#include "tests/engine/random_sets.h"

namespace descry {
namespace {

using testing::Elements;
using testing::Overlap;
using testing::random_elements;

// A permutation read from the top: the first element that the set holds.
std::uint32_t first_of(const std::string& permutation, const std::string& set) {
    return static_cast<std::uint32_t>(permutation[permutation.find_first_of(set)]);
}

// The example of Barashev, Big Data 2013, lecture 9: four sets over a..e and three permutations.
class BarashevsExample : public ::testing::Test {
  protected:
    BarashevsExample() {
        for (const auto& set : sets_) {
            signatures_.emplace_back();
            for (const char* permutation : {"bedac", "cebda", "adbec"})
                signatures_.back().push_back(first_of(permutation, set));
        }
    }

    const std::vector<std::string> sets_ = {"ad", "c", "bde", "acd"};
    std::vector<std::vector<std::uint32_t>> signatures_;
};

TEST_F(BarashevsExample, PrintedMatrix) {
    const std::vector<std::string> printed = {"dcbd", "dcec", "acda"};
    for (std::size_t row = 0; row < printed.size(); ++row) {
        for (std::size_t column = 0; column < sets_.size(); ++column) {
            EXPECT_EQ(signatures_[column][row], static_cast<std::uint32_t>(printed[row][column]));
        }
    }
}

TEST_F(BarashevsExample, EstimatedResemblance) {
    EXPECT_DOUBLE_EQ(estimated_resemblance(signatures_[0], signatures_[3]), 2.0 / 3);
    EXPECT_DOUBLE_EQ(estimated_resemblance(signatures_[2], signatures_[3]), 0.0);
}

TEST(MinHash, OrderAndRepeatsDoNotMatter) {
    DESCRY_RANDOM(generator);
    const MinHasher hasher;
    Elements elements = random_elements(generator, 50);
    const auto signature = hasher.sign(elements);
    ASSERT_EQ(signature.size(), MINHASH_PERMUTATIONS);
    elements.insert(elements.end(), elements.begin(), elements.end());
    std::shuffle(elements.begin(), elements.end(), generator);
    EXPECT_EQ(hasher.sign(elements), signature);
    EXPECT_NE(MinHasher(128, 1).sign(elements), signature);
    EXPECT_THROW(hasher.sign({}), std::invalid_argument);
    EXPECT_THROW(MinHasher(0), std::invalid_argument);
}

TEST(MinHash, PinnedValues) {
    // Computed apart, with Python and its xxhash.
    const auto signature = MinHasher(4).sign(Elements{1, 2, 3});
    EXPECT_EQ(signature,
              (std::vector<std::uint32_t>{638190094, 1175693960, 438278978, 3905515805}));
}

class MinHashOf : public ::testing::TestWithParam<Overlap> {};

TEST_P(MinHashOf, EstimatesTheJaccardCoefficient) {
    DESCRY_RANDOM(generator);
    constexpr unsigned TRIALS = 300;
    const double jaccard = GetParam().jaccard();
    double sum = 0;
    for (unsigned i = 0; i < TRIALS; ++i) {
        const MinHasher hasher(128, generator());
        const auto [a, b] = GetParam().draw(generator);
        sum += estimated_resemblance(hasher.sign(a), hasher.sign(b));
    }
    // Theory and four standard deviations of the mean.
    const double slack = 4 * std::sqrt(jaccard * (1 - jaccard) / (128.0 * TRIALS));
    EXPECT_NEAR(sum / TRIALS, jaccard, slack);
}

INSTANTIATE_TEST_SUITE_P(Overlaps, MinHashOf,
                         ::testing::Values(Overlap{0, 40}, Overlap{30, 40}, Overlap{50, 25},
                                           Overlap{80, 10}, Overlap{60, 0}));

}  // namespace
}  // namespace descry
