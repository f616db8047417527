#include "analyzers/utf8.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace descry {
namespace {

// The oracle follows table 3-7 of Unicode 15 row by row: the size of the well-formed character at
// the front, or minus the size of the maximal ill-formed part.
int classify_front(std::string_view text) {
    struct Row {
        unsigned first_low, first_high, second_low, second_high;
        int size;
    };
    static constexpr Row ROWS[] = {{0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
                                   {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3},
                                   {0xEE, 0xEF, 0x80, 0xBF, 3}, {0xF0, 0xF0, 0x90, 0xBF, 4},
                                   {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4}};
    const auto byte = [&](int i) {
        const auto at = static_cast<std::size_t>(i);
        return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
    };
    if (byte(0) < 0x80) return 1;
    for (const Row& row : ROWS) {
        if (byte(0) < row.first_low || byte(0) > row.first_high) continue;
        if (byte(1) < row.second_low || byte(1) > row.second_high) return -1;
        for (int i = 2; i < row.size; ++i) {
            if (byte(i) < 0x80 || byte(i) > 0xBF) return -i;
        }
        return row.size;
    }
    return -1;
}

std::size_t count_strays_slowly(std::string_view text) {
    std::size_t strays = 0;
    while (!text.empty()) {
        const int size = classify_front(text);
        if (size < 0) strays += static_cast<std::size_t>(-size);
        text.remove_prefix(static_cast<std::size_t>(size < 0 ? -size : size));
    }
    return strays;
}

constexpr char32_t WINDOWS_1252[] = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

char32_t code_point_of(std::string_view character) {
    const auto byte = [&](std::size_t i) {
        return static_cast<char32_t>(static_cast<unsigned char>(character[i]));
    };
    if (character.size() == 1) return byte(0);
    if (character.size() == 2) return (byte(0) & 0x1F) << 6 | (byte(1) & 0x3F);
    return (byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
}

char byte_of(char32_t c) {
    if (c >= 0xA500 && c < 0xA580) return static_cast<char>(c - 0xA500 + 0x80);
    const auto* const found = std::find(std::begin(WINDOWS_1252), std::end(WINDOWS_1252), c);
    if (found == std::end(WINDOWS_1252)) return static_cast<char>(c);
    return static_cast<char>(0x80 + (found - std::begin(WINDOWS_1252)));
}

// What stood there before repair_utf8(), where it held no U+034F: no two texts become the same.
std::string as_it_was(std::string_view repaired) {
    constexpr std::string_view MARK = "\u034F";
    std::string bytes;
    while (!repaired.empty()) {
        const std::string_view character =
            repaired.substr(0, static_cast<std::size_t>(classify_front(repaired)));
        repaired.remove_prefix(character.size());
        if (repaired.starts_with(MARK)) {
            bytes += byte_of(code_point_of(character));
            repaired.remove_prefix(MARK.size());
        } else {
            bytes += character;
        }
    }
    return bytes;
}

void expect_like_oracle(const std::string& text) {
    const std::size_t strays = count_strays_slowly(text);
    ASSERT_EQ(is_valid_utf8(text), strays == 0) << ::testing::PrintToString(text);
    std::string repaired = text;
    ASSERT_EQ(repair_utf8(repaired), strays) << ::testing::PrintToString(text);
    ASSERT_TRUE(is_valid_utf8(repaired)) << ::testing::PrintToString(text);
    ASSERT_EQ(as_it_was(repaired), text) << ::testing::PrintToString(repaired);
}

// One byte of each class of table 3-7, and its neighbours across the class borders.
constexpr unsigned char EDGE_BYTES[] = {0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF,
                                        0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
                                        0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF};

TEST(Utf8, AllTextsOfFourEdgeBytesAreLikeTheTable) {
    std::string text(4, 'x');
    for (const unsigned char a : EDGE_BYTES) {
        for (const unsigned char b : EDGE_BYTES) {
            for (const unsigned char c : EDGE_BYTES) {
                for (const unsigned char d : EDGE_BYTES) {
                    text[0] = static_cast<char>(a);
                    text[1] = static_cast<char>(b);
                    text[2] = static_cast<char>(c);
                    text[3] = static_cast<char>(d);
                    ASSERT_NO_FATAL_FAILURE(expect_like_oracle(text));
                }
            }
        }
    }
}

TEST(Utf8, RandomTextsAreLikeTheTable) {
    const std::uint64_t seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    for (int round = 0; round < 20000; ++round) {
        // Long ASCII runs, so that the fast path is entered and left at each offset.
        std::string text(random() % 100, 'a');
        for (std::size_t edits = random() % 4; edits > 0 && !text.empty(); --edits) {
            text[random() % text.size()] = static_cast<char>(EDGE_BYTES[random() % 25]);
        }
        ASSERT_NO_FATAL_FAILURE(expect_like_oracle(text));
    }
}

std::string repaired(std::string text) {
    repair_utf8(text);
    return text;
}

TEST(Utf8, StraysAreWhatWindows1252HasWhereThatFits) {
    EXPECT_EQ(repaired("M\xFCller"), "Mü\u034Fller");
    EXPECT_EQ(repaired("don\x92t \x93ja\x94 5\x80"), "don’\u034Ft “\u034Fja”\u034F 5€\u034F");
    // Cyrillic, and marks within words, are beside what they are not.
    EXPECT_EQ(repaired("да\xE9"), "да\uA569\u034F");
    EXPECT_EQ(repaired("M\x81ller M\x94ller"), "M\uA501\u034Fller M\uA514\u034Fller");
    EXPECT_EQ(repaired("cut \xE4\xB8"), "cut ä\u034F\uA538\u034F");
}

TEST(Utf8, HalvesOfCharactersAreKeptApart) {
    std::set<std::string> halves;
    for (unsigned surrogate = 0xD800; surrogate < 0xE000; ++surrogate) {
        std::string half;
        append_half_character(half, surrogate);
        ASSERT_TRUE(is_valid_utf8(half));
        halves.insert(half);
    }
    EXPECT_EQ(halves.size(), 0x800U);
}

TEST(Utf8, ValidTextIsLeftUntouched) {
    std::string text = "caf\xC3\xA9 \xF0\x9F\x98\x80 long enough to be on the heap";
    const char* const bytes = text.data();
    EXPECT_EQ(repair_utf8(text), 0U);
    EXPECT_EQ(text.data(), bytes);
    EXPECT_TRUE(is_valid_utf8(""));
    EXPECT_TRUE(is_valid_utf8(std::string_view("\0", 1)));
}

}  // namespace
}  // namespace descry
