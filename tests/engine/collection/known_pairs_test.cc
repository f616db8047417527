#include "engine/collection/known_pairs.h"

#include <optional>
#include <random>
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

// Whatever is told is what was found of this pair, though others take its place meanwhile.
TEST(KnownDistances, AreNeverThoseOfAnotherPair) {
    constexpr Rank DOCUMENTS = 60;
    const auto distance_of = [](Rank a, Rank b) {
        return static_cast<DistanceMillionths>((a * 7919 + b * 104729 + a * b * 31) % 300'000);
    };
    for (const std::size_t memory : {std::size_t{1} << 10, std::size_t{1} << 20}) {
        KnownDistances known(DOCUMENTS, memory);
        std::mt19937 engine(5);
        const auto random = [&engine] { return static_cast<unsigned>(engine()); };
        std::size_t told = 0;
        for (int i = 0; i < 100'000; ++i) {
            const Rank a = random() % DOCUMENTS;
            const Rank b = (a + 1 + random() % (DOCUMENTS - 1)) % DOCUMENTS;
            const auto [first, second] = std::minmax({a, b});
            const DistanceMillionths distance = distance_of(first, second);
            const DistanceMillionths limit = 50'000 + random() % 3 * 50'000;
            const auto found = known.find(a, b, limit);
            if (found) {
                ++told;
                EXPECT_EQ(*found <= limit, distance <= limit);
                EXPECT_EQ(*found, distance <= limit ? distance : ABOVE_LIMIT);
            } else {
                known.add(a, b, limit, distance <= limit ? distance : ABOVE_LIMIT);
            }
        }
        // Of 1,770 pairs 512, or 64, have a place at a time.
        EXPECT_GT(told, memory > 2000 ? 15'000u : 1'500u);
    }
}

TEST(KnownDistances, OfNoRoomAreNone) {
    for (const auto& [documents, memory] : {std::pair(0, 1 << 20), {100, 8}}) {
        KnownDistances none(static_cast<std::size_t>(documents), static_cast<std::size_t>(memory));
        none.add(1, 2, 1000, 5);
        EXPECT_EQ(none.find(1, 2, 1000), std::nullopt);
    }
}

}  // namespace
}  // namespace descry
