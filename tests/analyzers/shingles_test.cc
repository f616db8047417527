#include "analyzers/shingles.h"

#include <algorithm>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unicode/brkiter.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <descry/analyzers/words.h>

#include "tests/engine/random_seed.h"

namespace descry {
namespace {

using Shingles = std::vector<std::string>;

ShingleOptions options(ShingleKind kind, unsigned width) {
    ShingleOptions made;
    made.kind = kind;
    made.width = width;
    made.fold_digits = true;
    return made;
}

Shingles cut(Shingler& shingler, std::string_view text) {
    Shingles shingles;
    shingler.cut(text, [&](std::string_view shingle) { shingles.emplace_back(shingle); });
    return shingles;
}

Shingles cut(const ShingleOptions& options, std::string_view text) {
    Shingler shingler(options);
    return cut(shingler, text);
}

TEST(Shingles, OfWords) {
    const ShingleOptions three = options(ShingleKind::WORDS, 3);
    EXPECT_EQ(cut(three, "The tide-gauge showed THREE metres."),
              (Shingles{"the tide gauge", "tide gauge showed", "gauge showed three",
                        "showed three metres"}));
    EXPECT_EQ(cut(three, "a b c"), (Shingles{"a b c"}));
    EXPECT_EQ(cut(three, "a b"), (Shingles{"a b"}));
    EXPECT_EQ(cut(three, "a"), (Shingles{"a"}));
    EXPECT_EQ(cut(three, " ?! "), Shingles{});
    EXPECT_EQ(cut(three, ""), Shingles{});
    EXPECT_EQ(cut(options(ShingleKind::WORDS, 1), "b a b"), (Shingles{"b", "a", "b"}));
}

// The words of Barashev, Big Data 2013, lecture 9: two by two.
TEST(Shingles, TheExampleOfBarashevsLecture) {
    EXPECT_EQ(cut(options(ShingleKind::WORDS, 2), "съешь ещё этих мягких французских"),
              (Shingles{"съешь ещё", "ещё этих", "этих мягких", "мягких французских"}));
    EXPECT_EQ(cut(options(ShingleKind::CODE_POINTS, 2), "съешь ещё"),
              (Shingles{"съ", "ъе", "еш", "шь", "ь ", " е", "ещ", "щё"}));
}

TEST(Shingles, DigitsAreOneSign) {
    ShingleOptions two = options(ShingleKind::WORDS, 2);
    EXPECT_EQ(cut(two, "on 17 Nov x9y"), (Shingles{"on 00", "00 nov", "nov x0y"}));
    EXPECT_EQ(cut(two, "عام ١٩٩٨"), (Shingles{"عام 0000"}));
    EXPECT_EQ(cut(options(ShingleKind::CODE_POINTS, 3), "1७é"), (Shingles{"00é"}));
    two.fold_digits = false;
    EXPECT_EQ(cut(two, "on 17"), (Shingles{"on 17"}));
    EXPECT_FALSE(ShingleOptions().fold_digits);
}

TEST(Shingles, OfStems) {
    ShingleOptions two = options(ShingleKind::WORDS, 2);
    two.stem = [](const std::string& word) {
        return word.ends_with('s') ? word.substr(0, word.size() - 1) : word;
    };
    EXPECT_EQ(cut(two, "Gauges show tides"), (Shingles{"gauge show", "show tide"}));
}

TEST(Shingles, OfCharacters) {
    const ShingleOptions three = options(ShingleKind::CODE_POINTS, 3);
    EXPECT_EQ(cut(three, "  A\t\nbC \x01"), (Shingles{"a b", " bc"}));
    EXPECT_EQ(cut(three, "ab"), (Shingles{"ab"}));
    EXPECT_EQ(cut(three, " \n "), Shingles{});
    EXPECT_EQ(cut(three, "Stra\u00dfe\u00a0\u3000x"),
              (Shingles{"str", "tra", "ras", "ass", "sse", "se ", "e x"}));
    ShingleOptions kept = three;
    kept.fold_case = false;
    EXPECT_EQ(cut(kept, "Aß\u00a0\u2003B"), (Shingles{"Aß ", "ß B"}));
    // e and an acute accent compose.
    EXPECT_EQ(cut(three, "e\u0301tee"), (Shingles{"éte", "tee"}));
}

TEST(Shingles, OfGraphemes) {
    ShingleOptions two = options(ShingleKind::GRAPHEMES, 2);
    two.fold_case = false;
    EXPECT_EQ(cut(two, "e\u0301a\U0001F469\u200D\U0001F4BBb"),
              (Shingles{"e\u0301a", "a\U0001F469\u200D\U0001F4BB",
                        "\U0001F469\u200D\U0001F4BB"
                        "b"}));
    // U+0600 is joined to the digit that follows.
    EXPECT_EQ(cut(two, "x\u06001y"), (Shingles{"x\u06000", "\u06000y"}));
    EXPECT_EQ(cut(two, "a\r\nb"), (Shingles{"a ", " b"}));
    EXPECT_EQ(cut(options(ShingleKind::CODE_POINTS, 2), "x\u06001y").size(), 3u);
}

TEST(Shingles, Rejected) {
    EXPECT_THROW(Shingler(options(ShingleKind::WORDS, 0)), std::invalid_argument);
    EXPECT_THROW(Shingler(options(ShingleKind::WORDS, 1001)), std::invalid_argument);
    EXPECT_NO_THROW(Shingler(options(ShingleKind::WORDS, 1000)));
}

TEST(Shingles, AfterAnErrorOfTheSink) {
    Shingler shingler(options(ShingleKind::WORDS, 2));
    EXPECT_THROW(shingler.cut("a b c", [](std::string_view) { throw std::runtime_error("full"); }),
                 std::runtime_error);
    EXPECT_EQ(cut(shingler, "x y"), (Shingles{"x y"}));
}

// --- oracles: all units first, then every few of them
// ---------------------------------------------

Shingles every_few(const std::vector<std::string>& units, std::size_t width,
                   const std::string& separator) {
    Shingles shingles;
    const std::size_t taken = std::min(width, units.size());
    for (std::size_t i = 0; taken > 0 && i + taken <= units.size(); ++i) {
        std::string shingle = units[i];
        for (std::size_t j = 1; j < taken; ++j)
            shingle += separator + units[i + j];
        shingles.push_back(shingle);
    }
    return shingles;
}

bool is_blank(UChar32 c) {
    return u_isUWhiteSpace(c) != 0 || u_charType(c) == U_CONTROL_CHAR;
}

void take_unit(const icu::UnicodeString& unit, std::vector<std::string>& units, bool& is_due) {
    bool blank = true;
    icu::UnicodeString folded;
    for (int32_t i = 0; i < unit.length(); i = unit.moveIndex32(i, 1)) {
        const UChar32 c = unit.char32At(i);
        blank = blank && is_blank(c);
        folded.append(u_charType(c) == U_DECIMAL_DIGIT_NUMBER ? UChar32{'0'} : c);
    }
    if (unit.isEmpty()) return;
    if (blank) {
        is_due = !units.empty();
        return;
    }
    if (is_due) units.emplace_back(" ");
    is_due = false;
    units.emplace_back();
    folded.toUTF8String(units.back());
}

std::vector<std::string> characters_by_icu(const std::string& text, ShingleKind kind, bool fold) {
    UErrorCode status = U_ZERO_ERROR;
    const auto* normalizer = icu::Normalizer2::getNFKCCasefoldInstance(status);
    const auto whole = icu::UnicodeString::fromUTF8(text);
    std::vector<std::string> units;
    bool is_due = false;
    if (kind == ShingleKind::CODE_POINTS) {
        const auto characters = fold ? normalizer->normalize(whole, status) : whole;
        for (int32_t i = 0; i < characters.length(); i = characters.moveIndex32(i, 1))
            take_unit(icu::UnicodeString(characters.char32At(i)), units, is_due);
        return units;
    }
    std::unique_ptr<icu::BreakIterator> breaks(
        icu::BreakIterator::createCharacterInstance(icu::Locale::getRoot(), status));
    breaks->setText(whole);
    int32_t begin = breaks->first();
    for (int32_t end = breaks->next(); end != icu::BreakIterator::DONE; end = breaks->next()) {
        const icu::UnicodeString cluster(whole, begin, end - begin);
        take_unit(fold ? normalizer->normalize(cluster, status) : cluster, units, is_due);
        begin = end;
    }
    return units;
}

std::string random_text(std::mt19937_64& generator, std::size_t length) {
    static const std::vector<std::string> pieces = {
        "a",          "Z",          "7",  " ",      "\n",     "\r\n",   "é",
        "E\u0301",    "\u0301",     "ß",  "Ж",      "漢",     "\u3000", "\u00a0",
        "\u0600",     "\u200d",     "👩", "\u1100", "\u1161", "\u00ad", "٣",
        "\U0001F1E9", "\U0001F1EA", "ﷺ",  ".",      "\x01",   "ก",      "ำ"};
    std::string text;
    for (std::size_t i = 0; i < length; ++i)
        text += pieces[generator() % pieces.size()];
    return text;
}

TEST(Shingles, CharactersEqualIcu) {
    DESCRY_RANDOM(generator);
    for (const ShingleKind kind : {ShingleKind::CODE_POINTS, ShingleKind::GRAPHEMES}) {
        for (const bool fold : {true, false}) {
            ShingleOptions made = options(kind, 1);
            made.fold_case = fold;
            Shingler shingler(made);
            for (unsigned round = 0; round < 1500; ++round) {
                // Some beyond what is normalised at once.
                const std::string text =
                    random_text(generator, round % 500 == 0 ? 3000 : generator() % 12);
                ASSERT_EQ(cut(shingler, text), characters_by_icu(text, kind, fold))
                    << ::testing::PrintToString(text);
            }
        }
    }
}

// Long runs are normalised in stretches: none ends within what composes.
TEST(Shingles, LongRunsOfWhatComposes) {
    for (const char* start : {"", "é", "ß", "漢"}) {
        std::string text = start;
        for (unsigned i = 0; i < 2000; ++i)
            text += "\u1100\u1161";
        EXPECT_EQ(cut(options(ShingleKind::CODE_POINTS, 1), text),
                  characters_by_icu(text, ShingleKind::CODE_POINTS, true));
    }
}

TEST(Shingles, EqualEveryFewUnits) {
    DESCRY_RANDOM(generator);
    WordAnalyzer analyzer;
    for (unsigned round = 0; round < 60; ++round) {
        const auto width = static_cast<unsigned>(1 + generator() % 12);
        // Texts beyond what the window keeps.
        const std::string text = random_text(generator, round % 6 == 0 ? 12000 : generator() % 40);
        std::vector<std::string> words;
        analyzer.analyze(text, [&](std::string_view word) { words.emplace_back(word); });
        ShingleOptions made = options(ShingleKind::WORDS, width);
        made.fold_digits = false;
        const Shingles expected = every_few(words, width, " ");
        ASSERT_EQ(cut(made, text), expected);
        ASSERT_EQ(cut(options(ShingleKind::CODE_POINTS, width), text),
                  every_few(characters_by_icu(text, ShingleKind::CODE_POINTS, true), width, ""));
    }
}

// Shingles that are longer than what the window keeps at first.
TEST(Shingles, OfLongWords) {
    std::vector<std::string> words;
    std::string text;
    for (unsigned i = 0; i < 500; ++i) {
        words.push_back(std::string(150 + i % 90, static_cast<char>('a' + i % 26)));
        text += words.back() + "\n";
    }
    for (const unsigned width : {1u, 7u, 100u, 499u, 500u, 501u})
        EXPECT_TRUE(cut(options(ShingleKind::WORDS, width), text) == every_few(words, width, " "));
}

// A run of marks that nobody writes ends, and quickly.
TEST(Shingles, OfManyMarks) {
    std::string text = "a";
    for (unsigned i = 0; i < 100'000; ++i)
        text += "\u0301";
    for (const ShingleKind kind : {ShingleKind::CODE_POINTS, ShingleKind::GRAPHEMES})
        EXPECT_FALSE(cut(options(kind, 3), text).empty());
}

}  // namespace
}  // namespace descry
