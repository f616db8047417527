#include <algorithm>
#include <cstdint>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <descry/analyzers/words.h>

#include "tests/analyzers/corpus_texts.h"
#include "tests/analyzers/words_of.h"
#include "tests/analyzers/words_oracle.h"
#include "tests/cpu_targets.h"
#include "tests/shared_data.h"
#include "tests/volume.h"

namespace descry {
namespace {

using testing::all_recipes;
using testing::recipe_of;
using testing::Words;
using testing::words_by_icu;
using testing::words_of;

std::string times(std::size_t count, std::string_view part) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
        text += part;
    return text;
}

TEST(Words, AreIcusWordsFolded) {
    EXPECT_EQ(words_of("Don't pay 3.14 at Foo_Bar, C.org: 10:30!"),
              (Words{"don't", "pay", "3.14", "at", "foo_bar", "c.org", "10", "30"}));
    EXPECT_EQ(words_of("Straße STRASSE İstanbul ﬁn Ｆｕｌｌ　Ｗｉｄｔｈ"),
              (Words{"strasse", "strasse", "i\u0307stanbul", "fin", "full", "width"}));
    EXPECT_EQ(words_of("café cafe\u0301 CAFE\u0301 co\u00ADop 😀👍🏽 x² ①½"),
              (Words{"café", "café", "café", "coop", "x"}));
    EXPECT_EQ(words_of("日本語のテキスト。東京都"),
              (Words{"日本語", "の", "テキスト", "東京", "都"}));
    EXPECT_EQ(words_of("ภาษาไทยง่ายนิดเดียว"), (Words{"ภาษา", "ไทย", "ง่าย", "นิด", "เดียว"}));
    EXPECT_EQ(words_of("𠀋𡈽 한국어 문장 Привет, МИР"),
              (Words{"𠀋", "𡈽", "한국어", "문장", "привет", "мир"}));
    EXPECT_EQ(words_of("don’t _ __"), (Words{"don’t", "__"}));
    EXPECT_EQ(words_of(""), Words());
    EXPECT_EQ(words_of(" .\n"), Words());
}

TEST(Words, AreCutAlikeComposedOrNot) {
    for (const auto& [composed, decomposed] : std::vector<std::pair<std::string, std::string>>{
             {"ハーバーガイドの本が届いたので",
              "ハーハ\u3099ーカ\u3099イト\u3099の本か\u3099届いたのて\u3099"},
             {"パンとプリンを食べた", "ハ\u309Aンとフ\u309Aリンを食へ\u3099た"},
             {"ผมทำงานกับน้ำ", "ผมท\u0E4D\u0E32งานกับน\u0E49\u0E4D\u0E32"},
             {"ຂ້ອຍເຮັດນຳເຈົ້າ", "ຂ້ອຍເຮັດນ\u0ECD\u0EB2ເຈົ້າ"}}) {
        const Words words = words_of(composed, MidWord::SPLIT, WordRules::VERSION_5);
        EXPECT_GT(words.size(), 2);
        EXPECT_EQ(words_of(decomposed, MidWord::SPLIT, WordRules::VERSION_5), words);
    }
}

// CLDR 42, which is ICU 72's, took it for a part of words; those of ICU 76 do not.
TEST(Words, AreJoinedAtTheAtSignByIcu72) {
    const Words words = words_of("a.b@C.org @");
    if (AnalyzerRecipe::running_icu() == "72.1") {
        EXPECT_EQ(words, (Words{"a.b@c.org", "@"}));
    } else {
        EXPECT_EQ(words, (Words{"a.b", "c.org"}));
    }
    EXPECT_EQ(words_of("a.b@C.org @", MidWord::SPLIT), (Words{"a", "b", "c", "org"}));
}

TEST(Words, SplitCutsAtWhatIsNoLetterDigitOrMark) {
    EXPECT_EQ(words_of("Don't pay 3.14 at Foo_Bar, a.b@C.org", MidWord::SPLIT),
              (Words{"don", "t", "pay", "3", "14", "at", "foo", "bar", "a", "b", "c", "org"}));
    EXPECT_EQ(words_of("don’t co\u00ADop cafe\u0301 l·l foo_\u0301bar é_1 __ @", MidWord::SPLIT),
              (Words{"don", "t", "coop", "café", "l", "l", "foo", "\u0301bar", "é", "1"}));
}

TEST(Words, NulSeparatesAndIllFormedBytesDo) {
    EXPECT_EQ(words_of(std::string_view("a\0b é\0f", 8)), (Words{"a", "b", "é", "f"}));
    EXPECT_EQ(words_of("a\xFF"
                       "b\xE3\x81 c\xC3"),
              (Words{"a", "b", "c"}));
}

bool has_white_space(const std::string& word) {
    const icu::UnicodeString units = icu::UnicodeString::fromUTF8(word);
    for (int32_t i = 0; i < units.length(); i = units.moveIndex32(i, 1)) {
        const UChar32 c = units.char32At(i);
        if (c == 0 || u_isUWhiteSpace(c) != 0) return true;
    }
    return false;
}

// Every assigned one; the others are never in a word. After a space the analyzer hands over to ICU.
TEST(Words, EveryCharacterGivesATermThatXapianTakes) {
    constexpr std::pair<std::string_view, std::string_view> SURROUNDINGS[] = {
        {"", ""}, {"a", "a"}, {"1 ", "東京"}, {"a\n", "ก"}};
    std::vector<WordAnalyzer> analyzers;
    for (const AnalyzerRecipe& recipe : all_recipes())
        analyzers.emplace_back(recipe);
    std::size_t turn = 0;
    for (UChar32 c = 0; c <= UCHAR_MAX_VALUE; ++c) {
        const bool is_letterless = u_isdefined(c) == 0 || u_charType(c) == U_PRIVATE_USE_CHAR ||
                                   u_charType(c) == U_SURROGATE;
        if (is_letterless) continue;
        ++turn;
        for (std::size_t i = 0; i < std::size(SURROUNDINGS); ++i) {
            // Each character in one of them at least.
            if (!testing::has_full_volume() && turn % std::size(SURROUNDINGS) != i) continue;
            const auto& [before, after] = SURROUNDINGS[i];
            std::string text(before);
            icu::UnicodeString(c).toUTF8String(text);
            text += after;
            for (WordAnalyzer& analyzer : analyzers) {
                const Words words = words_of(analyzer, text);
                ASSERT_EQ(words, words_by_icu(text, analyzer.recipe())) << "U+" << std::hex << c;
                for (const std::string& word : words) {
                    ASSERT_FALSE(word.empty()) << "U+" << std::hex << c;
                    ASSERT_FALSE(word[0] >= 'A' && word[0] <= 'Z') << "U+" << std::hex << c;
                    ASSERT_FALSE(has_white_space(word)) << "U+" << std::hex << c;
                }
            }
        }
    }
}

TEST(Words, LongerThanATermWereLeftOutAndCountedByEarlierRules) {
    for (const MidWord mid_word : {MidWord::KEEP, MidWord::SPLIT}) {
        WordAnalyzer analyzer(recipe_of(mid_word, WordRules::VERSION_2));
        const std::string fits(245, 'X');
        EXPECT_EQ(words_of(analyzer, fits), (Words{std::string(245, 'x')}));
        EXPECT_EQ(analyzer.skipped_words(), 0U);
        EXPECT_EQ(words_of(analyzer, "a " + fits + "x b"), (Words{"a", "b"}));
        EXPECT_EQ(analyzer.skipped_words(), 1U);
        const std::string bytes = times(122, "é");
        EXPECT_EQ(words_of(analyzer, bytes + "1 é"), (Words{bytes + "1", "é"}));
        EXPECT_EQ(words_of(analyzer, bytes + "12 é"), (Words{"é"}));
        EXPECT_EQ(analyzer.skipped_words(), 2U);
        EXPECT_EQ(words_of(analyzer, "é " + fits + "x b"), (Words{"é", "b"}));
        EXPECT_EQ(analyzer.skipped_words(), 3U);
        EXPECT_EQ(words_of(analyzer, "a " + times(2000, "é\u0301") + " b"), (Words{"a", "b"}));
        EXPECT_EQ(analyzer.skipped_words(), 4U);
        // 300 bytes of full-width letters are 100 after normalisation.
        EXPECT_EQ(words_of(analyzer, times(100, "Ａ")), (Words{std::string(100, 'a')}));
    }
}

std::string joined(const Words& words) {
    std::string text;
    for (const std::string& word : words)
        text += word;
    return text;
}

TEST(Words, LongerThanATermAreCut) {
    for (const MidWord mid_word : {MidWord::KEEP, MidWord::SPLIT}) {
        WordAnalyzer analyzer(recipe_of(mid_word));
        EXPECT_EQ(words_of(analyzer, std::string(245, 'X')), (Words{std::string(245, 'x')}));
        for (const std::string& word :
             {std::string(246, 'x'), std::string(100'000, 'x'), times(40, "gattaca"),
              times(600, "abcdefg0"), times(123, "é"), times(100, "ꦗꦮ"), times(3000, "жя"),
              times(2000, "é\u0301"), "é" + std::string(5000, 'y')}) {
            const Words pieces = words_of(analyzer, word);
            EXPECT_EQ(joined(pieces), word);
            for (const std::string& piece : pieces)
                EXPECT_LE(piece.size(), 64U);
            EXPECT_GE(pieces.size(), word.size() / 64);
            EXPECT_LE(pieces.size(), word.size() / 8 + 1);
            // Its neighbours are as they were.
            Words beside{"a"};
            beside.insert(beside.end(), pieces.begin(), pieces.end());
            beside.emplace_back("é");
            EXPECT_EQ(words_of(analyzer, "a " + word + " é"), beside);
        }
        EXPECT_EQ(analyzer.skipped_words(), 0U);
    }
}

// What is inserted, left out or replaced changes the pieces that it is in, and few others.
TEST(Words, NearLongWordsHaveMostPiecesInCommon) {
    const std::uint64_t seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    WordAnalyzer analyzer;
    std::size_t all = 0;
    std::size_t common = 0;
    for (int round = 0; round < 200; ++round) {
        std::string word(1000, '\0');
        for (char& c : word)
            c = "acgt"[random() % 4];
        Words before = words_of(analyzer, word);
        const std::size_t place = random() % word.size();
        round % 2 == 0 ? word.insert(place, "a") : word.erase(place, 1);
        Words after = words_of(analyzer, word);
        std::ranges::sort(before);
        std::ranges::sort(after);
        Words both;
        std::ranges::set_intersection(before, after, std::back_inserter(both));
        all += before.size();
        common += both.size();
    }
    // Some 50 pieces each, of which one or two change, or three where none ends soon.
    EXPECT_GT(static_cast<double>(common), 0.93 * static_cast<double>(all));
}

TEST(Words, TheFirstPieceOfALongWordIsCapitalised) {
    for (const std::string& word : {"X" + std::string(300, 'x'), "Ж" + times(200, "ж")}) {
        std::string capitals;
        WordAnalyzer().analyze(word, [&](std::string_view, bool is_capitalised) {
            capitals += is_capitalised ? 'C' : '.';
        });
        EXPECT_EQ(capitals, "C" + std::string(capitals.size() - 1, '.'));
    }
}

// Long words made of pieces: the pieces are what is measured, in ASCII and beside other letters.
TEST(Words, SplitMeasuresThePieces) {
    std::string pieces;
    for (int i = 0; i < 3000; ++i)
        pieces += "ab_";
    EXPECT_EQ(words_of(pieces, MidWord::SPLIT), Words(3000, "ab"));
    Words beside_another(3000, "ab");
    beside_another.emplace_back("é");
    EXPECT_EQ(words_of(pieces + "é", MidWord::SPLIT), beside_another);
}

TEST(Words, MaxBytesOfTheRecipeIsObeyed) {
    AnalyzerRecipe recipe;
    recipe.max_bytes = 3;
    WordAnalyzer analyzer(recipe);
    EXPECT_EQ(words_of(analyzer, "abc abcd é éé 東京 東"),
              (Words{"abc", "abc", "d", "é", "é", "é", "東", "京", "東"}));
    EXPECT_EQ(analyzer.skipped_words(), 0U);
    // No part of a character is a word.
    EXPECT_EQ(words_of(analyzer, "a \U00020BB7 b"), (Words{"a", "b"}));
    EXPECT_EQ(analyzer.skipped_words(), 1U);
}

TEST(Words, ARecipeThatCannotBeFollowedIsRejectedByName) {
    const auto why = [](const AnalyzerRecipe& recipe) -> std::string {
        try {
            const WordAnalyzer analyzer(recipe);
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "it was not refused";
    };
    AnalyzerRecipe recipe = recipe_of(MidWord::SPLIT);
    recipe.sample = "0123456789abcdef";
    EXPECT_NE(why(recipe).find("sample is 0123456789abcdef, not "), std::string::npos)
        << why(recipe);
    EXPECT_NE(why(recipe).find("descry index"), std::string::npos) << why(recipe);
    EXPECT_EQ(why(recipe).find("mid-word is"), std::string::npos) << why(recipe);
    recipe = AnalyzerRecipe();
    recipe.max_bytes = 246;
    EXPECT_NE(why(recipe).find("1 to 245"), std::string::npos) << why(recipe);
    recipe.max_bytes = 0;
    EXPECT_NE(why(recipe).find("1 to 245"), std::string::npos) << why(recipe);
}

TEST(Words, AnalyzerMovesAndOutlivesAnExceptionOfItsSink) {
    WordAnalyzer first(recipe_of(MidWord::KEEP));
    EXPECT_THROW(first.analyze("é b", [](std::string_view) { throw std::runtime_error("full"); }),
                 std::runtime_error);
    WordAnalyzer second(std::move(first));
    EXPECT_EQ(words_of(second, "it's é"), (Words{"it's", "é"}));
    first = WordAnalyzer();
    EXPECT_EQ(words_of(first, "it's é"), (Words{"it", "s", "é"}));
    EXPECT_EQ(second.recipe().mid_word, MidWord::KEEP);
}

TEST(Words, SinksMayBeTemporariesReferencesOrConstant) {
    WordAnalyzer analyzer;
    std::size_t count = 0;
    const auto constant = [&count](std::string_view) { ++count; };
    analyzer.analyze("a b", constant);
    auto changing = [&count, calls = 0](std::string_view) mutable {
        count += ++calls > 1 ? 10U : 0U;
    };
    analyzer.analyze("a b", changing);
    WordSink sink{&count, [](void* context, std::string_view, bool) {
                      *static_cast<std::size_t*>(context) += 100;
                  }};
    analyzer.analyze("a b", sink);
    EXPECT_EQ(count, 212U);
}

TEST(Words, TellWhatIsCapitalised) {
    WordAnalyzer analyzer;
    std::string told;
    analyzer.analyze("Ab aB 1C Élan éa Москва ǅ ß Don't 漢字 Ａb",
                     [&](std::string_view word, bool is_capitalised) {
                         told.append(is_capitalised ? "^" : "").append(word).append(" ");
                     });
    EXPECT_EQ(told, "^ab ab 1c ^élan éa ^москва ^dž ss ^don t 漢字 ^ab ");
}

// The sign of a long vowel belongs to no script: ICU gives it to whichever dictionary it has.
TEST(Words, DoNotHangOnTheTextsBefore) {
    WordAnalyzer first;
    const Words alone = words_of(first, "ー𠀋");
    EXPECT_EQ(words_of(first, "漢字カナ"), (Words{"漢字", "カナ"}));
    EXPECT_EQ(words_of(first, "ー𠀋"), alone);
}

// --- equality with ICU -------------------------------------------------------------------------

void expect_like_icu(WordAnalyzer& analyzer, std::string_view text) {
    Words words;
    std::vector<bool> capitals;
    analyzer.analyze(text, [&](std::string_view word, bool is_capitalised) {
        words.emplace_back(word);
        capitals.push_back(is_capitalised);
    });
    std::vector<bool> expected_capitals;
    ASSERT_EQ(words, words_by_icu(text, analyzer.recipe(), &expected_capitals))
        << ::testing::PrintToString(std::string(text));
    ASSERT_EQ(capitals, expected_capitals) << ::testing::PrintToString(std::string(text));
}

// All texts of up to six of these characters (five under sanitizers): one of each class that
// matters.
TEST(WordsLikeIcu, AllSmallAsciiTexts) {
    const std::size_t longest = testing::has_full_volume() ? 6 : 5;
    constexpr std::string_view ALPHABET = "Ab1_',. ";
    for (const MidWord mid_word : {MidWord::KEEP, MidWord::SPLIT}) {
        WordAnalyzer analyzer(recipe_of(mid_word));
        std::size_t count = 1;
        for (std::size_t length = 1; length <= longest; ++length) {
            count *= ALPHABET.size();
            std::string text(length, ' ');
            for (std::size_t number = 0; number < count; ++number) {
                for (std::size_t i = 0, rest = number; i < length; ++i, rest /= ALPHABET.size()) {
                    text[i] = ALPHABET[rest % ALPHABET.size()];
                }
                ASSERT_NO_FATAL_FAILURE(expect_like_icu(analyzer, text));
            }
        }
    }
}

TEST(WordsLikeIcu, RandomAsciiTexts) {
    const std::uint64_t seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    constexpr std::string_view FREQUENT = "aB1_'.,:; @\n-";
    for (const MidWord mid_word : {MidWord::KEEP, MidWord::SPLIT}) {
        WordAnalyzer analyzer(recipe_of(mid_word));
        for (int round = 0; round < testing::scaled(20000); ++round) {
            std::string text(random() % 40, ' ');
            for (char& c : text) {
                c = random() % 4 == 0 ? static_cast<char>(random() % 128)
                                      : FREQUENT[random() % FREQUENT.size()];
            }
            ASSERT_NO_FATAL_FAILURE(expect_like_icu(analyzer, text));
        }
    }
}

// What stands for a word in a text of ASCII, read byte by byte.
struct AsciiWord {
    std::string lowered;
    bool is_capitalised;

    friend bool operator==(const AsciiWord&, const AsciiWord&) = default;
};

std::vector<AsciiWord> runs_of(std::string_view text, const AnalyzerRecipe& recipe) {
    std::vector<AsciiWord> runs(1);
    for (const char c : text) {
        const bool is_capital = 'A' <= c && c <= 'Z';
        if (!is_capital && !('a' <= c && c <= 'z') && !('0' <= c && c <= '9')) {
            if (!runs.back().lowered.empty()) runs.emplace_back();
            continue;
        }
        if (runs.back().lowered.empty()) runs.back().is_capitalised = is_capital;
        runs.back().lowered += static_cast<char>(is_capital ? c + 32 : c);
    }
    if (runs.back().lowered.empty()) runs.pop_back();
    std::vector<AsciiWord> words;
    for (const AsciiWord& run : runs) {
        bool is_capitalised = run.is_capitalised;
        for (const std::string& piece : testing::pieces_of(run.lowered, recipe))
            words.push_back({piece, std::exchange(is_capitalised, false)});
    }
    return words;
}

// Texts that are read in blocks and in pieces of 2,048 bytes, with words that cross their borders
// and fill them.
TEST(WordsOnEachCpu, RunsOfLettersAndDigits) {
    const std::uint64_t seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    const unsigned targets = testing::for_each_target([&] {
        std::mt19937_64 random(seed);
        for (int round = 0; round < testing::scaled(1000); ++round) {
            constexpr std::size_t SIZES[] = {30, 64, 128, 2048, 2080, 4096, 9000};
            constexpr std::uint64_t RUNS[] = {1, 4, 60, 250, 3000};
            std::string text(SIZES[random() % std::size(SIZES)] - 3 + random() % 7, ' ');
            const std::uint64_t run = RUNS[random() % std::size(RUNS)];
            for (char& c : text) {
                c = random() % (run + 1) == 0 ? static_cast<char>(random() % 128)
                                              : "abyzABYZ0189"[random() % 12];
            }
            const WordRules rules = round % 2 == 0 ? WordRules::VERSION_2 : WordRules::VERSION_4;
            WordAnalyzer analyzer(recipe_of(MidWord::SPLIT, rules));
            std::vector<AsciiWord> words;
            analyzer.analyze(text, [&](std::string_view word, bool is_capitalised) {
                words.push_back({std::string(word), is_capitalised});
            });
            ASSERT_TRUE(words == runs_of(text, analyzer.recipe())) << text;
        }
    });
    EXPECT_GE(targets, 1U);
}

// Pieces that look across cuts, attach to what is before them, or call a dictionary; with ASCII
// stretches around the size at which ICU hands back.
TEST(WordsLikeIcu, RandomMixedTexts) {
    const std::uint64_t seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const std::vector<std::string> fillers{"word", ", ", "1,5", "don't", " ", "\n"};
    const std::vector<std::string> pieces{
        "\u0E31", "\u0E34", "\u17B6", "\u3099", "\u302A", "a",      "Bc",     "1",
        "2.5",    "_",      "'",      ".",      ",",      ":",      "@",      " ",
        " ",      " ",      "\n",     "\r",     "\r\n",   "\t",     "-",      "\u0301",
        "\u200D", "\u00AD", "\u200B", "\u00A0", "\u3000", "\u2028", "\u0085", "’",
        "é",      "ß",      "İ",      "я",      "א",      "״",      "ع",      "٣",
        "‿",      "日本",   "語",     "の",     "カタ",   "ｶﾞ",     "ー",     "。",
        "𠀋",     "한",     "국어",   "ᄒ",     "ᅡ",      "ภาษา",   "ไทย",    "ລາວ",
        "ខ្មែរ",   "မြန်မာ",  "Ａ",     "１",     "．",     "😀",     "👍🏽",   "👩‍👧",
        "🇩🇪",     "🇫",      "①",      "½",      "ǅ",      "ﬁ",      "\uFDFA", "\u037A",
        "\u0600", "\u115F", "\uFE0F", "\u20E3", "\uFDFB", "\uFE76", "\uFC5E", "\u309B",
        "\u202F", "\u0140"};
    for (const AnalyzerRecipe& recipe : all_recipes()) {
        WordAnalyzer analyzer(recipe);
        for (int round = 0; round < testing::scaled(8000); ++round) {
            std::string text;
            for (std::size_t count = random() % 30; count > 0; --count) {
                const std::string& piece = pieces[random() % pieces.size()];
                if (random() % 20 == 0) {
                    for (std::size_t more = random() % 90; more > 0; --more)
                        text += fillers[random() % fillers.size()];
                }
                text += piece;
            }
            ASSERT_NO_FATAL_FAILURE(expect_like_icu(analyzer, text));
        }
    }
}

// Letters, digits, signs and marks of the whole Basic Multilingual Plane, of one script and of many
// in one text: what has a fast path beside what ICU is asked for.
TEST(WordsLikeIcu, RandomCharactersOfThePlane) {
    const std::uint64_t seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    for (const AnalyzerRecipe& recipe : all_recipes()) {
        WordAnalyzer analyzer(recipe);
        for (int round = 0; round < testing::scaled(20000); ++round) {
            const UChar32 begin = static_cast<UChar32>(random() % 0x10000);
            const UChar32 width = random() % 3 == 0 ? 0x10000 : 0x80;
            icu::UnicodeString text;
            for (std::uint64_t count = random() % 60; count > 0; --count) {
                const auto c =
                    static_cast<UChar32>((begin + static_cast<UChar32>(random()) % width) & 0xFFFF);
                if (random() % 4 == 0) text.append(UChar32{' '});
                if (c < 0xD800 || c > 0xDFFF) text.append(c);
            }
            std::string utf8;
            text.toUTF8String(utf8);
            ASSERT_NO_FATAL_FAILURE(expect_like_icu(analyzer, utf8));
        }
    }
}

// A piece of text gives the same words alone as inside the whole, at each cut the analyzer makes:
// checked by shifting a mixed text through all offsets of a long ASCII stretch.
TEST(WordsLikeIcu, HandingOverAtAnyOffset) {
    WordAnalyzer analyzer;
    const std::string filler(1200, 'x');
    for (std::size_t before = 0; before < 100; ++before) {
        std::string text = "don't \u0301 é. a";
        for (std::size_t i = 0; i < before; ++i)
            text += i % 7 == 3 ? ' ' : 'a';
        text += " \u0301é it's";
        ASSERT_NO_FATAL_FAILURE(expect_like_icu(analyzer, text));
    }
    ASSERT_NO_FATAL_FAILURE(expect_like_icu(analyzer, "é" + filler + " b " + filler + "é c"));
}

TEST(WordsLikeIcu, RealTexts) {
    DESCRY_REQUIRE_SHARED("corpora/installation-guide.jsonl.zst");
    const auto file = testing::shared_folder() / "corpora/installation-guide.jsonl.zst";
    const std::size_t bytes = testing::scaled<std::size_t>(500'000, 10);
    for (const MidWord mid_word : {MidWord::KEEP, MidWord::SPLIT}) {
        WordAnalyzer analyzer(recipe_of(mid_word));
        for (const char* const lang : {"en", "de", "ru", "ja", "ko", "zh_CN"}) {
            std::string all;
            for (const std::string& text : testing::corpus_texts(file, lang, bytes)) {
                ASSERT_NO_FATAL_FAILURE(expect_like_icu(analyzer, text)) << lang;
                all += text;
            }
            ASSERT_GE(all.size(), bytes * 4 / 5) << lang;
            ASSERT_NO_FATAL_FAILURE(expect_like_icu(analyzer, all)) << lang;
        }
    }
}

// --- size ----------------------------------------------------------------------------------------

const std::size_t MILLION = testing::scaled<std::size_t>(1'000'000);

TEST(WordsOfHugeTexts, OneWordAMillionTimes) {
    for (const std::string word : {"word ", "слово ", "東京 "}) {
        std::string text;
        for (std::size_t i = 0; i < MILLION; ++i)
            text += word;
        WordAnalyzer analyzer;
        std::size_t count = 0;
        analyzer.analyze(text, [&](std::string_view found) {
            count += found == std::string_view(word).substr(0, word.size() - 1) ? 1U : 0U;
        });
        EXPECT_EQ(count, MILLION) << word;
    }
}

TEST(WordsOfHugeTexts, AWordOfAMillionLettersIsCut) {
    for (const std::string letter : {"x", "ж", "\u0301", "\u0323\u0301", "_a", "__"}) {
        std::string text = "a ";
        for (std::size_t i = 0; i < MILLION; ++i)
            text += letter;
        text += "é b";
        WordAnalyzer analyzer(recipe_of(MidWord::KEEP));
        const Words words = words_of(analyzer, text);
        ASSERT_GE(words.size(), 2U) << letter;
        EXPECT_EQ(words.front(), "a");
        EXPECT_EQ(words.back(), "b");
        EXPECT_EQ(analyzer.skipped_words(), 0U) << letter;
        // Marks that follow a blank belong to it, and are no word.
        const bool are_marks = letter.starts_with("\u0301") || letter.starts_with("\u0323");
        if (!are_marks) {
            EXPECT_GE(joined(words).size(), MILLION * letter.size()) << letter;
        }
    }
}

TEST(WordsOfHugeTexts, ARunOfAMillionIdeographsIsCut) {
    for (const std::string letter : {"字", "東京", "ก"}) {
        std::string text;
        for (std::size_t i = 0; i < MILLION; ++i)
            text += letter;
        WordAnalyzer analyzer;
        std::size_t bytes = 0;
        analyzer.analyze(text, [&](std::string_view word) { bytes += word.size(); });
        EXPECT_TRUE(bytes == text.size() || analyzer.skipped_words() > 0) << letter;
    }
}

TEST(Words, OptionalMarksAreDropped) {
    using namespace std::string_view_literals;
    EXPECT_EQ(words_of("مَاءُ النَّهْرِ سأل"), (Words{"ماء", "النهر", "سأل"}));
    EXPECT_EQ(words_of("מֵי הַנָּהָר"), (Words{"מי", "הנהר"}));
    EXPECT_EQ(words_of("за́мок ёлка мой ἄνθρωπος"), (Words{"за́мок", "ёлка", "мой", "ἄνθρωποσ"}));
    AnalyzerRecipe recipe = recipe_of(MidWord::SPLIT);
    recipe.fold_marks = true;
    WordAnalyzer analyzer(recipe);
    EXPECT_EQ(words_of(analyzer, "за́мок ёлка мой її ἄνθρωπος Mārs über מֵי"),
              (Words{"замок", "ёлка", "мой", "її", "ανθρωποσ", "mars", "über", "מי"}));
    EXPECT_EQ(AnalyzerRecipe::parse(recipe.to_string()), recipe);
    EXPECT_TRUE(recipe.to_string().ends_with(" marks=fold"));
}

}  // namespace
}  // namespace descry
