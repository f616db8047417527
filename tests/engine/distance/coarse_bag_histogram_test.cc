#include "engine/distance/coarse_bag_histogram.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine/random_seed.h"
#include "tests/volume.h"

namespace descry {
namespace {

// Of some words, of a small vocabulary or of all, once or a thousand times.
BagHistogram random_sketch(std::mt19937_64& random) {
    BagHistogramBuilder sketcher;
    const std::uint64_t vocabulary = random() % 2 == 0 ? 500 : ~std::uint64_t{0};
    const std::uint64_t times = random() % 10 == 0 ? 1'000'000 : 5;
    for (std::uint64_t words = 1 + random() % 300; words > 0; --words) {
        const std::uint64_t word = random() % vocabulary * 0x9e3779b97f4a7c15;
        sketcher.add(word, static_cast<std::uint32_t>(1 + random() % times), 1 + word % 12);
    }
    return sketcher.histogram();
}

TEST(CoarseBagHistogram, NeverTellsMoreThanTheSketches) {
    DESCRY_RANDOM(random);
    std::size_t by_sketches = 0;
    std::size_t by_outlines = 0;
    for (int round = 0; round < testing::scaled(50000); ++round) {
        const BagHistogram a = random_sketch(random);
        const BagHistogram b = random_sketch(random);
        const DistanceMillionths least = CoarseHistogramDistance(a).least(CoarseBagHistogram(b));
        ASSERT_LE(least, bag_distance_lower_bound(a, b)) << "round " << round;
        ASSERT_EQ(CoarseHistogramDistance(a).least(CoarseBagHistogram(a)), 0u);
        by_sketches += bag_distance_lower_bound(a, b) > 150'000;
        by_outlines += least > 150'000;
    }
    EXPECT_GT(by_outlines, testing::scaled(10000u));
    EXPECT_GT(by_outlines, by_sketches * 9 / 10);
}

TEST(CoarseBagHistogram, IsReadAsItIsStored) {
    DESCRY_RANDOM(random);
    for (int round = 0; round < 1000; ++round) {
        const CoarseBagHistogram coarse_histogram(random_sketch(random));
        EXPECT_TRUE(coarse_histogram.is_known());
        std::string stored;
        coarse_histogram.append_to(stored);
        ASSERT_EQ(stored.size(), CoarseBagHistogram::BYTES);
        ASSERT_EQ(CoarseBagHistogram::read(stored), coarse_histogram);
    }
}

// Whatever stands in a record.
TEST(CoarseBagHistogram, OfAnyBytes) {
    DESCRY_RANDOM(random);
    for (int round = 0; round < 1000; ++round) {
        std::string bytes;
        while (bytes.size() < CoarseBagHistogram::BYTES)
            bytes += static_cast<char>(random());
        const CoarseBagHistogram coarse_histogram = CoarseBagHistogram::read(bytes);
        EXPECT_LE(CoarseHistogramDistance(random_sketch(random)).least(coarse_histogram),
                  WHOLE_DISTANCE);
        std::string stored;
        coarse_histogram.append_to(stored);
        EXPECT_EQ(stored, bytes);
    }
}

TEST(CoarseBagHistogram, OfNoSketch) {
    BagHistogramBuilder large;
    large.add(1, 1u << 30, 1);
    BagHistogramBuilder some;
    some.add(1, 5, 5);
    for (const BagHistogram& none :
         {BagHistogram(), large.histogram(), BagHistogramBuilder().histogram()}) {
        EXPECT_FALSE(CoarseBagHistogram(none).is_known());
        EXPECT_EQ(CoarseHistogramDistance(some.histogram()).least(CoarseBagHistogram(none)), 0u);
    }
    EXPECT_EQ(CoarseHistogramDistance(BagHistogram()).least(CoarseBagHistogram(some.histogram())),
              0u);
    EXPECT_EQ(
        CoarseHistogramDistance(large.histogram()).least(CoarseBagHistogram(some.histogram())), 0u);
}

// 616 characters: 510 of the last class in units of 2, 3 of the first rounded up to 4. The greatest
// is 207 of 250 shares, rounded up, its unit 616 * 207 / 250 / 15 = 35 characters, rounded up.
TEST(CoarseBagHistogram, Bytes) {
    BagHistogramBuilder sketcher;
    sketcher.add(~std::uint64_t{0}, 102, 5);
    sketcher.add(0, 1, 3);
    std::string stored;
    CoarseBagHistogram(sketcher.histogram()).append_to(stored);
    std::string expected("\x02\x68\xcf\x01", 4);
    expected += std::string(11, '\0') + '\xf0';
    EXPECT_EQ(stored, expected);
    // 2^31 - 1 characters, rounded down to 4095 * 2^19.
    BagHistogramBuilder largest;
    largest.add(1, 0x7fffffff, 0);
    stored.clear();
    CoarseBagHistogram(largest.histogram()).append_to(stored);
    EXPECT_EQ(stored, std::string("\xa7\xff", 2) + std::string(14, '\0'));
}

}  // namespace
}  // namespace descry
