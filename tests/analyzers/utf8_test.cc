#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <descry/analyzers/utf8.h>

namespace descry {
namespace {

constexpr std::string_view REPLACEMENT = "\xEF\xBF\xBD";

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

struct Repair {
    std::string text;
    std::size_t replacements = 0;
};

Repair repair_slowly(std::string_view text) {
    Repair repair;
    while (!text.empty()) {
        const int size = classify_front(text);
        const auto bytes = static_cast<std::size_t>(size < 0 ? -size : size);
        repair.text += size < 0 ? REPLACEMENT : text.substr(0, bytes);
        repair.replacements += size < 0 ? 1U : 0U;
        text.remove_prefix(bytes);
    }
    return repair;
}

void expect_like_oracle(const std::string& text) {
    const Repair expected = repair_slowly(text);
    ASSERT_EQ(is_valid_utf8(text), expected.replacements == 0) << ::testing::PrintToString(text);
    std::string repaired = text;
    ASSERT_EQ(repair_utf8(repaired), expected.replacements) << ::testing::PrintToString(text);
    ASSERT_EQ(repaired, expected.text) << ::testing::PrintToString(text);
    ASSERT_TRUE(is_valid_utf8(repaired));
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

// The example of Unicode 15, table 3-11.
TEST(Utf8, RepairsTheStandardsExample) {
    std::string text = "\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41";
    EXPECT_EQ(repair_utf8(text), 4U);
    EXPECT_EQ(text, "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\x41");
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
