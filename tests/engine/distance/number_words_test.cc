#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <descry/distance/canonical_text.h>

#include "engine/distance/pair_checks.h"
#include "engine/distance/text_words.h"

namespace descry {
namespace {

std::set<std::string_view> number_words(const CanonicalText& text) {
    std::set<std::string_view> words;
    for_each_word(text.utf8(), [&](std::string_view word) {
        if (is_number_word(word)) words.insert(word);
    });
    return words;
}

bool differ(const char* a, const char* b) {
    const CanonicalText text_a(a);
    const CanonicalText text_b(b);
    const bool result = numbers_differ(text_a, text_b);
    EXPECT_TRUE(result || number_words(text_a) == number_words(text_b)) << a << " / " << b;
    return result;
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
    EXPECT_TRUE(differ("\u1369", "\u136b"));      // Ethiopic, no decimal digits
}

TEST(Numbers, HaveTheirSigns) {
    for (const auto& [a, b] : {std::pair("-500", "500"),
                               {"<5", ">5"},
                               {"80%", "80"},
                               {"1,000", "1.000"},
                               {"1⁄2", "1⁄4"},
                               {"- $ 5", "$ 5"},
                               {"+ € 5", "- € 5"},
                               {"< $ 5", "> $ 5"},
                               {"-iv", "iv"},
                               {"-v", "v"},
                               {"- 三", "三"},
                               {"≤ $ 5", "≥ $ 5"}})
        EXPECT_TRUE(differ((std::string("pay ") + a).c_str(), (std::string("pay ") + b).c_str()));
}

TEST(Numbers, AreRomanAndChineseNumeralsButNoWords) {
    EXPECT_TRUE(differ("part iv", "part vi"));
    EXPECT_TRUE(differ("chapter xlii", "chapter xliii"));
    EXPECT_TRUE(differ("in mcmxcix", "in mcmxcviii"));
    for (const char* const word : {"mix", "did", "civil", "mild", "div", "di", "cm", "iiii", "vx"})
        EXPECT_FALSE(differ(word, "other")) << word;
    EXPECT_TRUE(differ("一", "二"));
    EXPECT_TRUE(differ("第三条 规定", "第四条 规定"));
    EXPECT_FALSE(differ("一般 规定", "其他 规定"));
}

TEST(Numbers, HaveUnitsAndLettersBesideThem) {
    EXPECT_TRUE(differ("pay $ 5", "pay € 5"));
    EXPECT_TRUE(differ("at 20 ° c", "at 20 ° f"));
    EXPECT_TRUE(differ("house 14 b", "house 14 d"));
    EXPECT_FALSE(differ("5 a day", "5 the day"));
    EXPECT_FALSE(differ("a 5 year plan", "the 5 year plan"));
    EXPECT_FALSE(differ("made ☑ yes", "made ☐ yes"));
    EXPECT_FALSE(differ("5 и", "5"));
}

TEST(Numbers, AreKeptApartLikeLettersBehindANoun) {
    EXPECT_TRUE(differ("flat a high street", "flat c high street"));
    EXPECT_TRUE(differ("he takes vitamin c daily", "he takes vitamin d daily"));
    EXPECT_FALSE(differ("take a house", "take the house"));
    EXPECT_TRUE(differ("flat a high street", "flat e high street"));
    EXPECT_TRUE(differ("house 14 a", "house 14 e"));
    EXPECT_FALSE(differ("john f kennedy", "john kennedy"));
}

TEST(Numbers, AreKeptApartLikeLettersOfOtherScripts) {
    EXPECT_TRUE(differ("option α here", "option β here"));
    EXPECT_TRUE(differ("квартира а дом", "квартира в дом"));
    EXPECT_TRUE(differ("квартира а дом", "квартира б дом"));
    EXPECT_TRUE(differ("דירה א", "דירה ב"));
    EXPECT_TRUE(differ("подъезд в", "подъезд к"));
    EXPECT_FALSE(differ("да а", "да б"));  // no noun
    EXPECT_FALSE(differ("第 三 条", "第 三 条"));
}

TEST(Numbers, WithoutOrderCountHowOftenEachStands) {
    EXPECT_TRUE(numbers_differ(std::vector<TermCount>{{"$", 1}, {"5", 1}},
                               std::vector<TermCount>{{"5", 1}, {"€", 1}}));
    EXPECT_TRUE(numbers_differ(std::vector<TermCount>{{"$", 1}, {"-", 1}, {"5", 1}},
                               std::vector<TermCount>{{"$", 1}, {"5", 1}}));
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
