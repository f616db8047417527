// Words that NFKC_Casefold would cut, by either version of the rules.
#include <cstddef>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <unicode/normalizer2.h>
#include <unicode/uniset.h>
#include <unicode/unistr.h>

#include <descry/analyzers/words.h>

#include "tests/analyzers/words_of.h"
#include "tests/analyzers/words_oracle.h"
#include "tests/volume.h"

namespace descry {
namespace {

using testing::all_recipes;
using testing::Words;
using testing::words_by_icu;
using testing::words_of;

// One compatibility character stands for a phrase of four words: what it does to a word is one
// edit.
TEST(WordFold, StayOneWhenTheyAreNormalised) {
    for (const MidWord mid_word : {MidWord::KEEP, MidWord::SPLIT}) {
        EXPECT_EQ(words_of("\uFDFA", mid_word), (Words{"\uFDFA"}));
        EXPECT_EQ(words_of("قال \uFDFA ثم", mid_word), (Words{"قال", "\uFDFA", "ثم"}));
        EXPECT_EQ(words_of("A\uFDFAＢ\uFDFB", mid_word), (Words{"a\uFDFAb\uFDFB"}));
        // Marks join the letter before them, and what comes of the two is composed.
        EXPECT_EQ(words_of("\uFEE1\uFE76\uFEE6 \uFDFA\uFE76", mid_word),
                  (Words{"\u0645\u0646", "\uFDFA"}));
        EXPECT_EQ(words_of("Α\u037A ᾼ \u037A", mid_word), (Words{"αι", "αι", "ι"}));
    }
    EXPECT_EQ(words_of("カ\u309Bラ"), (Words{"ガラ"}));
    EXPECT_EQ(words_of("カ\u309Bラ", MidWord::SPLIT), (Words{"カ", "ラ"}));
}

// What the text itself has between words: a space that ICU takes into a word, a middle dot.
TEST(WordFold, AreCutWhereTheTextIs) {
    EXPECT_EQ(words_of("12\u202F500\uFDFA\u202F000"), (Words{"12", "500\uFDFA", "000"}));
    EXPECT_EQ(words_of("12\u202F500", MidWord::SPLIT), (Words{"12", "500"}));
    EXPECT_EQ(words_of("co\u0140lecció col·lecció"), (Words{"col·lecció", "col·lecció"}));
    EXPECT_EQ(words_of("co\u0140lecció col·lecció", MidWord::SPLIT),
              (Words{"col", "lecció", "col", "lecció"}));
}

TEST(WordFold, OfVersion1AreCutAtTheSpacesOfTheirNormalisation) {
    const Words phrase{"صلى", "الله", "عليه", "وسلم"};
    for (const MidWord mid_word : {MidWord::KEEP, MidWord::SPLIT}) {
        EXPECT_EQ(words_of("\uFDFA", mid_word, WordRules::VERSION_1), phrase);
        EXPECT_EQ(words_of("\uFDFB", mid_word, WordRules::VERSION_1), (Words{"جل", "جلاله"}));
        EXPECT_EQ(words_of("α\u037A \u037A", mid_word, WordRules::VERSION_1),
                  (Words{"α", "ι", "ι"}));
    }
}

// All that make several words of one, as docs/stored-format.md lists them; in every surroundings
// that joins one kind of character.
TEST(WordFold, CharactersThatCutAWordAreTheOnesThatAreDocumented) {
    UErrorCode status = U_ZERO_ERROR;
    const auto set_of = [&status](const char16_t* pattern) {
        return icu::UnicodeSet(icu::UnicodeString(pattern), status);
    };
    const icu::UnicodeSet phrases = set_of(u"[\uFDFA\uFDFB]");
    const icu::UnicodeSet marks =
        set_of(u"[\u037A\uFC5E-\uFC63\uFE70\uFE72\uFE74\uFE76\uFE78\uFE7A\uFE7C\uFE7E]");
    const icu::UnicodeSet marks_of_kana = set_of(u"[\u309B\u309C]");
    const auto expected_of = [&](const AnalyzerRecipe& recipe) {
        const bool is_kept = recipe.mid_word == MidWord::KEEP;
        icu::UnicodeSet expected = set_of(is_kept ? u"[\\u202F]" : u"[\u013F\u0140]");
        if (recipe.rules != WordRules::VERSION_1) return expected;
        expected.addAll(phrases).addAll(marks);
        if (is_kept) expected.addAll(marks_of_kana);
        return expected;
    };
    const icu::Normalizer2* const fold = icu::Normalizer2::getNFKCCasefoldInstance(status);
    constexpr std::string_view NEIGHBOURS[] = {"", "a", "1", "_", "א", "ع", "カ", "漢", "ก", "한"};
    for (const AnalyzerRecipe& recipe : all_recipes()) {
        WordAnalyzer analyzer(recipe);
        icu::UnicodeSet found;
        for (UChar32 c = 0; c <= UCHAR_MAX_VALUE; ++c) {
            if (u_charType(c) == U_SURROGATE) continue;
            const icu::UnicodeString alone(c);
            const bool is_folded = fold->normalize(alone, status) != alone;
            if (!is_folded && !testing::has_full_volume()) continue;
            for (const std::string_view neighbour : NEIGHBOURS) {
                std::string text(neighbour);
                alone.toUTF8String(text);
                text += neighbour;
                std::size_t pieces = 0;
                words_by_icu(text, recipe, nullptr, &pieces);
                if (words_of(analyzer, text).size() > pieces) found.add(c);
                if (!is_folded) break;  // as it stands in the text
            }
        }
        icu::UnicodeString pattern;
        std::string shown;
        found.toPattern(pattern, true).toUTF8String(shown);
        EXPECT_TRUE(found == expected_of(recipe))
            << u_errorName(status) << " " << recipe.to_string() << ": " << shown;
    }
}

}  // namespace
}  // namespace descry
