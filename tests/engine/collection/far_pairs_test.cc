#include "engine/collection/far_pairs.h"

#include <set>
#include <utility>

#include <gtest/gtest.h>

namespace descry {
namespace {

TEST(FarPairs, KeepsEachPairInEitherOrder) {
    constexpr Rank DOCUMENTS = 20;
    FarPairs far(DOCUMENTS, 1 << 20);
    std::set<std::pair<Rank, Rank>> added;
    for (Rank a = 0; a < DOCUMENTS; ++a) {
        for (Rank b = a + 1; b < DOCUMENTS; ++b) {
            if ((a * 7 + b * 3) % 5 != 0) continue;
            // Either order.
            if (b % 2 == 0) {
                far.add(a, b);
            } else {
                far.add(b, a);
            }
            added.insert({a, b});
        }
    }
    ASSERT_GT(added.size(), 20u);
    for (Rank a = 0; a < DOCUMENTS; ++a) {
        for (Rank b = 0; b < DOCUMENTS; ++b)
            EXPECT_EQ(far.contains(a, b), added.contains(std::minmax({a, b}))) << a << ' ' << b;
    }
}

TEST(FarPairs, RemembersNothingWithoutRoom) {
    FarPairs none(0, 1 << 20);
    FarPairs crowded(1000, 100);
    FarPairs many(8193, std::size_t{1} << 30);
    for (FarPairs* const far : {&crowded, &many}) {
        far->add(1, 2);
        EXPECT_FALSE(far->contains(1, 2));
    }
}

}  // namespace
}  // namespace descry
