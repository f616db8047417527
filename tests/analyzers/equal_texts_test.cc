// Which texts are equal, beside ICU's normalisation of whole texts.
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <descry/analyzers/equal_texts.h>

#include "tests/volume.h"

namespace descry {
namespace {

std::string folded_at_once(const std::string& text) {
    UErrorCode status = U_ZERO_ERROR;
    const icu::UnicodeString whole = icu::Normalizer2::getNFKCCasefoldInstance(status)->normalize(
        icu::UnicodeString::fromUTF8(text), status);
    EXPECT_TRUE(U_SUCCESS(status));
    icu::UnicodeString left;
    for (std::int32_t i = 0; i < whole.length(); i = whole.moveIndex32(i, 1))
        if (u_isUWhiteSpace(whole.char32At(i)) == 0) left.append(whole.char32At(i));
    std::string utf8;
    return left.toUTF8String(utf8);
}

TEST(EqualTexts, DifferInCaseWhiteSpaceAndCompatibilityFormsAlone) {
    for (const auto& [a, b] : std::vector<std::pair<std::string_view, std::string_view>>{
             {"", " \n"},
             {"The  ferry\tleaves", "the ferry\u00A0LEAVES\u2003\u3000"},
             {"Stra\u00DFe", "STRASSE"},
             {"caf\u00E9", "cafe\u0301"},
             {"\uFF21\uFF22 \uFB01", "ab fi"},
             {"soft\u00ADhyphen", "softhyphen"}})
        EXPECT_TRUE(equal_texts(a, b)) << a << " | " << b;
}

TEST(EqualTexts, DifferInNothingElse) {
    for (const auto& [a, b] : std::vector<std::pair<std::string_view, std::string_view>>{
             {"", "."},
             {"-500", "500"},
             {"a.", "a,"},
             {"e-mail", "email"},
             {"cafe", "caf\u00E9"},
             {"\u2612", "\u2611"},
             {"\U0001F3F4\U000E0067\U000E007F", "\U0001F3F4\U000E0068\U000E007F"},
             {"\U0001F600\U0001F3F4\U000E0067\U000E007F", "\U0001F600\U0001F3F4"},
             {std::string_view("a\0b", 3), "ab"}})
        EXPECT_FALSE(equal_texts(a, b)) << a << " | " << b;
}

TEST(EqualTexts, AreFoldedAsICUFoldsThemWhole) {
    const std::vector<std::string> parts{
        "a",      "B",      " ",          "\n",     "-",      "\u0301", "\u00DF",
        "\u00A0", "\u212B", "\uFDFA",     "\u1100", "\u1161", "\u3099", "\u304B",
        "\u00B4", "\u0345", "\U0001F600", "\u200D", "\u2028", "\u4E2D", "abcdefghij KLM"};
    std::mt19937 random(56);
    for (int n = 0; n < testing::scaled(200'000); ++n) {
        std::string text;
        for (std::size_t i = random() % 12; i > 0; --i)
            text += parts[random() % parts.size()];
        ASSERT_EQ(folded_text(text), folded_at_once(text)) << text;
    }
    std::string every;
    for (UChar32 c = 1; c <= 0x10FFFF; ++c) {
        if (U_IS_UNICODE_CHAR(c) == 0) continue;
        icu::UnicodeString(c).append(c % 7 == 0 ? "\u0301 " : "x").toUTF8String(every);
    }
    EXPECT_EQ(folded_text(every), folded_at_once(every));
}

// Beyond what is normalised at once.
TEST(EqualTexts, MayBeLongWithoutASpace) {
    std::string text;
    for (int i = 0; i < 20'000; ++i)
        text += "\uD55C\u1112\u1161\u11AB\u304B\u3099";
    EXPECT_EQ(folded_text(text), folded_at_once(text));
    EXPECT_TRUE(equal_texts("a" + std::string(100'000, '\n') + "B", "Ab"));
}

}  // namespace
}  // namespace descry
