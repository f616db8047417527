#include <set>
#include <string>

#include <gtest/gtest.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>

#include <descry/analyzers/words.h>

#include "analyzers/icu_text.h"

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

bool is_of_unicode_15(UChar32 c) {
    UVersionInfo age;
    u_charAge(c, age);
    return age[0] > 0 && age[0] * 10 + age[1] <= 150;
}

TEST(IcuSample, HoldsEachScriptOfUnicode15AndNoLaterCharacter) {
    std::set<int32_t> all_scripts;
    for (UChar32 c = 0; c <= UCHAR_MAX_VALUE; ++c) {
        const bool is_assigned = is_of_unicode_15(c) && u_charType(c) != U_PRIVATE_USE_CHAR &&
                                 u_charType(c) != U_SURROGATE && u_isdefined(c) != 0;
        if (is_assigned) all_scripts.insert(u_getIntPropertyValue(c, UCHAR_SCRIPT));
    }
    const auto text = icu::UnicodeString::fromUTF8(icu_sample());
    std::set<int32_t> scripts;
    std::set<UChar32> characters;
    for (int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
        const UChar32 c = text.char32At(i);
        ASSERT_TRUE(is_of_unicode_15(c)) << std::hex << c;
        characters.insert(c);
        scripts.insert(u_getIntPropertyValue(c, UCHAR_SCRIPT));
    }
    EXPECT_EQ(scripts, all_scripts);
    EXPECT_GT(scripts.size(), 160U);
    EXPECT_GT(characters.size(), 5000U);
    std::size_t words = 0;
    WordAnalyzer().analyze(icu_sample(), [&](std::string_view) { ++words; });
    EXPECT_GT(words, 10'000U);
}

}  // namespace
}  // namespace descry
