#include "tools/lab/sets/set_join.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "engine/sketches/resemblance.h"
#include "tests/engine/random_seed.h"

namespace descry {
namespace {

void sort_pairs(std::vector<SimilarSets>& pairs) {
    std::sort(pairs.begin(), pairs.end(), [](const SimilarSets& a, const SimilarSets& b) {
        return std::tuple(a.first, a.second) < std::tuple(b.first, b.second);
    });
}

std::vector<SimilarSets> joined(const std::vector<ElementSet>& sets, double threshold) {
    SetJoin join;
    for (const ElementSet& set : sets)
        join.add(set);
    std::vector<SimilarSets> pairs;
    join.for_each_pair(threshold, [&](const SimilarSets& pair) { pairs.push_back(pair); });
    sort_pairs(pairs);
    return pairs;
}

std::vector<SimilarSets> compared_sets(const std::vector<ElementSet>& sets, double threshold) {
    std::vector<SimilarSets> pairs;
    for (std::uint32_t i = 0; i < sets.size(); ++i) {
        for (std::uint32_t j = i + 1; j < sets.size(); ++j) {
            ElementSet common;
            std::ranges::set_intersection(sets[i], sets[j], std::back_inserter(common));
            const double resemblance =
                jaccard_of_sizes(common.size(), sets[i].size(), sets[j].size());
            if (resemblance < threshold) continue;
            pairs.push_back({i, j, static_cast<std::uint32_t>(common.size()), resemblance});
        }
    }
    return pairs;
}

// Every subset of six elements, at thresholds that are shares of small numbers and beside them.
TEST(SetJoin, EqualsComparingAllSubsetsWithAll) {
    std::vector<ElementSet> sets;
    for (unsigned bits = 0; bits < 64; ++bits) {
        sets.emplace_back();
        for (unsigned i = 0; i < 6; ++i)
            if ((bits >> i & 1) != 0) sets.back().push_back(i * 77);
    }
    sets.insert(sets.end(), sets.begin() + 20, sets.begin() + 30);  // equal ones
    for (const double threshold :
         {1e-9, 0.2, 1.0 / 3, 0.4, 0.5, std::nextafter(0.5, 1.0), 0.6, 2.0 / 3,
          std::nextafter(2.0 / 3, 1.0), 0.7, 0.75, 0.8, 5.0 / 6, 0.9, 1.0})
        ASSERT_EQ(joined(sets, threshold), compared_sets(sets, threshold)) << threshold;
}

TEST(SetJoin, EqualsComparingAllWithAll) {
    DESCRY_RANDOM(generator);
    for (unsigned round = 0; round < 60; ++round) {
        std::vector<ElementSet> sets(2 + generator() % 60);
        for (std::size_t i = 0; i < sets.size(); ++i) {
            std::vector<std::uint64_t> elements;
            if (i > 0 && generator() % 2 == 0) elements = sets[generator() % i];
            // Frequent elements and rare ones, some taken out, some put in.
            std::erase_if(elements, [&](std::uint64_t) { return generator() % 10 == 0; });
            for (std::uint64_t n = generator() % (generator() % 3 == 0 ? 40 : 4); n > 0; --n)
                elements.push_back(generator() % (generator() % 2 == 0 ? 30 : 3000));
            sets[i] = to_set(elements);
        }
        const double threshold = 0.05 + 0.95 * static_cast<double>(generator() % 1000) / 999;
        ASSERT_EQ(joined(sets, threshold), compared_sets(sets, threshold)) << threshold;
    }
}

TEST(SetJoin, Rejected) {
    for (const double wrong : {0.0, -0.5, 1.01}) {
        EXPECT_THROW(SetJoin().for_each_pair(wrong, [](const SimilarSets&) {}),
                     std::invalid_argument);
    }
    EXPECT_TRUE(joined({}, 0.5).empty());
    EXPECT_TRUE(joined({{}, {}}, 0.5).empty());
}

}  // namespace
}  // namespace descry
