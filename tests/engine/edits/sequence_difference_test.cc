#include "engine/edits/sequence_difference.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "tests/engine/random_seed.h"
#include "tests/volume.h"

namespace descry {
namespace {

using Sequence = std::vector<std::uint32_t>;

// The length of the longest common subsequence, by the table.
std::size_t common_oracle(const Sequence& a, const Sequence& b) {
    std::vector<std::size_t> row(b.size() + 1, 0);
    for (const std::uint32_t x : a) {
        std::size_t diagonal = 0;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t above = row[j + 1];
            row[j + 1] = x == b[j] ? diagonal + 1 : std::max(above, row[j]);
            diagonal = above;
        }
    }
    return row.back();
}

// Checks that all outside the ranges is alike and in step, and gives the elements within them.
std::size_t elements_of(const std::vector<DifferingRange>& ranges, const Sequence& a,
                        const Sequence& b) {
    std::size_t x = 0;
    std::size_t y = 0;
    std::size_t elements = 0;
    const auto expect_alike = [&](std::size_t end_x, std::size_t end_y) {
        ASSERT_LE(x, end_x);
        ASSERT_EQ(end_x - x, end_y - y);
        EXPECT_TRUE(std::equal(a.begin() + static_cast<std::ptrdiff_t>(x),
                               a.begin() + static_cast<std::ptrdiff_t>(end_x),
                               b.begin() + static_cast<std::ptrdiff_t>(y)));
    };
    for (const DifferingRange& range : ranges) {
        EXPECT_TRUE(elements == 0 || range.begin_a > x) << "two places side by side";
        expect_alike(range.begin_a, range.begin_b);
        EXPECT_LT(range.begin_a + range.begin_b, range.end_a + range.end_b);
        elements += range.end_a - range.begin_a + range.end_b - range.begin_b;
        x = range.end_a;
        y = range.end_b;
    }
    expect_alike(a.size(), b.size());
    return elements;
}

void expect_least(const Sequence& a, const Sequence& b) {
    EXPECT_EQ(elements_of(differing_ranges(a, b), a, b),
              a.size() + b.size() - 2 * common_oracle(a, b));
}

TEST(SequenceDifference, IsLeastForAllShortSequences) {
    std::vector<Sequence> all = {{}};
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].size() == 5) continue;
        for (std::uint32_t element = 0; element < 3; ++element) {
            Sequence longer = all[i];
            longer.push_back(element);
            all.push_back(std::move(longer));
        }
    }
    for (const Sequence& a : all) {
        for (const Sequence& b : all)
            expect_least(a, b);
    }
}

TEST(SequenceDifference, IsLeastForRandomOnes) {
    DESCRY_RANDOM(random);
    for (unsigned round = 0; round < 300; ++round) {
        Sequence a(random() % 200);
        for (std::uint32_t& element : a)
            element = static_cast<std::uint32_t>(random() % (round % 2 == 0 ? 5 : 500));
        Sequence b = a;
        for (unsigned edit = static_cast<unsigned>(random() % 40); edit > 0; --edit) {
            const auto at = b.begin() + static_cast<std::ptrdiff_t>(random() % (b.size() + 1));
            if (random() % 2 == 0 || at == b.end()) {
                b.insert(at, static_cast<std::uint32_t>(random() % 500));
            } else {
                b.erase(at);
            }
        }
        expect_least(a, b);
    }
}

TEST(SequenceDifference, TellsThePlaces) {
    const Sequence a = {1, 2, 3, 4, 5, 6};
    EXPECT_TRUE(differing_ranges(a, a).empty());
    EXPECT_TRUE(differing_ranges({}, {}).empty());
    EXPECT_EQ(differing_ranges(a, Sequence{1, 9, 8, 3, 4, 6, 7}),
              (std::vector<DifferingRange>{{1, 2, 1, 3}, {4, 5, 5, 5}, {6, 6, 6, 7}}));
    EXPECT_EQ(differing_ranges(a, {}), (std::vector<DifferingRange>{{0, 6, 0, 0}}));
}

// More edits than are looked for: the ranges hold more than they need, and all outside is alike.
TEST(SequenceDifference, EndsSoonWhereNothingIsAlike) {
    DESCRY_RANDOM(random);
    Sequence a(testing::scaled(60000u));
    Sequence b(testing::scaled(60000u));
    for (std::uint32_t& element : a)
        element = static_cast<std::uint32_t>(random() % 1000);
    for (std::uint32_t& element : b)
        element = static_cast<std::uint32_t>(random() % 1000);
    EXPECT_LT(elements_of(differing_ranges(a, b), a, b), a.size() + b.size());
    for (std::uint32_t& element : b)
        element += 1000;
    EXPECT_EQ(elements_of(differing_ranges(a, b), a, b), a.size() + b.size());
}

}  // namespace
}  // namespace descry
