#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/distance/canonical_text.h>

#include "tests/engine/edits/edit_distance_oracle.h"
#include "tests/engine/random_seed.h"
#include "tests/volume.h"

namespace descry {
namespace {

using testing::edited;
using testing::random_text;
using testing::Script;

std::string utf8(std::u32string_view text) {
    std::string out;
    for (const char32_t c : text) {
        if (c < 0x80) {
            out += static_cast<char>(c);
        } else if (c < 0x800) {
            out += static_cast<char>(0xc0 | c >> 6);
            out += static_cast<char>(0x80 | (c & 0x3f));
        } else if (c < 0x10000) {
            out += static_cast<char>(0xe0 | c >> 12);
            out += static_cast<char>(0x80 | (c >> 6 & 0x3f));
            out += static_cast<char>(0x80 | (c & 0x3f));
        } else {
            out += static_cast<char>(0xf0 | c >> 18);
            out += static_cast<char>(0x80 | (c >> 12 & 0x3f));
            out += static_cast<char>(0x80 | (c >> 6 & 0x3f));
            out += static_cast<char>(0x80 | (c & 0x3f));
        }
    }
    return out;
}

CanonicalText canonical(std::u32string_view text) {
    return CanonicalText(utf8(text));
}

void expect_canonical_as_oracle(std::u32string_view a, std::u32string_view b) {
    const CanonicalText x = canonical(a);
    const CanonicalText y = canonical(b);
    const std::size_t distance = testing::edit_distance_oracle(a, b);
    std::vector<std::size_t> limits = {0, distance, distance + 1, 2 * distance + 70,
                                       a.size() + b.size()};
    if (distance > 0) limits.insert(limits.end(), {distance - 1, distance / 2});
    for (const std::size_t limit : limits) {
        const auto expected = distance <= limit ? std::optional(distance) : std::nullopt;
        ASSERT_EQ(edit_distance(x, y, limit), expected)
            << "limit " << limit << ", texts of " << a.size() << " and " << b.size() << "\n"
            << x.utf8() << "\n"
            << y.utf8();
        ASSERT_EQ(edit_distance(y, x, limit), expected) << "limit " << limit << ", exchanged";
    }
}

TEST(CanonicalText, CountsCharactersAndMemory) {
    const CanonicalText text = canonical(U"Привет 東京 𠀀");
    EXPECT_EQ(text.characters(), 11u);
    EXPECT_FALSE(text.empty());
    EXPECT_EQ(text, canonical(U"Привет 東京 𠀀"));
    EXPECT_FALSE(text == canonical(U"Привет 東京"));
    EXPECT_GE(text.memory(), sizeof(CanonicalText) + text.utf8().size());
    EXPECT_TRUE(CanonicalText().empty());
    EXPECT_EQ(CanonicalText().characters(), 0u);
    EXPECT_EQ(CanonicalText(), CanonicalText(""));
    // A byte a character and a little more, as caches of many texts count on.
    const CanonicalText longer(std::string(10'000, 'a'));
    EXPECT_LE(longer.memory(), 13'000u + 128 + sizeof(std::string) + sizeof(std::size_t));
}

TEST(CanonicalText, KnownDistances) {
    const auto edits = [](std::u32string_view a, std::u32string_view b, std::size_t limit) {
        return edit_distance(canonical(a), canonical(b), limit);
    };
    EXPECT_EQ(edits(U"kitten", U"sitting", 9), 3u);
    EXPECT_EQ(edits(U"Москва", U"Мoсквы", 9), 2u);  // the second o is Latin
    EXPECT_EQ(edits(U"東京都庁", U"京都", 9), 2u);
    // Characters whose first or last bytes are the same are not.
    EXPECT_EQ(edits(U"\x430", U"\x431", 9), 1u);
    EXPECT_EQ(edits(U"\x430", U"\x530", 9), 1u);
    EXPECT_EQ(edits(U"\x20000 a", U"\x20001 a", 1), 1u);
    EXPECT_EQ(edits(U"", U"", 0), 0u);
    EXPECT_EQ(edits(U"", U"abc", 3), 3u);
    EXPECT_EQ(edits(U"abc", U"", 2), std::nullopt);
    EXPECT_EQ(edits(U"", U"東京都", 3), 3u);
    EXPECT_EQ(edits(U"", U"東京都", 2), std::nullopt);
}

TEST(CanonicalText, DistancesOfAllShortTexts) {
    const auto strings = testing::all_short_strings(testing::has_full_volume() ? 6 : 4);
    for (const auto& a : strings) {
        const CanonicalText x = canonical(a);
        for (const auto& b : strings) {
            const std::size_t distance = testing::edit_distance_oracle(a, b);
            const CanonicalText y = canonical(b);
            for (std::size_t limit = 0; limit <= 7; ++limit) {
                const auto expected = distance <= limit ? std::optional(distance) : std::nullopt;
                ASSERT_EQ(edit_distance(x, y, limit), expected)
                    << "limit " << limit << " of '" << x.utf8() << "' and '" << y.utf8() << "'";
            }
        }
    }
}

class CanonicalTextOfScripts : public ::testing::TestWithParam<Script> {};

TEST_P(CanonicalTextOfScripts, DistancesAreTheOracles) {
    DESCRY_RANDOM(generator);
    const Script& script = GetParam();
    for (int i = 0; i < testing::scaled(60); ++i) {
        const std::u32string a = random_text(generator, generator() % 900, script);
        const std::u32string near = edited(generator, a, generator() % 80, script);
        const std::u32string moved = edited(generator, a, generator() % 5, script, 150);
        const std::u32string far = random_text(generator, generator() % 900, script);
        ASSERT_NO_FATAL_FAILURE(expect_canonical_as_oracle(a, near));
        ASSERT_NO_FATAL_FAILURE(expect_canonical_as_oracle(a, moved));
        ASSERT_NO_FATAL_FAILURE(expect_canonical_as_oracle(a, far));
    }
}

// The kernels work on 64 rows at once.
TEST_P(CanonicalTextOfScripts, LengthsAroundMultiplesOf64) {
    DESCRY_RANDOM(generator);
    const Script& script = GetParam();
    for (const std::size_t size : {64u, 128u, 192u, 256u, 320u, 512u}) {
        for (std::size_t longer = size - 1; longer <= size + 1; ++longer) {
            const std::u32string a = random_text(generator, longer, script);
            ASSERT_NO_FATAL_FAILURE(
                expect_canonical_as_oracle(a, edited(generator, a, 1 + generator() % 20, script)));
            for (const std::size_t other : {size - 64, size - 1, size, size + 1}) {
                ASSERT_NO_FATAL_FAILURE(
                    expect_canonical_as_oracle(a, random_text(generator, other, script)));
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Scripts, CanonicalTextOfScripts,
                         ::testing::Values(Script{"binary", U'a', 2}, Script{"ascii", U' ', 94},
                                           Script{"russian", U'а', 33},
                                           Script{"mixed", U'\x60', 100},
                                           Script{"chinese", U'\x4e00', 3000},
                                           Script{"rare", U'\x20000', 40'000}),
                         [](const auto& script) { return std::string(script.param.name); });

// Long texts take several bands, one after the other.
TEST(CanonicalText, DistancesOfLongTexts) {
    DESCRY_RANDOM(generator);
    const Script ascii{"ascii", U'a', 26};
    const std::u32string a = random_text(generator, testing::scaled<std::size_t>(6'000), ascii);
    for (std::size_t edits : {3u, 40u, 200u, 1000u}) {
        edits = testing::scaled(edits, std::size_t{5});
        ASSERT_NO_FATAL_FAILURE(expect_canonical_as_oracle(a, edited(generator, a, edits, ascii)));
        ASSERT_NO_FATAL_FAILURE(
            expect_canonical_as_oracle(a, edited(generator, a, edits / 30, ascii, 90)));
    }
}

TEST(CanonicalText, DistanceIsRoundedDownToMillionths) {
    const CanonicalText a(std::string(30, 'a'));
    const CanonicalText b(std::string(29, 'a') + 'b');
    EXPECT_EQ(canonical_distance(a, b, 40'000), 33'333u);
    EXPECT_EQ(canonical_distance(a, b, 33'334), 33'333u);
    // 30 * 0.033333 is below one edit.
    EXPECT_EQ(canonical_distance(a, b, 33'333), std::nullopt);
    EXPECT_EQ(canonical_distance(a, a, 0), 0u);
    EXPECT_EQ(canonical_distance(CanonicalText(), CanonicalText(), 0), 0u);
    EXPECT_EQ(canonical_distance(CanonicalText(), a, WHOLE_DISTANCE), WHOLE_DISTANCE);
}

// Words of one script.
std::u32string random_words(std::mt19937_64& random, std::size_t size, const Script& script) {
    std::u32string text = random_text(random, size, script);
    for (std::size_t i = 1; i + 1 < text.size(); i += 2 + random() % 9)
        text[i] = U' ';
    return text;
}

TEST(CanonicalText, LongTextsAreComparedAlongWhatTheyHaveInCommon) {
    DESCRY_RANDOM(random);
    constexpr Script SCRIPTS[] = {
        {"Latin", U'a', 26}, {"Cyrillic", U'\u0430', 32}, {"Han", U'\u4e00', 3000}};
    std::size_t within = 0;
    for (int round = 0; round < testing::scaled(60, 6); ++round) {
        const Script& script = SCRIPTS[round % 3];
        const std::u32string a = random_words(random, 4200 + random() % 3000, script);
        const std::u32string b = edited(random, a, random() % 60, script, 1 + random() % 30);
        const CanonicalText x = canonical(a);
        const CanonicalText y = canonical(b);
        const std::size_t exact = *edit_distance(x, y, a.size() + b.size());
        for (const std::size_t limit :
             {std::size_t{0}, exact / 2, exact, exact + exact / 8, 2 * exact}) {
            const auto edits = edits_at_most(x, y, limit, Effort::QUICK);
            const auto at_least = edits_at_most(x, y, limit, Effort::THOROUGH);
            ASSERT_LE(edits.has_value(), at_least.has_value());
            if (exact > limit) {
                ASSERT_EQ(at_least, std::nullopt) << script.name;
            }
            if (exact > limit) {
                ASSERT_EQ(edits, std::nullopt) << script.name;
            } else if (edits) {
                ASSERT_GE(*edits, exact) << script.name;
                ASSERT_LE(*edits, limit) << script.name;
                ++within;
            }
        }
        const auto edits = edits_at_most(x, y, 2 * exact + 8, Effort::QUICK);
        ASSERT_TRUE(edits) << script.name;
        ASSERT_LE(*edits, exact + exact / 10 + 8) << script.name;
    }
    EXPECT_GT(within, testing::scaled(100u, 10u));
}

TEST(CanonicalText, PassagesThatATextRepeatsLeadNowhere) {
    DESCRY_RANDOM(random);
    const Script latin{"Latin", U'a', 26};
    for (int round = 0; round < testing::scaled(60, 6); ++round) {
        // The shorter one is not long.
        const std::u32string a = random_words(random, 3900, latin);
        const std::u32string repeated = a.substr(random() % 3000, 60 + random() % 60);
        std::u32string b = a;
        std::size_t at = random() % 100;
        for (std::uint64_t copies = 4 + random() % 8; copies > 0; --copies) {
            b.insert(at, repeated);
            at += repeated.size() + random() % 300;
        }
        const std::size_t exact = b.size() - a.size();
        const auto edits = edits_at_most(canonical(a), canonical(b), b.size(), Effort::QUICK);
        ASSERT_TRUE(edits);
        ASSERT_GE(*edits, exact);
        // What is between anchors is compared exactly.
        ASSERT_LE(*edits, exact + exact / 4);
        ASSERT_EQ(edits_at_most(canonical(b), canonical(a), exact - 1, Effort::THOROUGH),
                  std::nullopt);
    }
}

std::u32string joined(const std::vector<std::u32string>& words) {
    std::u32string text;
    for (const std::u32string& word : words)
        text += (text.empty() ? U"" : U" ") + word;
    return text;
}

TEST(CanonicalText, TextsOfAnyLengthAreComparedAsTexts) {
    DESCRY_RANDOM(random);
    const Script latin{"Latin", U'a', 26};
    std::vector<std::u32string> words;
    for (int i = 0; i < 90'000; ++i)
        words.push_back(random_text(random, 2 + random() % 8, latin));
    const CanonicalText whole = canonical(joined(words));
    ASSERT_GT(whole.characters(), 450'000u);
    std::vector<std::u32string> shuffled = words;
    std::shuffle(shuffled.begin(), shuffled.end(), random);
    for (std::size_t i = 0; i < words.size(); i += 50)
        words[i] = random_text(random, words[i].size(), latin);
    const CanonicalText near = canonical(joined(words));
    const CanonicalText other = canonical(joined(shuffled));

    const auto distance = canonical_distance_at_most(whole, near, 150'000, Effort::THOROUGH);
    ASSERT_TRUE(distance);
    EXPECT_GT(*distance, 8'000u);
    EXPECT_LT(*distance, 20'000u);
    const DistanceRange range = whole_distance(whole, near);
    EXPECT_LE(range.most, *distance);
    EXPECT_EQ(range.least, range.most);
    EXPECT_EQ(canonical_distance_at_most(whole, other, 150'000, Effort::THOROUGH), std::nullopt);
}

TEST(CanonicalText, OfTextsTooLongForAnExactDistanceARangeIsKnown) {
    // Nothing in common, so that each character is an edit; the exact answer would take minutes.
    const CanonicalText a(std::string(4'000'000, 'a'));
    const CanonicalText b(std::string(4'000'000, 'b'));
    EXPECT_EQ(whole_distance(a, b).most, WHOLE_DISTANCE);
    EXPECT_GT(whole_distance(a, b).least, 0u);
    EXPECT_LT(whole_distance(a, b).least, WHOLE_DISTANCE);
    EXPECT_EQ(whole_distance(a, a).most, 0u);
}

// Of all lengths up to some blocks of bytes, so that characters stand across their borders.
TEST(CanonicalText, CharactersAreCountedWhereverTheyStand) {
    DESCRY_RANDOM(random);
    constexpr std::u32string_view CHARACTERS = U"abcz09 \x7f\xe4\x434\x44f\x3042\x4e00\x1f600";
    for (int round = 0; round < 3000; ++round) {
        std::u32string text;
        const bool is_mostly_ascii = random() % 2 == 0;
        for (std::uint64_t left = random() % 60; left > 0; --left) {
            const std::size_t from = is_mostly_ascii && random() % 10 != 0 ? 8 : CHARACTERS.size();
            text += CHARACTERS[random() % from];
        }
        ASSERT_EQ(canonical(text).characters(), text.size());
        std::u32string shuffled = text;
        std::shuffle(shuffled.begin(), shuffled.end(), random);
        ASSERT_EQ(CanonicalText::least_edits(canonical(text), canonical(shuffled)), 0u);
        // Another letter in some places: as many edits.
        std::u32string changed = shuffled;
        std::size_t edits = 0;
        for (char32_t& c : changed) {
            if (c != U'b' || random() % 2 == 0) continue;
            c = U'r';  // which differs from it in one bit
            ++edits;
        }
        ASSERT_EQ(CanonicalText::least_edits(canonical(text), canonical(changed)), edits);
    }
}

}  // namespace
}  // namespace descry
