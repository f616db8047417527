#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/distance/edit_distance.h>

#include "engine/distance/diagonal_distance.h"
#include "tests/engine/random_seed.h"
#include "tests/volume.h"

namespace descry {
namespace {

// The whole table, row by row.
std::size_t oracle(std::u32string_view a, std::u32string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row[b.size()];
}

void expect_as_oracle(std::u32string_view a, std::u32string_view b) {
    const std::size_t distance = oracle(a, b);
    for (const std::size_t limit : {std::size_t{0}, distance, distance + 1, a.size() + b.size()}) {
        const auto expected = distance <= limit ? std::optional(distance) : std::nullopt;
        ASSERT_EQ(edit_distance(a, b, limit), expected) << "limit " << limit;
        ASSERT_EQ(diagonal_distance(a, b, limit), expected) << "limit " << limit;
    }
    if (distance > 0) {
        ASSERT_EQ(edit_distance(a, b, distance - 1), std::nullopt);
        ASSERT_EQ(diagonal_distance(a, b, distance - 1), std::nullopt);
    }
}

using Generator = std::mt19937_64;

std::u32string random_text(Generator& generator, std::size_t size, char32_t first,
                           std::size_t alphabet) {
    std::u32string text(size, U' ');
    for (char32_t& c : text)
        c = first + static_cast<char32_t>(generator() % alphabet);
    return text;
}

std::u32string edited(Generator& generator, std::u32string text, std::size_t edits, char32_t first,
                      std::size_t alphabet) {
    for (std::size_t i = 0; i < edits; ++i) {
        const std::size_t place = generator() % (text.size() + 1);
        const std::u32string c = random_text(generator, 1, first, alphabet);
        const auto kind = generator() % 3;
        if (kind == 0 || place == text.size()) {
            text.insert(place, c);
        } else if (kind == 1) {
            text.replace(place, 1, c);
        } else {
            text.erase(place, 1);
        }
    }
    return text;
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
    std::vector<std::u32string> strings = {U""};
    for (std::size_t i = 0; i < strings.size() && strings[i].size() < 4; ++i) {
        for (const char32_t c : {U'a', U'b', U' '})
            strings.push_back(strings[i] + c);
    }
    ASSERT_EQ(strings.size(), 121u);
    for (const auto& a : strings) {
        for (const auto& b : strings)
            expect_as_oracle(a, b);
    }
}

struct Script {
    const char* name;
    char32_t first;
    std::size_t alphabet;
};

class EditDistanceOfScripts : public ::testing::TestWithParam<Script> {};

TEST_P(EditDistanceOfScripts, IsTheOracles) {
    DESCRY_RANDOM(generator);
    const auto [name, first, alphabet] = GetParam();
    for (int i = 0; i < testing::scaled(60); ++i) {
        const std::u32string a = random_text(generator, generator() % 700, first, alphabet);
        const std::u32string near = edited(generator, a, generator() % 80, first, alphabet);
        const std::u32string far = random_text(generator, generator() % 700, first, alphabet);
        ASSERT_NO_FATAL_FAILURE(expect_as_oracle(a, near));
        ASSERT_NO_FATAL_FAILURE(expect_as_oracle(a, far));
    }
}

// More than 254 common characters are beyond edlib: Japanese takes the other way.
INSTANTIATE_TEST_SUITE_P(Scripts, EditDistanceOfScripts,
                         ::testing::Values(Script{"binary", U'a', 2}, Script{"ascii", U' ', 94},
                                           Script{"russian", U'а', 33},
                                           Script{"latin", U'\x100', 256},
                                           Script{"japanese", U'\x4e00', 2000}),
                         [](const auto& script) { return std::string(script.param.name); });

TEST(EditDistance, NumbersOfCommonCharactersAroundEdlibs) {
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
        // Of their own, they need no place among the 256.
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
    const std::u32string a = random_text(generator, 150'000, U'\x4e00', 3000);
    std::u32string b = a;
    b.insert(70'000, U"inserted");
    b.erase(10, 5);
    EXPECT_EQ(edit_distance(a, b, 45'000), 13u);
}

}  // namespace
}  // namespace descry
