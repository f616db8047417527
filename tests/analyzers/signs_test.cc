#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <descry/analyzers/words.h>

#include "analyzers/utf8.h"
#include "tests/analyzers/words_of.h"
#include "tests/volume.h"

namespace descry {
namespace {

using testing::recipe_of;
using testing::Words;

Words signed_words(std::string_view text) {
    return testing::words_of(text, MidWord::SPLIT, WordRules::VERSION_5);
}

TEST(Signs, OfCategoriesNoSoScSkAndSmAreWordsOrPartOfThem) {
    EXPECT_EQ(signed_words("10 m², ½ cup ②Foo ⑴ ⅳ"),
              (Words{"10", "m2", "1⁄2", "cup", "2foo", "1", "iv"}));
    EXPECT_EQ(signed_words("20℃ 20°C 5 ㎎ ㈱ Foo™ №5"),
              (Words{"20", "°", "c", "20", "°", "c", "5", "mg", "株", "foo", "tm", "no", "5"}));
    EXPECT_EQ(signed_words("$5 €5 ＄5 ☑ ☐ 👍🏽🇩🇪 ❤️"),
              (Words{"$", "5", "€", "5", "$", "5", "☑", "☐", "👍", "🏽", "🇩", "🇪", "❤"}));
    EXPECT_EQ(signed_words("3×4 3÷4 a→b x⁻³ x^2 e^{-x}"),
              (Words{"3", "×", "4", "3", "÷", "4", "a", "→", "b", "x", "−", "3", "x", "^", "2", "e",
                     "^", "x"}));
    EXPECT_EQ(signed_words("約1,000円 第②条 제1,000호"),
              (Words{"約", "1,000", "円", "第", "2", "条", "제", "1,000", "호"}));
}

TEST(Signs, OfNumbersBelongToThem) {
    EXPECT_EQ(signed_words("-500 +5 −5 －5 ±5 (-5) -.5 .5 -$5"),
              (Words{"-500", "+5", "-5", "-5", "±5", "-5", "-.5", ".5", "-", "$", "5"}));
    EXPECT_EQ(signed_words("-½ ½ -Ⅳ ﹣5 ‑5 ‐5 ＋5 ﹢5 ﹤5 <½ ﹩5"),
              (Words{"-1⁄2", "1⁄2", "-iv", "-5", "-5", "-5", "+5", "+5", "<5", "<1⁄2", "$", "5"}));
    EXPECT_EQ(signed_words("<5 >5 ≤5 ≥5 p<0.05 p<=0.05 x>5 x>=-3"),
              (Words{"<5", ">5", "≤5", "≥5", "p", "<0.05", "p", "<=0.05", "x", ">5", "x", ">=-3"}));
    EXPECT_EQ(signed_words("\"<5\" \">5\" '>5' (\">5\") \"≤5\" <a href=\"x\">5</a> <a x=''>5"),
              (Words{"<5", ">5", ">5", ">5", "≤5", "a", "href", "x", "5", "a", "a", "x", "5"}));
    EXPECT_EQ(signed_words("80% 5％ 3‰ 1,000 1.000 1٬000 ５．５"),
              (Words{"80%", "5%", "3‰", "1,000", "1.000", "1٬000", "5.5"}));
    EXPECT_EQ(signed_words("C C# C++ C++11 F#. 50+ A+B"),
              (Words{"c", "c#", "c++", "c++11", "f#", "50+", "a", "b"}));
}

TEST(Signs, OfAmountsAreWordsBeforeThem) {
    EXPECT_EQ(signed_words("-$500 +$5 −$5 －$.5 ‑€5 -€½ <$5 >=-€5"),
              (Words{"-", "$", "500", "+", "$", "5",   "-", "$", "5", "-",   "$", ".5",
                     "-", "€", "5",   "-", "€", "1⁄2", "<", "$", "5", ">=-", "€", "5"}));
    EXPECT_EQ(signed_words("-三 +三十 －三 第-三 a-三 ‑三"),
              (Words{"-", "三", "+", "三十", "-", "三", "第", "三", "a", "三", "-", "三"}));
    EXPECT_EQ(signed_words("5-$6 $a-$b -$x --$5 US-$5 e‑mail 5‑6 -$$5 x -$"),
              (Words{"5",  "$", "6", "$", "a",    "$", "b", "$",  "x", "$", "5",
                     "us", "$", "5", "e", "mail", "5", "6", "$$", "5", "x", "$"}));
}

TEST(Signs, OfTablesTagsAndHyphensAreNoWords) {
    EXPECT_EQ(signed_words("5-6 2020-01-02 e-mail --x --5 -x 10:30 5. 5, a.5 a%20b #5 `x` ~5"),
              (Words{"5",  "6", "2020", "01", "02", "e", "mail", "x", "5", "x", "10",
                     "30", "5", "5",    "a",  "5",  "a", "20b",  "5", "x", "5"}));
    EXPECT_EQ(signed_words("----- **** ==== ++++ | + - > < # ## ^^^ ┌──┐ ▒▒▒"), Words());
    EXPECT_EQ(signed_words("> text\n>5 apples\n>> 5\n<b>5</b> =>5 ->5 <<5"),
              (Words{"text", "5", "apples", "5", "b", "5", "b", "5", "5", "5"}));
}

TEST(Signs, OfOneKindInARowAreOneWordOrADrawing) {
    EXPECT_EQ(signed_words("★★★★☆ $$$"), (Words{"★★★★", "☆", "$$$"}));
    std::string row;
    for (int i = 0; i < 16; ++i)
        row += "★";
    EXPECT_EQ(signed_words("a " + row + " b"), (Words{"a", row, "b"}));
    EXPECT_EQ(signed_words("a ★" + row + " b"), (Words{"a", "b"}));
}

TEST(Signs, OfRegionsAreTheirFlags) {
    const std::string england = "\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E007F";
    EXPECT_EQ(signed_words("\U0001F3F4 " + england + england + " a\U000E0067b"),
              (Words{"\U0001F3F4", england, england, "ab"}));
}

TEST(Signs, CountByVersion5Alone) {
    EXPECT_EQ(testing::words_of("-500 $5 1,000 m² ☑", MidWord::SPLIT, WordRules::VERSION_4),
              (Words{"500", "5", "1", "000", "m"}));
    EXPECT_EQ(testing::words_of("-500 don't 3.14 ☑", MidWord::KEEP, WordRules::VERSION_5),
              (Words{"-500", "don't", "3.14", "☑"}));
}

bool is_symbol(UChar32 c) {
    return (U_GET_GC_MASK(c) & (U_GC_SO_MASK | U_GC_SC_MASK | U_GC_SK_MASK | U_GC_NO_MASK)) != 0;
}

std::string utf8_of(UChar32 c) {
    std::string utf8;
    icu::UnicodeString(c).toUTF8String(utf8);
    return utf8;
}

TEST(Signs, OfEveryKindMakeADifference) {
    std::vector<std::string> lost;
    for (UChar32 c = 0x80; c <= UCHAR_MAX_VALUE; ++c) {
        if (!is_symbol(c) || u_isdefined(c) == 0) continue;
        const std::string sign = utf8_of(c);
        if (signed_words("a " + sign + " b").size() < 3) lost.push_back(sign);
    }
    // Lines and blocks that tables are drawn of, and what stands for "`", "^" and such a line.
    constexpr std::size_t DRAWINGS = 0x259F - 0x2500 + 1;
    EXPECT_EQ(lost.size(), DRAWINGS + 4) << lost.back();
    for (const char* const sign : {"\u1FEF", "＾", "｀", "￨"})
        EXPECT_EQ(std::count(lost.begin(), lost.end(), sign), 1) << sign;
}

// What a text is made of at random: letters of several scripts, digits, signs, white space.
std::string random_text(std::mt19937& random) {
    static const std::vector<std::string> PARTS = {
        "a",  "B",    "é",  "я",  "한", "漢", "ก",  "ا",      "1",      "2",          "٣",
        "²",  "½",    "+",  "-",  "−",  "<",  ">",  "=",      ".",      ",",          "%",
        "#",  "$",    "€",  "^",  "☑",  "★",  "℃",  "°",      "´",      "~",          "_",
        "'",  "/",    "\"", "|",  "\n", " ",  " ",  "ab",     "\u0301", "\u00AD",     "\u200D",
        "👍", "\xFF", "－", "三", "‑",  "﹣", "か", "\u3099", "\u0E4D", "\U0001F3F4", "\U000E0067"};
    std::string text;
    for (auto size = random() % 24; size > 0; --size)
        text += PARTS[random() % PARTS.size()];
    return text;
}

TEST(Signs, GiveTermsThatXapianTakesWhateverStandsBefore) {
    std::mt19937 random(2002);
    for (const MidWord mid_word : {MidWord::SPLIT, MidWord::KEEP}) {
        WordAnalyzer analyzer(recipe_of(mid_word, WordRules::VERSION_5));
        for (int i = 0; i < 20'000; ++i) {
            const std::string first = random_text(random);
            const std::string second = "x " + random_text(random);
            Words expected = testing::words_of(analyzer, first);
            for (const std::string& word : testing::words_of(analyzer, second))
                expected.push_back(word);
            ASSERT_EQ(testing::words_of(analyzer, first + " " + second), expected)
                << first << " | " << second;
            for (const std::string& word : expected) {
                ASSERT_FALSE(word.empty());
                ASSERT_TRUE(is_valid_utf8(word));
                ASSERT_FALSE(word[0] >= 'A' && word[0] <= 'Z') << word;
                ASSERT_EQ(word.find_first_of(" \n"), std::string::npos) << word;
            }
        }
    }
}

// A text without a space is cut by blocks where all of it is ASCII, and by characters where not.
TEST(Signs, AreTheSameByBlocksOfASCII) {
    std::mt19937 random(56);
    constexpr std::string_view PARTS = "aBc12345..,,--++<>==%##$$^()\"'~_/";
    WordAnalyzer analyzer(recipe_of(MidWord::SPLIT, WordRules::VERSION_5));
    for (int i = 0; i < testing::scaled(4'000); ++i) {
        // Of a few characters each, so that runs and numbers are long now and then.
        const std::size_t kinds = 1 + random() % PARTS.size();
        const std::size_t first = random() % PARTS.size();
        std::string text;
        for (auto size = 32 + random() % 5'000; size > 0; --size)
            text += PARTS[(first + random() % kinds) % PARTS.size()];
        // A drawing longer than what is read at once.
        if (i % 4 == 0) text.insert(random() % text.size(), 2'000 + random() % 3'000, '$');
        Words expected = testing::words_of(analyzer, text + "(é");
        ASSERT_EQ(expected.back(), "é");
        expected.pop_back();
        ASSERT_EQ(testing::words_of(analyzer, text + "("), expected) << text;
    }
}

}  // namespace
}  // namespace descry
