#include "engine/distance/digit_words.h"

#include <vector>

#include <gtest/gtest.h>

#include <descry/distance/canonical_text.h>

namespace descry {
namespace {

bool differ(const char* a, const char* b) {
    return numbers_differ(CanonicalText(a), CanonicalText(b));
}

TEST(Numbers, AreTheWordsWithADigitInTheirOrder) {
    EXPECT_FALSE(differ("", ""));
    EXPECT_FALSE(differ("", "no number at all"));
    EXPECT_FALSE(differ("pay 12 until may 3rd", "please pay 12 before may the 3rd"));
    EXPECT_TRUE(differ("pay 12 until may 3rd", "pay 12 until may 4th"));
    EXPECT_TRUE(differ("pay 12 until may 3rd", "pay 12 until may"));
    EXPECT_TRUE(differ("pay 12", "pay 12 12"));
    EXPECT_TRUE(differ("from 1 to 2", "from 2 to 1"));
    EXPECT_TRUE(differ("12", "1 2"));
}

TEST(Numbers, AreOfAnyScript) {
    EXPECT_TRUE(differ("\u0663", "\u0664"));      // Arabic-Indic
    EXPECT_TRUE(differ("\u096b", ""));            // Devanagari
    EXPECT_TRUE(differ("\uff19 a", "\uff18 a"));  // full-width
    EXPECT_FALSE(differ("\u066a", "\u066b"));     // beside digits
    EXPECT_FALSE(differ("\u4e00", "\u4e8c"));     // one and two, as words
}

TEST(Numbers, WithoutOrderCountHowOftenEachStands) {
    const std::vector<TermCount> a = {{"12", 1}, {"a", 5}, {"b2", 2}};
    const std::vector<TermCount> same = {{"12", 1}, {"b", 1}, {"b2", 2}};
    const std::vector<TermCount> other_count = {{"12", 1}, {"b2", 1}};
    const std::vector<TermCount> fewer = {{"12", 1}, {"a", 5}};
    EXPECT_FALSE(numbers_differ(a, same));
    EXPECT_TRUE(numbers_differ(a, other_count));
    EXPECT_TRUE(numbers_differ(a, fewer));
    EXPECT_TRUE(numbers_differ(fewer, a));
    EXPECT_TRUE(numbers_differ(fewer, {}));
}

}  // namespace
}  // namespace descry
