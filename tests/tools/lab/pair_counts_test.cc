#include "tools/lab/sets/pair_counts.h"

#include <algorithm>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "engine/sketches/resemblance.h"
#include "tests/engine/random_seed.h"
#include "tests/volume.h"

namespace descry {
namespace {

using Shared = PairCounts::Shared;

// The three steps over random multisets, the elements in two parts, against every pair.
TEST(PairCounts, TheThreeStepsOfSeed004EqualComparingAllWithAll) {
    DESCRY_RANDOM(generator);
    for (unsigned round = 0; round < 50; ++round) {
        std::vector<Multiset> sets;
        std::map<std::uint64_t, std::vector<PairCounts::Holder>> lists;
        for (std::uint32_t set = 0; set < 12; ++set) {
            std::vector<std::uint64_t> elements(generator() % 30);
            for (auto& element : elements)
                element = generator() % 40;
            sets.push_back(to_multiset(elements));
            for (std::size_t i = 0; i < sets[set].elements.size(); ++i)
                lists[sets[set].elements[i]].push_back({set, sets[set].counts[i]});
        }
        PairCounts parts[2];
        for (const auto& [element, holders] : lists)
            parts[element % 2].add(holders);
        PairCounts whole;
        for (PairCounts& part : parts)
            for (const Shared& shared : part.take())
                whole.add(shared);
        std::vector<Shared> expected;
        for (std::uint32_t i = 0; i < sets.size(); ++i) {
            for (std::uint32_t j = i + 1; j < sets.size(); ++j) {
                std::uint64_t common = 0;
                for (std::size_t a = 0; a < sets[i].elements.size(); ++a) {
                    const auto b = std::ranges::find(sets[j].elements, sets[i].elements[a]);
                    if (b == sets[j].elements.end()) continue;
                    common += std::min(
                        sets[i].counts[a],
                        sets[j].counts[static_cast<std::size_t>(b - sets[j].elements.begin())]);
                }
                if (common > 0) expected.push_back({i, j, common});
            }
        }
        ASSERT_EQ(whole.take(), expected);
        ASSERT_TRUE(whole.take().empty());
    }
}

// Beyond what is gathered at once.
TEST(PairCounts, OfManyPairs) {
    PairCounts counts;
    std::vector<PairCounts::Holder> holders;
    for (std::uint32_t set = 0; set < 900; ++set)
        holders.push_back({900 - set, 1});
    const unsigned elements = testing::scaled(6u, 2u);
    for (unsigned element = 0; element < elements; ++element)
        counts.add(holders);
    const auto shared = counts.take();
    ASSERT_EQ(shared.size(), 900u * 899 / 2);
    std::size_t wrong = 0;
    for (const Shared& pair : shared)
        wrong += pair.common != elements;
    EXPECT_EQ(wrong, 0u);
}

}  // namespace
}  // namespace descry
