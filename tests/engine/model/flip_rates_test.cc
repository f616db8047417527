#include "engine/model/flip_rates.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine/random_seed.h"

namespace descry {
namespace {

constexpr std::uint32_t LARGEST = std::numeric_limits<std::uint32_t>::max();

__extension__ using Wide = unsigned __int128;

bool is_above_exactly(std::uint32_t wdf, std::uint32_t threshold, std::uint32_t length) {
    return (Wide{wdf} << 32) > Wide{threshold} * length;
}

TEST(IsAbove, IsExact) {
    DESCRY_RANDOM(random);
    const std::vector<std::uint32_t> edges = {0,        1,        2,           30,
                                              1u << 16, 1u << 31, LARGEST - 1, LARGEST};
    for (const std::uint32_t wdf : edges) {
        for (const std::uint32_t threshold : edges) {
            for (const std::uint32_t length : edges) {
                ASSERT_EQ(is_above(wdf, threshold, length),
                          is_above_exactly(wdf, threshold, length))
                    << wdf << ' ' << threshold << ' ' << length;
            }
        }
    }
    for (int i = 0; i < 100000; ++i) {
        const auto length = static_cast<std::uint32_t>(1 + (random() >> (32 + random() % 32)));
        const auto wdf = static_cast<std::uint32_t>(random() % length);
        // Around the threshold that the word meets exactly, where rounding would show.
        const auto at = static_cast<std::uint32_t>((Wide{wdf} << 32) / length);
        for (const std::uint32_t threshold :
             {at - 1, at, at + 1, static_cast<std::uint32_t>(random())}) {
            ASSERT_EQ(is_above(wdf, threshold, length), is_above_exactly(wdf, threshold, length))
                << wdf << ' ' << threshold << ' ' << length;
        }
    }
}

TEST(IsAbove, EqualIsNotAbove) {
    EXPECT_FALSE(is_above(1, 1u << 30, 4));  // 1/4 against 1/4
    EXPECT_TRUE(is_above(1, (1u << 30) - 1, 4));
    EXPECT_FALSE(is_above(0, 0, 10));
    EXPECT_TRUE(is_above(1, 0, LARGEST));
    EXPECT_TRUE(is_above(10, LARGEST, 10));  // all of the document: no threshold is 1
}

// The definition (RECIPE, step 2), summed out.
long double binomial(unsigned n, unsigned k, long double stays) {
    long double p = 1;
    for (unsigned i = 0; i < k; ++i)
        p *= stays * static_cast<long double>(n - i) / static_cast<long double>(i + 1);
    for (unsigned i = k; i < n; ++i)
        p *= 1 - stays;
    return p;
}

long double poisson(unsigned k, long double mean) {
    long double p = std::exp(-mean);
    for (unsigned i = 1; i <= k; ++i)
        p *= mean / static_cast<long double>(i);
    return p;
}

long double flip_oracle(double e, unsigned c, double length, double rate, std::uint32_t threshold) {
    const double limit = std::ldexp(static_cast<double>(threshold), -32) * length;
    long double sum = 0;
    for (const double sign : {-1.0, 1.0}) {
        const double top = std::floor(limit * (1 + sign * e / 2) + 1e-9);
        long double at_most = 0;
        for (unsigned k = 0; k <= c && k <= top; ++k) {
            for (unsigned t = 0; k + t <= top; ++t)
                at_most += binomial(c, k, 1 - e) * poisson(t, e * length * rate);
        }
        sum += c > limit ? at_most : 1 - at_most;
    }
    return sum / 2;
}

std::uint32_t threshold_for(double occurrences, double length) {
    return static_cast<std::uint32_t>(std::min(std::ldexp(occurrences / length, 32), 4294967295.0));
}

TEST(ModelledFlips, AreTheSumOfTheDistributions) {
    DESCRY_RANDOM(random);
    std::uniform_real_distribution<double> unit(0, 1);
    for (const double e : {0.001, 0.03, 0.2, 0.9}) {
        const ModelledFlips flips(e);
        for (int i = 0; i < 300; ++i) {
            const auto c = static_cast<unsigned>(random() % 65);
            const double length = std::max(1.0, c + 2000 * unit(random));
            const double rate = std::pow(10.0, -1 - 5 * unit(random));
            // The sums go up to 64 occurrences on either side of the threshold.
            const double limit =
                i % 5 == 0 ? 0 : std::min(64 / (1 + e / 2), (c + 4) * unit(random));
            const std::uint32_t threshold = threshold_for(limit, length);
            const double got = flips.flip_probability(c, length, rate, threshold);
            ASSERT_NEAR(got, static_cast<double>(flip_oracle(e, c, length, rate, threshold)), 1e-10)
                << "e " << e << " c " << c << " L " << length << " pi " << rate << " T " << limit;
        }
    }
}

TEST(ModelledFlips, KnownValues) {
    const ModelledFlips flips(0.03);
    // A word that never arrives anew, at presence: flips when all its occurrences disappear.
    EXPECT_NEAR(flips.flip_probability(1, 100, 0, 0), 0.03, 1e-15);
    EXPECT_NEAR(flips.flip_probability(2, 100, 0, 0), 0.0009, 1e-15);
    EXPECT_EQ(flips.flip_probability(0, 100, 0, 0), 0);
    // An absent word arrives as Poisson(e L pi).
    EXPECT_NEAR(flips.flip_probability(0, 1000, 0.01, 0), 1 - std::exp(-0.3), 1e-15);
    // Ten in 30 at a threshold of exactly 0.3 * 30 occurrences that floating point makes 8.999...
    EXPECT_NEAR(flips.flip_probability(10, 30, 0, threshold_for(9, 30)),
                static_cast<double>(flip_oracle(0.03, 10, 30, 0, threshold_for(9, 30))), 1e-12);
}

TEST(ModelledFlips, StayProbabilitiesBeyondTheExactSums) {
    DESCRY_RANDOM(random);
    std::uniform_real_distribution<double> unit(0, 1);
    for (int i = 0; i < 20000; ++i) {
        const ModelledFlips flips(0.0001 + 0.99 * unit(random));
        const double c = std::floor(std::pow(10.0, 6 * unit(random))) - 1;
        const double length = std::max(1.0, c * (1 + 100 * unit(random)));
        const double p = flips.flip_probability(c, length, unit(random) * unit(random),
                                                static_cast<std::uint32_t>(random()));
        ASSERT_GE(p, 0);
        ASSERT_LE(p, 1);
    }
    // Nothing lost, nothing arriving, no variance: no flip, and no division by zero.
    EXPECT_EQ(ModelledFlips().flip_probability(0, 1e6, 0, threshold_for(1000, 1e6)), 0);
}

TEST(ModelledFlips, FallWithTheDistanceFromTheThreshold) {
    const ModelledFlips flips;
    const double length = 500;
    const std::uint32_t threshold = threshold_for(7.5, length);
    for (unsigned c = 8; c < 40; ++c) {
        EXPECT_LE(flips.flip_probability(c + 1, length, 0.002, threshold),
                  flips.flip_probability(c, length, 0.002, threshold));
    }
    for (unsigned c = 0; c < 7; ++c) {
        EXPECT_LE(flips.flip_probability(c, length, 0.002, threshold),
                  flips.flip_probability(c + 1, length, 0.002, threshold));
        // The commoner the word, the more of it arrives.
        EXPECT_LT(flips.flip_probability(c, length, 0.002, threshold),
                  flips.flip_probability(c, length, 0.02, threshold));
    }
    EXPECT_LT(ModelledFlips(0.01).flip_probability(9, length, 0.002, threshold),
              ModelledFlips(0.10).flip_probability(9, length, 0.002, threshold));
}

TEST(ModelledFlips, ExpectedFlipsAreTheSumOverDocuments) {
    DESCRY_RANDOM(random);
    const ModelledFlips flips;
    for (int round = 0; round < 20; ++round) {
        CollectionStatistics collection;
        HistogramBuilder builder;
        for (int i = 0; i < 800; ++i) {
            const auto length = static_cast<std::uint32_t>(30 + random() % 3000);
            collection.add(length);
            if (random() % 3 == 0) {
                const auto wdf = static_cast<std::uint32_t>(1 + random() % (1 + length / 10));
                builder.add(wdf, length_class(length));
            }
        }
        const TermHistogram histogram = builder.finish();
        std::vector<std::uint32_t> thresholds = {0};
        for (int i = 0; i < 6; ++i)
            thresholds.push_back(static_cast<std::uint32_t>(random() >> (35 + random() % 10)));

        std::vector<std::uint64_t> without(collection.by_length.begin(),
                                           collection.by_length.end());
        for (const auto& [cell, documents] : histogram.cells())
            without[cell % LENGTH_CLASSES] -= documents;
        const double rate = histogram.occurrences() / static_cast<double>(collection.occurrences);
        const std::vector<double> got = flips.expected_flips(histogram, collection, thresholds);
        ASSERT_EQ(got.size(), thresholds.size());
        for (std::size_t i = 0; i < thresholds.size(); ++i) {
            double expected = 0;
            for (unsigned l = 0; l < LENGTH_CLASSES; ++l) {
                if (without[l] == 0) continue;
                expected += static_cast<double>(without[l]) *
                            flips.flip_probability(0, length_of_class(l), rate, thresholds[i]);
            }
            for (const auto& [cell, documents] : histogram.cells()) {
                expected +=
                    documents * flips.flip_probability(wdf_of_class(cell / LENGTH_CLASSES),
                                                       length_of_class(cell % LENGTH_CLASSES), rate,
                                                       thresholds[i]);
            }
            ASSERT_NEAR(got[i], expected, 1e-9 * (1 + expected));
        }
    }
}

TEST(ModelledFlips, RefusesAChangeOfNothingOrEverything) {
    for (const double e : {0.0, 1.0, -0.1, 2.0, std::nan("")})
        EXPECT_THROW(ModelledFlips{e}, std::domain_error) << e;
    EXPECT_NO_THROW(ModelledFlips{1e-9});
}

}  // namespace
}  // namespace descry
