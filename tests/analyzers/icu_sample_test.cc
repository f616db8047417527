#include "analyzers/icu_sample.h"

#include <set>
#include <string>

#include <gtest/gtest.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>

#include <descry/analyzers/words.h>

namespace descry {
namespace {

TEST(IcuSample, IsCutAsItIsKnownOfThisIcu) {
    for (const MidWord mid_word : {MidWord::KEEP, MidWord::SPLIT}) {
        const std::string tried = try_icu_sample(mid_word);
        EXPECT_EQ(loaded_icu_sample(mid_word), tried);
        const std::string_view known = known_icu_sample(AnalyzerRecipe::running_icu(), mid_word);
        if (!known.empty()) {
            EXPECT_EQ(known, tried);
        }
    }
    EXPECT_EQ(known_icu_sample("0.9", MidWord::SPLIT), "");
}

// What an index of Debian 12 is worth on Debian 13.
TEST(IcuSample, IsCutAlikeByBothDebians) {
    EXPECT_EQ(known_icu_sample("72.1", MidWord::SPLIT), known_icu_sample("76.1", MidWord::SPLIT));
    EXPECT_NE(known_icu_sample("72.1", MidWord::KEEP), known_icu_sample("76.1", MidWord::KEEP));
}

TEST(IcuSample, HoldsEachScriptOfUnicode15AndNoLaterCharacter) {
    const auto text = icu::UnicodeString::fromUTF8(icu_sample());
    std::set<int32_t> scripts;
    std::set<UChar32> characters;
    for (int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
        const UChar32 c = text.char32At(i);
        characters.insert(c);
        scripts.insert(u_getIntPropertyValue(c, UCHAR_SCRIPT));
        UVersionInfo age;
        u_charAge(c, age);
        ASSERT_LT(age[0] * 10 + age[1], 151) << std::hex << c;
        ASSERT_GT(age[0], 0) << std::hex << c;
    }
    EXPECT_GT(characters.size(), 5000U);
    // All of them but the two of characters that belong to none.
    EXPECT_EQ(scripts.size(), 164U);
    std::size_t words = 0;
    WordAnalyzer().analyze(icu_sample(), [&](std::string_view) { ++words; });
    EXPECT_GT(words, 10'000U);
}

}  // namespace
}  // namespace descry
