#include "engine/edits/edit_distance.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine/edits/edit_distance_oracle.h"
#include "tests/engine/random_seed.h"
#include "tests/volume.h"

namespace descry {
namespace {

using testing::edited;
using testing::random_text;
using testing::Script;

void expect_as_oracle(std::u32string_view a, std::u32string_view b) {
    const std::size_t distance = testing::edit_distance_oracle(a, b);
    for (const std::size_t limit : {std::size_t{0}, distance, distance + 1, a.size() + b.size()}) {
        const auto expected = distance <= limit ? std::optional(distance) : std::nullopt;
        ASSERT_EQ(edit_distance(a, b, limit), expected) << "limit " << limit;
    }
    if (distance > 0) {
        ASSERT_EQ(edit_distance(a, b, distance - 1), std::nullopt);
    }
}

TEST(EditDistance, KnownPairs) {
    EXPECT_EQ(edit_distance(U"kitten", U"sitting", 9), 3u);
    EXPECT_EQ(edit_distance(U"Москва", U"Мoсквы", 9), 2u);  // the second o is Latin
    EXPECT_EQ(edit_distance(U"東京都庁", U"京都", 9), 2u);
    EXPECT_EQ(edit_distance(U"", U"abc", 3), 3u);
    EXPECT_EQ(edit_distance(U"", U"abc", 2), std::nullopt);
    EXPECT_EQ(edit_distance(U"", U"", 0), 0u);
    EXPECT_EQ(edit_distance(U"same", U"same", 0), 0u);
    EXPECT_EQ(edit_distance(U"abab", U"ab", 2), 2u);
}

TEST(EditDistance, AllShortStrings) {
    const auto strings = testing::all_short_strings(4);
    ASSERT_EQ(strings.size(), 121u);
    for (const auto& a : strings) {
        for (const auto& b : strings)
            expect_as_oracle(a, b);
    }
}

class EditDistanceOfScripts : public ::testing::TestWithParam<Script> {};

TEST_P(EditDistanceOfScripts, IsTheOracles) {
    DESCRY_RANDOM(generator);
    const Script& script = GetParam();
    for (int i = 0; i < testing::scaled(60); ++i) {
        const std::u32string a = random_text(generator, generator() % 700, script);
        const std::u32string near = edited(generator, a, generator() % 80, script);
        const std::u32string far = random_text(generator, generator() % 700, script);
        ASSERT_NO_FATAL_FAILURE(expect_as_oracle(a, near));
        ASSERT_NO_FATAL_FAILURE(expect_as_oracle(a, far));
    }
}

INSTANTIATE_TEST_SUITE_P(Scripts, EditDistanceOfScripts,
                         ::testing::Values(Script{"binary", U'a', 2}, Script{"ascii", U' ', 94},
                                           Script{"russian", U'а', 33},
                                           Script{"latin", U'\x100', 256},
                                           Script{"japanese", U'\x4e00', 2000}),
                         [](const auto& script) { return std::string(script.param.name); });

TEST(EditDistance, NumbersOfCommonCharactersAround256) {
    DESCRY_RANDOM(generator);
    const std::size_t most = testing::has_full_volume() ? 330 : 264;
    for (std::size_t alphabet = testing::has_full_volume() ? 240 : 248; alphabet <= most;
         ++alphabet) {
        std::u32string texts[2];
        for (std::u32string& text : texts) {
            for (std::size_t i = 0; i < alphabet; ++i)
                text += static_cast<char32_t>(0x4e00 + i);
            text += text;
            std::shuffle(text.begin(), text.end(), generator);
        }
        // Of their own, they have no numbers of their own.
        expect_as_oracle(texts[0] + U"only here", texts[1] + U"УБРАТЬ");
    }
}

TEST(EditDistance, NormalisedByTheLongerText) {
    EXPECT_EQ(normalised_edit_distance(U"", U"", 0.1), 0.0);
    EXPECT_EQ(normalised_edit_distance(U"", U"", 0.0), std::nullopt);
    EXPECT_EQ(normalised_edit_distance(U"abcdefghij", U"abcdefghi", 0.3), 0.1);
    // Below the limit, not at it.
    EXPECT_EQ(normalised_edit_distance(U"abcdefghij", U"abcdefghi", 0.1), std::nullopt);
    EXPECT_EQ(normalised_edit_distance(U"ab", U"xyz", 1.0), std::nullopt);
    EXPECT_EQ(normalised_edit_distance(U"axz", U"xyz", 1.0), 2.0 / 3);
}

TEST(EditDistance, LongTextsThatAreNear) {
    DESCRY_RANDOM(generator);
    const std::u32string a = random_text(generator, 150'000, Script{"chinese", U'\x4e00', 3000});
    std::u32string b = a;
    b.insert(70'000, U"inserted");
    b.erase(10, 5);
    EXPECT_EQ(edit_distance(a, b, 45'000), 13u);
}

}  // namespace
}  // namespace descry
