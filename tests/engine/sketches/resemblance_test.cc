#include "engine/sketches/resemblance.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/sketches/minhash.h>

#include "tests/cpu_targets.h"
#include "tests/engine/random_seed.h"

namespace descry {
namespace {

using testing::for_each_target;

std::vector<std::uint64_t> letters(const std::string& text) {
    return {text.begin(), text.end()};
}

TEST(MultisetJaccard, TheExampleOfBarashevsLecture) {
    const Multiset a = to_multiset(letters("abcc"));
    const Multiset b = to_multiset(letters("aacccc"));
    EXPECT_EQ(intersection_size(a, b), 3u);
    EXPECT_DOUBLE_EQ(multiset_jaccard(a, b), 3.0 / 7);
    EXPECT_DOUBLE_EQ(multiset_jaccard(a, b, MultisetUnion::SUM), 3.0 / 10);
    EXPECT_DOUBLE_EQ(multiset_jaccard(a, a), 1);
    EXPECT_DOUBLE_EQ(multiset_jaccard(a, a, MultisetUnion::SUM), 0.5);
}

// Numbers stand for words: Nakai, left knee, registration, deletion are in both headlines.
TEST(Jaccard, TheExampleOfSmartNews) {
    const ElementSet a = {1, 2, 3, 4, 5, 6, 7};
    const ElementSet b = {2, 3, 6, 7, 8, 9};
    EXPECT_DOUBLE_EQ(jaccard(a, b), 4.0 / 9);
}

TEST(Jaccard, TheMatrixOfBarashevsLecture) {
    const ElementSet s1 = to_set(letters("ad"));
    const ElementSet s3 = to_set(letters("bde"));
    const ElementSet s4 = to_set(letters("acd"));
    EXPECT_DOUBLE_EQ(jaccard(s1, s4), 2.0 / 3);
    EXPECT_DOUBLE_EQ(jaccard(s3, s4), 1.0 / 5);
}

TEST(Resemblance, OfNothing) {
    const ElementSet some = {1, 2};
    EXPECT_EQ(jaccard({}, {}), 0);
    EXPECT_EQ(jaccard({}, some), 0);
    for (const auto kind : {MultisetUnion::MAX, MultisetUnion::SUM})
        EXPECT_EQ(multiset_jaccard({}, {}, kind), 0);
    EXPECT_FALSE(are_near_duplicates({}, {}));
    EXPECT_TRUE(to_multiset({}).elements.empty());
}

TEST(BroderRule, IsSevenEighthsExactly) {
    ElementSet a;
    for (std::uint64_t i = 0; i < 8; ++i)
        a.push_back(i);
    const ElementSet seven(a.begin(), a.end() - 1);
    const ElementSet six(a.begin(), a.end() - 2);
    EXPECT_TRUE(are_near_duplicates(a, seven));
    EXPECT_FALSE(are_near_duplicates(a, six));
    EXPECT_TRUE(are_near_duplicates(a, six, {3, 4}));
    EXPECT_TRUE(are_near_duplicates(a, a));
}

// Every list of up to five letters of three against every other, on every target.
TEST(Resemblance, EqualsTheDefinitionOnASmallWorld) {
    std::vector<std::string> world = {""};
    for (std::size_t i = 0; i < world.size(); ++i) {
        if (world[i].size() == 4) break;
        for (const char c : {'a', 'b', 'c'})
            world.push_back(world[i] + c);
    }
    const auto counts_of = [](const std::string& text) {
        std::map<char, std::uint64_t> counts;
        for (const char c : text)
            ++counts[c];
        return counts;
    };
    for (const auto& x : world) {
        for (const auto& y : world) {
            auto left = counts_of(x);
            auto right = counts_of(y);
            std::uint64_t common = 0, all = 0, common_set = 0, all_set = 0;
            for (const char c : {'a', 'b', 'c'}) {
                common += std::min(left[c], right[c]);
                all += std::max(left[c], right[c]);
                common_set += left[c] > 0 && right[c] > 0 ? 1u : 0u;
                all_set += left[c] > 0 || right[c] > 0 ? 1u : 0u;
            }
            const auto share = [](std::uint64_t part, std::uint64_t whole) {
                return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
            };
            const Multiset a = to_multiset(letters(x));
            const Multiset b = to_multiset(letters(y));
            ASSERT_DOUBLE_EQ(multiset_jaccard(a, b), share(common, all)) << x << " " << y;
            ASSERT_DOUBLE_EQ(multiset_jaccard(a, b, MultisetUnion::SUM),
                             share(common, x.size() + y.size()));
            ASSERT_DOUBLE_EQ(jaccard(number_occurrences(a), number_occurrences(b)),
                             share(common, all));
            ASSERT_DOUBLE_EQ(jaccard(to_set(letters(x)), to_set(letters(y))),
                             share(common_set, all_set));
        }
    }
}

TEST(Targets, EqualTheStandardLibrary) {
    DESCRY_RANDOM(generator);
    for_each_target([&] {
        for (unsigned round = 0; round < 300; ++round) {
            const std::uint64_t world = 1 + generator() % 200;
            const auto draw = [&] {
                std::vector<std::uint64_t> elements(generator() % 120);
                for (auto& element : elements)
                    element = (generator() % world) * 0x9e3779b97f4a7c15;
                return elements;
            };
            const auto x = draw();
            const auto y = draw();
            auto sorted_x = x;
            auto sorted_y = y;
            std::sort(sorted_x.begin(), sorted_x.end());
            std::sort(sorted_y.begin(), sorted_y.end());
            std::vector<std::uint64_t> common;
            std::set_intersection(sorted_x.begin(), sorted_x.end(), sorted_y.begin(),
                                  sorted_y.end(), std::back_inserter(common));
            ASSERT_EQ(intersection_size(to_multiset(x), to_multiset(y)), common.size());
            ASSERT_EQ(intersection_size(to_set(x), to_set(y)), to_set(common).size());
        }
    });
}

}  // namespace
}  // namespace descry
