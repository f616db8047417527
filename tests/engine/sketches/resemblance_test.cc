#include "engine/sketches/resemblance.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace descry {
namespace {

std::vector<std::uint64_t> letters(const std::string& text) {
    return {text.begin(), text.end()};
}

TEST(Multiset, CountsWhatOccurs) {
    const Multiset bag = to_multiset(letters("cacb"));
    EXPECT_EQ(bag.elements, letters("abc"));
    EXPECT_EQ(bag.counts, (std::vector<std::uint64_t>{1, 1, 2}));
    EXPECT_EQ(bag.size, 4u);
    EXPECT_TRUE(to_multiset({}).elements.empty());
    EXPECT_EQ(to_set(letters("cacb")), letters("abc"));
}

// "abcc" and "aacccc" of Barashev's lecture, and the sets of its matrix: "ad", "bde", "acd".
TEST(Jaccard, OfSizes) {
    EXPECT_DOUBLE_EQ(jaccard_of_sizes(3, 4, 6), 3.0 / 7);
    EXPECT_DOUBLE_EQ(jaccard_of_sizes(3, 4, 6, MultisetUnion::SUM), 3.0 / 10);
    EXPECT_DOUBLE_EQ(jaccard_of_sizes(4, 4, 4), 1);
    EXPECT_DOUBLE_EQ(jaccard_of_sizes(4, 4, 4, MultisetUnion::SUM), 0.5);
    EXPECT_DOUBLE_EQ(jaccard_of_sizes(2, 2, 3), 2.0 / 3);
    EXPECT_DOUBLE_EQ(jaccard_of_sizes(1, 3, 3), 1.0 / 5);
    EXPECT_DOUBLE_EQ(jaccard(letters("ad"), letters("acd")), 2.0 / 3);
    EXPECT_EQ(jaccard({}, {}), 0);
    for (const auto kind : {MultisetUnion::MAX, MultisetUnion::SUM})
        EXPECT_EQ(jaccard_of_sizes(0, 0, 0, kind), 0);
}

}  // namespace
}  // namespace descry
