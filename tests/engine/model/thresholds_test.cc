#include "engine/model/thresholds.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "engine/model/flip_rates.h"
#include "tests/engine/random_seed.h"

namespace descry {
namespace {

struct HistogramWorld {
    CollectionStatistics collection;
    TermHistogram histogram;
};

// A word in @a holding of @a documents documents, in one of a few kinds of distribution.
HistogramWorld random_histograms(std::mt19937_64& random, std::size_t documents,
                                 std::size_t holding) {
    HistogramWorld world;
    HistogramBuilder builder;
    const std::size_t kind = random() % 4;
    for (std::size_t i = 0; i < documents; ++i) {
        const auto length =
            static_cast<std::uint32_t>(kind == 0 ? 100 : 30 + random() % (kind == 1 ? 50 : 5000));
        world.collection.add(length);
        if (i >= holding) continue;
        const std::uint64_t most = kind == 0 ? 3 : 1 + length / (random() % 8 == 0 ? 1 : 20);
        builder.add(static_cast<std::uint32_t>(1 + random() % most), length_class(length));
    }
    world.histogram = builder.finish();
    return world;
}

std::vector<std::uint32_t> frequencies_of_documents(const TermHistogram& histogram) {
    std::vector<std::uint32_t> sorted;
    for (const auto& [cell, documents] : histogram.cells())
        sorted.insert(sorted.end(), documents, cell_frequency(cell));
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

// The exact definition (RECIPE), read out over one frequency a document.
std::set<std::uint32_t> candidate_oracle(const HistogramWorld& world,
                                         const ThresholdLimits& limits) {
    std::set<std::uint32_t> found;
    const std::vector<std::uint32_t> sorted = frequencies_of_documents(world.histogram);
    const auto all = static_cast<double>(world.collection.documents);
    const auto df = static_cast<double>(sorted.size());
    if (df < static_cast<double>(limits.min_documents) || df < limits.min_share * all ||
        df > limits.max_share * all) {
        return found;
    }
    if (df <= limits.max_above_share * all) found.insert(0);
    const double lo = std::max(static_cast<double>(limits.min_above), limits.min_share * all);
    const double hi = std::min(0.999 * df, limits.max_above_share * all);
    const unsigned n = limits.candidates;
    for (unsigned k = 0; k < n && lo <= hi && n >= 2; ++k) {
        const double wanted = lo * std::pow(hi / lo, k / (n - 1.0));
        const std::size_t place = sorted.size() - static_cast<std::size_t>(std::floor(wanted));
        if (place == 0) continue;
        const std::uint64_t a = sorted[place - 1];
        const std::uint64_t b = sorted[std::min(place, sorted.size() - 1)];
        const auto middle = static_cast<std::uint32_t>((a + b) / 2);
        const auto above = std::count_if(sorted.begin(), sorted.end(),
                                         [&](std::uint32_t f) { return f > middle; });
        if (static_cast<double>(above) >= lo) found.insert(middle);
    }
    return found;
}

ThresholdLimits random_limits(std::mt19937_64& random) {
    ThresholdLimits limits;
    limits.min_documents = 1 + random() % 10;
    limits.min_above = 1 + random() % limits.min_documents;
    limits.min_share = static_cast<double>(random() % 100) / 2000;
    limits.max_share = static_cast<double>(1 + random() % 100) / 100;
    limits.max_above_share = static_cast<double>(1 + random() % 100) / 100;
    limits.candidates = static_cast<unsigned>(random() % 12);
    return limits;
}

TEST(CandidateThresholds, FollowTheDefinition) {
    DESCRY_RANDOM(random);
    std::size_t tried = 0;
    for (int round = 0; round < 2000; ++round) {
        const std::size_t documents = 1 + random() % 600;
        const HistogramWorld world =
            random_histograms(random, documents, random() % (documents + 1));
        const ThresholdLimits limits = round % 2 == 0 ? ThresholdLimits() : random_limits(random);
        const std::set<std::uint32_t> expected = candidate_oracle(world, limits);
        const std::vector<Threshold> got =
            candidate_thresholds(world.histogram, world.collection, limits);

        std::vector<std::uint32_t> frequencies;
        for (const Threshold& threshold : got)
            frequencies.push_back(threshold.frequency);
        ASSERT_EQ(frequencies, std::vector<std::uint32_t>(expected.begin(), expected.end()))
            << "round " << round;
        const std::vector<std::uint32_t> sorted = frequencies_of_documents(world.histogram);
        for (const Threshold& threshold : got) {
            const auto above = static_cast<std::uint64_t>(
                std::count_if(sorted.begin(), sorted.end(),
                              [&](std::uint32_t f) { return f > threshold.frequency; }));
            ASSERT_EQ(threshold.documents_above, above);
            ASSERT_GE(above, limits.min_above);
            ASSERT_EQ(threshold.flip_rate, Fixed24{});
        }
        tried += got.size();
    }
    EXPECT_GT(tried, 2000u);
}

TEST(CandidateThresholds, PresenceOnlyForWordsThatAreRareEnough) {
    DESCRY_RANDOM(random);
    const HistogramWorld half = random_histograms(random, 1000, 500);
    const HistogramWorld more = random_histograms(random, 1000, 501);
    EXPECT_EQ(candidate_thresholds(half.histogram, half.collection, {}).front().frequency, 0u);
    EXPECT_NE(candidate_thresholds(more.histogram, more.collection, {}).front().frequency, 0u);
}

TEST(ModelledThresholds, AreTheCandidatesWithWhatTheModelExpects) {
    DESCRY_RANDOM(random);
    const ModelledFlips flips;
    std::size_t tried = 0;
    for (int round = 0; round < 200; ++round) {
        const std::size_t documents = 1 + random() % 600;
        const HistogramWorld world =
            random_histograms(random, documents, random() % (documents + 1));
        std::vector<Threshold> expected =
            candidate_thresholds(world.histogram, world.collection, {});
        for (Threshold& threshold : expected) {
            const double lambda =
                flips.expected_flips(world.histogram, world.collection, {{threshold.frequency}})[0];
            threshold.flip_rate =
                Fixed24::from(lambda / static_cast<double>(threshold.documents_above));
        }
        ASSERT_EQ(modelled_thresholds(world.histogram, world.collection, flips, {}), expected);
        tried += expected.size();
    }
    EXPECT_GT(tried, 200u);
}

TEST(LeastFlips, IsTheFirstOfTheSmallest) {
    DESCRY_RANDOM(random);
    for (int round = 0; round < 1000; ++round) {
        std::vector<Threshold> thresholds;
        std::optional<Threshold> expected;
        for (std::uint32_t i = 0, count = static_cast<std::uint32_t>(random() % 9); i < count;
             ++i) {
            thresholds.push_back({i * 1000, 100 - i, {static_cast<std::uint32_t>(random() % 4)}});
            if (!expected || thresholds[i].flip_rate < expected->flip_rate) {
                expected = thresholds[i];
            }
        }
        ASSERT_EQ(least_flips(thresholds), expected);
    }
    EXPECT_EQ(least_flips({}), std::nullopt);
}

TEST(LeastFlips, TakesTheSmallerThresholdOfEquals) {
    DESCRY_RANDOM(random);
    const HistogramWorld world = random_histograms(random, 1000, 400);
    // So small a change that all flip rates round to 0.
    const ModelledFlips hardly_any(1e-13);
    const auto thresholds = modelled_thresholds(world.histogram, world.collection, hardly_any, {});
    ASSERT_GT(thresholds.size(), 1u);
    EXPECT_EQ(least_flips(thresholds), thresholds.front());
}

TEST(IsCandidateWord, Edges) {
    const ThresholdLimits limits;
    EXPECT_FALSE(is_candidate_word(3, 1000, limits));
    EXPECT_TRUE(is_candidate_word(4, 1000, limits));
    EXPECT_TRUE(is_candidate_word(600, 1000, limits));
    EXPECT_FALSE(is_candidate_word(601, 1000, limits));
    // 0.0003 * 100,000 = 30
    EXPECT_FALSE(is_candidate_word(29, 100000, limits));
    EXPECT_TRUE(is_candidate_word(30, 100000, limits));
    EXPECT_FALSE(is_candidate_word(0, 0, limits));
    EXPECT_FALSE(is_candidate_word(4, 4, limits));
    EXPECT_TRUE(modelled_thresholds({}, {}, ModelledFlips(), limits).empty());
}

TEST(Fixed24, RoundsAndSaturates) {
    EXPECT_EQ(Fixed24::from(0).units, 0u);
    EXPECT_EQ(Fixed24::from(1).units, 1u << 24);
    EXPECT_EQ(Fixed24::from(std::ldexp(1.49, -24)).units, 1u);
    EXPECT_EQ(Fixed24::from(std::ldexp(1.51, -24)).units, 2u);
    EXPECT_EQ(Fixed24::from(255).units, 255u << 24);
    EXPECT_EQ(Fixed24::from(1e300), Fixed24::from(255));
    EXPECT_EQ(Fixed24::from(3.25).value(), 3.25);
    EXPECT_LT(Fixed24::from(1), Fixed24::from(1.0000001));
}

}  // namespace
}  // namespace descry
