#include "engine/inside/inside_match.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine/random_seed.h"

namespace descry {
namespace {

using namespace testing;

std::string words(std::size_t from, std::size_t to) {
    std::string text;
    for (std::size_t i = from; i < to; ++i)
        text += (text.empty() ? "w" : " w") + std::to_string(i);
    return text;
}

std::optional<InsideMatch> match_of(const std::string& text, const std::string& in,
                                    DistanceMillionths least = 0) {
    ContainerText container;
    container.assign(in);
    return container.find(HashedWords(text), least);
}

TEST(InsideMatch, OfATextInTheMiddleIsWholeAndSaysWhere) {
    const auto match = match_of(words(0, 30), words(500, 540) + " " + words(0, 30) + " x y z");
    ASSERT_TRUE(match);
    EXPECT_EQ(match->share(), WHOLE_DISTANCE);
    EXPECT_EQ(match->begin, 40u);
    EXPECT_EQ(match->end, 70u);
    EXPECT_TRUE(match->differing.empty());
}

TEST(InsideMatch, HeedsNothingThatStandsBetweenQuotedLines) {
    std::string quoted;
    for (std::size_t line = 0; line < 10; ++line)
        quoted +=
            words(line * 8, line * 8 + 8) + " " + words(1000 + line * 50, 1050 + line * 50) + " ";
    quoted += "end";
    const auto match = match_of(words(0, 80), quoted);
    ASSERT_TRUE(match);
    EXPECT_EQ(match->share(), WHOLE_DISTANCE);
}

TEST(InsideMatch, CountsWordsThatDifferAndNamesThem) {
    const std::string text = words(0, 10) + " old " + words(10, 20);
    const auto match = match_of(text, "a b c " + words(0, 10) + " new " + words(10, 20) + " d e");
    ASSERT_TRUE(match);
    EXPECT_EQ(match->matched, 20u);
    EXPECT_EQ(match->words, 21u);
    EXPECT_EQ(match->differing, (std::vector<DifferingRange>{{10, 11, 13, 14}}));
    EXPECT_FALSE(match_of(text, "a b c " + words(0, 10) + " new " + words(10, 20), 960'000));
    EXPECT_TRUE(match_of(text, "a b c " + words(0, 10) + " new " + words(10, 20), 950'000));
}

TEST(InsideMatch, IsNoneOfTheSameWordsInAnotherOrder) {
    std::vector<std::string> shuffled;
    for (std::size_t i = 0; i < 60; ++i)
        shuffled.push_back("w" + std::to_string(i * 37 % 60));
    std::string text;
    for (const std::string& word : shuffled)
        text += (text.empty() ? "" : " ") + word;
    EXPECT_FALSE(match_of(words(0, 60), text + " " + text, 500'000));
}

TEST(InsideMatch, GoesOnWhereEveryTripleOfATableIsFrequent) {
    std::string table;
    for (std::size_t i = 0; i < 200; ++i)
        table += " 0 0 0 1";
    const auto match = match_of(words(0, 5) + " 0 0 0 1 0 0 0 1 0 0 0 1 " + words(5, 10),
                                words(0, 5) + table + " " + words(5, 10));
    ASSERT_TRUE(match);
    EXPECT_EQ(match->share(), WHOLE_DISTANCE);
}

TEST(InsideMatch, TellsOtherNumbers) {
    const auto differ = [](const std::string& text, const std::string& in) {
        ContainerText container;
        container.assign(in);
        const HashedWords hashed(text);
        const auto match = container.find(hashed, 0);
        return match && container.numbers_differ(hashed, *match);
    };
    const std::string head = words(100, 110);
    EXPECT_TRUE(differ("pay the sum of 500 now please", "pay the sum of 600 now please yes"));
    EXPECT_TRUE(differ("pay the sum of five now please", "pay the sum of 600 now please yes"));
    EXPECT_FALSE(differ("pay the sum of 500 now please", "7 pay the sum of 500 now please 8"));
    EXPECT_FALSE(
        differ("pay the sum of 500 now please sir", "pay the sum of 500 now please madam"));
}

// The greatest number of words that stand in the other text in order.
std::size_t longest_common(const HashedWords& a, const HashedWords& b) {
    std::vector<std::size_t> row(b.size() + 1, 0);
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = 0;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t above = row[j + 1];
            row[j + 1] = a.hash(i) == b.hash(j) ? diagonal + 1 : std::max(above, row[j]);
            diagonal = above;
        }
    }
    return row.back();
}

TEST(InsideMatch, IsOneOfTheWaysByWhichATextStandsThere) {
    DESCRY_RANDOM(random);
    for (int round = 0; round < 2000; ++round) {
        const std::size_t kinds = 2 + random() % 60;
        const auto chance = [&](std::size_t count) {
            std::string text;
            for (std::size_t i = 0; i < count; ++i)
                text += (text.empty() ? "v" : " v") + std::to_string(random() % kinds);
            return text;
        };
        const std::string text = chance(3 + random() % 80);
        std::string in = chance(random() % 50);
        for (const char c : text) {
            if (c == ' ' && random() % 8 == 0) in += " " + chance(random() % 6);
            if (c != ' ' || random() % 10 != 0) in += c;
        }
        const HashedWords a(text);
        ContainerText container;
        container.assign(in);
        const auto match = container.find(a, 0);
        if (!match) continue;
        const HashedWords& b = container.words();
        ASSERT_LE(match->matched, longest_common(a, b)) << text << "\n" << in;
        std::size_t lost = 0;
        std::uint32_t end_a = 0;
        std::uint32_t end_b = 0;
        for (const DifferingRange& range : match->differing) {
            ASSERT_LT(range.begin_a, range.end_a);
            ASSERT_LE(range.begin_b, range.end_b);
            ASSERT_LE(end_a, range.begin_a) << text << "\n" << in;
            ASSERT_LE(end_b, range.begin_b) << text << "\n" << in;
            ASSERT_LE(range.end_b, b.size());
            lost += range.end_a - range.begin_a;
            end_a = range.end_a;
            end_b = range.end_b;
        }
        ASSERT_EQ(match->matched + lost, a.size()) << text << "\n" << in;
        ASSERT_LT(match->begin, match->end);
        ASSERT_LE(match->end, b.size());
        // With any limit up to its share it is found, and beyond it is not.
        const auto same = container.find(a, match->share());
        ASSERT_TRUE(same);
        ASSERT_EQ(same->matched, match->matched);
        ASSERT_FALSE(container.find(a, match->share() + 2));
    }
}

}  // namespace
}  // namespace descry
