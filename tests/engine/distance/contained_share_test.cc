// How much of a text stands in another.

#include <gtest/gtest.h>

#include "engine/distance/pair_checks.h"

namespace descry {
namespace {

TEST(ContainedShare, IsOfDifferentTriples) {
    EXPECT_EQ(contained_share("a b c d", "a b c d"), WHOLE_DISTANCE);
    EXPECT_EQ(contained_share("a b c d", "x a b c d y"), WHOLE_DISTANCE);
    EXPECT_EQ(contained_share("x a b c d y", "a b c d"), WHOLE_DISTANCE / 2);
    EXPECT_EQ(contained_share("a b c a b c a b c", "a b c"), WHOLE_DISTANCE / 3);
    EXPECT_EQ(contained_share("a b c", "a b"), 0u);
}

TEST(ContainedShare, OfFewWordsIsOfWords) {
    EXPECT_EQ(contained_share("a b", "b x y"), WHOLE_DISTANCE / 2);
    EXPECT_EQ(contained_share("b", "b x y"), WHOLE_DISTANCE);
    EXPECT_EQ(contained_share("b", ""), 0u);
    EXPECT_EQ(contained_share("", "a"), WHOLE_DISTANCE);
}

}  // namespace
}  // namespace descry
