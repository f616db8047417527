#include "descry/bag_outline.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "random_seed.h"
#include "tests/volume.h"

namespace descry {
namespace {

// Of some words, of a small vocabulary or of all, once or a thousand times.
BagSketch random_sketch(std::mt19937_64& random) {
    BagSketcher sketcher;
    const std::uint64_t vocabulary = random() % 2 == 0 ? 500 : ~std::uint64_t{0};
    const std::uint64_t times = random() % 10 == 0 ? 1'000'000 : 5;
    for (std::uint64_t words = 1 + random() % 300; words > 0; --words) {
        const std::uint64_t word = random() % vocabulary * 0x9e3779b97f4a7c15;
        sketcher.add(word, static_cast<std::uint32_t>(1 + random() % times), 1 + word % 12);
    }
    return sketcher.sketch();
}

TEST(BagOutline, NeverTellsMoreThanTheSketches) {
    DESCRY_RANDOM(random);
    std::size_t by_sketches = 0;
    std::size_t by_outlines = 0;
    for (int round = 0; round < testing::scaled(50000); ++round) {
        const BagSketch a = random_sketch(random);
        const BagSketch b = random_sketch(random);
        const DistanceMillionths least = OutlineDistance(a).least(BagOutline(b));
        ASSERT_LE(least, least_bag_distance(a, b)) << "round " << round;
        ASSERT_EQ(OutlineDistance(a).least(BagOutline(a)), 0u);
        by_sketches += least_bag_distance(a, b) > 150'000;
        by_outlines += least > 150'000;
    }
    EXPECT_GT(by_outlines, testing::scaled(10000u));
    EXPECT_GT(by_outlines, by_sketches * 9 / 10);
}

TEST(BagOutline, IsReadAsItIsStored) {
    DESCRY_RANDOM(random);
    for (int round = 0; round < 1000; ++round) {
        const BagOutline outline(random_sketch(random));
        EXPECT_TRUE(outline.is_known());
        std::string stored;
        outline.append_to(stored);
        ASSERT_EQ(stored.size(), BagOutline::BYTES);
        ASSERT_EQ(BagOutline::read(stored), outline);
    }
}

// Whatever stands in a record.
TEST(BagOutline, OfAnyBytes) {
    DESCRY_RANDOM(random);
    for (int round = 0; round < 1000; ++round) {
        std::string bytes;
        while (bytes.size() < BagOutline::BYTES)
            bytes += static_cast<char>(random());
        const BagOutline outline = BagOutline::read(bytes);
        EXPECT_LE(OutlineDistance(random_sketch(random)).least(outline), WHOLE_DISTANCE);
        std::string stored;
        outline.append_to(stored);
        EXPECT_EQ(stored, bytes);
    }
}

TEST(BagOutline, OfNoSketch) {
    BagSketcher large;
    large.add(1, 1u << 30, 1);
    BagSketcher some;
    some.add(1, 5, 5);
    for (const BagSketch& none : {BagSketch(), large.sketch(), BagSketcher().sketch()}) {
        EXPECT_FALSE(BagOutline(none).is_known());
        EXPECT_EQ(OutlineDistance(some.sketch()).least(BagOutline(none)), 0u);
    }
    EXPECT_EQ(OutlineDistance(BagSketch()).least(BagOutline(some.sketch())), 0u);
    EXPECT_EQ(OutlineDistance(large.sketch()).least(BagOutline(some.sketch())), 0u);
}

// 616 characters: 510 of the last class in units of 2, 3 of the first rounded up to 4. The greatest
// is 207 of 250 shares, rounded up, its unit 616 * 207 / 250 / 15 = 35 characters, rounded up.
TEST(BagOutline, Bytes) {
    BagSketcher sketcher;
    sketcher.add(~std::uint64_t{0}, 102, 5);
    sketcher.add(0, 1, 3);
    std::string stored;
    BagOutline(sketcher.sketch()).append_to(stored);
    std::string expected("\x02\x68\xcf\x01", 4);
    expected += std::string(11, '\0') + '\xf0';
    EXPECT_EQ(stored, expected);
    // 2^31 - 1 characters, rounded down to 4095 * 2^19.
    BagSketcher largest;
    largest.add(1, 0x7fffffff, 0);
    stored.clear();
    BagOutline(largest.sketch()).append_to(stored);
    EXPECT_EQ(stored, std::string("\xa7\xff", 2) + std::string(14, '\0'));
}

}  // namespace
}  // namespace descry
