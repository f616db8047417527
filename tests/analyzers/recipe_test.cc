#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include <descry/analyzers/recipe.h>

namespace descry {
namespace {

constexpr char LINE[] =
    "icu-words/5 sample=8f5bd0ac882fbfb8 normalization=nfkc_casefold mid-word=split max-bytes=245";
// What 0.1.0 wrote.
constexpr char LINE_OF_VERSION_1[] =
    "icu-words/1 unicode=15.0 icu=72 normalization=nfkc_casefold mid-word=split max-bytes=245";

std::string why_rejected(const std::string& line) {
    try {
        AnalyzerRecipe::parse(line);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "it was not refused";
}

TEST(Recipe, IsWrittenAsDocumented) {
    AnalyzerRecipe recipe;
    recipe.sample = "8f5bd0ac882fbfb8";
    recipe.mid_word = MidWord::SPLIT;
    EXPECT_EQ(recipe.to_string(), LINE);
}

TEST(Recipe, IsReadAsWritten) {
    AnalyzerRecipe recipe;
    EXPECT_EQ(AnalyzerRecipe::parse(recipe.to_string()), recipe);
    recipe.sample = "0123456789abcdef";
    recipe.mid_word = MidWord::SPLIT;
    recipe.max_bytes = 64;
    EXPECT_EQ(AnalyzerRecipe::parse(recipe.to_string()), recipe);
    EXPECT_EQ(AnalyzerRecipe::parse(LINE).to_string(), LINE);
}

TEST(Recipe, OfAnEarlierVersionIsWrittenAsToday) {
    const AnalyzerRecipe recipe = AnalyzerRecipe::parse(LINE_OF_VERSION_1);
    EXPECT_EQ(recipe.rules, WordRules::VERSION_1);
    EXPECT_EQ(recipe.to_string(), "icu-words/1" + std::string(LINE).substr(11));
    std::string keeping = LINE_OF_VERSION_1;
    keeping.replace(keeping.find("split"), 5, "keep");
    EXPECT_NE(AnalyzerRecipe::parse(keeping).sample, recipe.sample);
    EXPECT_EQ(recipe.by_running_icu().rules, WordRules::VERSION_1);
    EXPECT_NE(recipe, AnalyzerRecipe::parse(LINE));
    EXPECT_EQ(recipe.difference(AnalyzerRecipe::parse(LINE)),
              "analyzer is icu-words/1, not icu-words/5");
}

TEST(Recipe, OrderOfSettingsDoesNotMatter) {
    EXPECT_EQ(AnalyzerRecipe::parse("icu-words/5 max-bytes=245 mid-word=split "
                                    "normalization=nfkc_casefold sample=8f5bd0ac882fbfb8"),
              AnalyzerRecipe::parse(LINE));
}

TEST(Recipe, AnotherSampleDiffersByName) {
    AnalyzerRecipe ours = AnalyzerRecipe::parse(LINE);
    AnalyzerRecipe other = ours;
    EXPECT_EQ(other.difference(ours), "");
    other.sample = "0123456789abcdef";
    other.mid_word = MidWord::KEEP;
    EXPECT_NE(other, ours);
    EXPECT_EQ(other.difference(ours),
              "sample is 0123456789abcdef, not 8f5bd0ac882fbfb8; mid-word is keep, not split");
}

TEST(Recipe, RefusalNamesWhatIsWrong) {
    const std::string line(LINE);
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string changed = line;
        return changed.replace(changed.find(from), from.size(), to);
    };
    const std::pair<std::string, std::string> cases[] = {
        {"", "unknown analyzer \"\""},
        {with("icu-words/5", "icu-words/6"),
         "unknown analyzer \"icu-words/6\", this version knows icu-words/1 to icu-words/5"},
        {with("icu-words/5", "icu-words/0"), "unknown analyzer \"icu-words/0\""},
        {with("icu-words/5", "icu-words/10"), "unknown analyzer \"icu-words/10\""},
        {with("icu-words/5", "icu-words"), "unknown analyzer \"icu-words\""},
        {line + " stem=en", "unknown setting \"stem=en\""},
        {line + " sample", "repeated setting sample"},
        {line + "  sample=8f5bd0ac882fbfb8", "unknown setting \"\""},
        {line + " sample=8f5bd0ac882fbfb8", "repeated setting sample"},
        {with(" sample=8f5bd0ac882fbfb8", ""), "missing setting sample"},
        {with("sample=8f5bd0ac882fbfb8", "unicode=14.0 icu=70"),
         "unknown setting \"unicode=14.0\""},
        {with(" max-bytes=245", ""), "missing setting max-bytes"},
        {with("8f5bd0ac882fbfb8", "8f5bd0ac882fbfb"),
         "unknown value \"8f5bd0ac882fbfb\" of sample"},
        {with("8f5bd0ac882fbfb8", "8F5BD0AC882FBFB8"), "of sample"},
        {with("=8f5bd0ac882fbfb8", "="), "unknown value \"\" of sample"},
        {with("=8f5bd0ac882fbfb8", ""), "unknown value \"\" of sample"},
        {with("nfkc_casefold", "nfc"), "unknown value \"nfc\" of normalization"},
        {with("split", "cut"), "unknown value \"cut\" of mid-word"},
        {with("245", "0"), "unknown value \"0\" of max-bytes"},
        {with("245", "246"), "unknown value \"246\" of max-bytes"},
        {with("245", "-1"), "unknown value \"-1\" of max-bytes"},
        {with("245", "24x"), "unknown value \"24x\" of max-bytes"},
        {with("245", "99999999999999999999"), "of max-bytes"},
    };
    for (const auto& [rejected, reason] : cases) {
        EXPECT_NE(why_rejected(rejected).find(reason), std::string::npos)
            << rejected << "\n  was: " << why_rejected(rejected);
    }
}

TEST(Recipe, ThisProgramNamesItsIcu) {
    EXPECT_NE(AnalyzerRecipe::running_icu().find('.'), std::string::npos);
    EXPECT_GE(std::stoi(AnalyzerRecipe::running_icu()), 70);
    EXPECT_EQ(AnalyzerRecipe::parse(LINE).by_running_icu(), AnalyzerRecipe());
}

}  // namespace
}  // namespace descry
