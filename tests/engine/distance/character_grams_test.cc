// Grams of characters: a pair that they reject is never within the limit, and texts that have
// nothing to do with each other are rejected.

#include "engine/distance/character_grams.h"

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <descry/distance/canonical_text.h>

#include "tests/engine/random_seed.h"

namespace descry {
namespace {

constexpr DistanceMillionths USUAL_LIMIT = 150'000;

// Refuses at no limit that the pair is within.
void expect_bound(const std::string& a, const std::string& b) {
    const CharacterGrams first(a);
    const CharacterGrams second(b);
    const auto distance = canonical_distance(CanonicalText(a), CanonicalText(b), WHOLE_DISTANCE);
    ASSERT_TRUE(distance);
    // Which is rounded down.
    const DistanceMillionths limit = *distance == 0 ? 0 : *distance + 1;
    EXPECT_FALSE(grams_exceed(first, second, limit)) << a << '|' << b;
    EXPECT_FALSE(grams_exceed(second, first, limit)) << b << '|' << a;
}

std::string letters_of(std::mt19937_64& random, const std::vector<std::string>& letters,
                       std::size_t characters) {
    std::string text;
    for (std::size_t i = 0; i < characters; ++i)
        text += letters[random() % letters.size()];
    return text;
}

TEST(CharacterGrams, RefuseNoPairOfShortTextsWithinTheLimit) {
    std::vector<std::string> texts = {""};
    for (std::size_t i = 0; texts.size() < 364; ++i) {
        for (const char c : {'a', 'b', ' '})
            texts.push_back(texts[i] + c);
    }
    for (const std::string& a : texts) {
        for (const std::string& b : texts)
            ASSERT_NO_FATAL_FAILURE(expect_bound(a, b));
    }
}

TEST(CharacterGrams, RefuseNoPairOfLongerTextsWithinTheLimit) {
    DESCRY_RANDOM(random);
    const std::vector<std::vector<std::string>> alphabets = {
        {"a", "b"},
        {"a", "b", "c", "d", "e", "f", " "},
        {"\u0431", "\u044f", "x", " "},
        {"\u6f22", "\u5b57", "\U0001F600", "\u00e9", "e"}};
    for (int i = 0; i < 2000; ++i) {
        const auto& letters = alphabets[random() % alphabets.size()];
        std::vector<std::string> a(random() % 600);
        for (std::string& c : a)
            c = letters[random() % letters.size()];
        std::vector<std::string> b = a;
        const std::size_t spread = random() % 2 == 0 ? 600 : 40;
        for (std::size_t edits = random() % 80; edits > 0; --edits) {
            const auto at = b.begin() + static_cast<std::ptrdiff_t>(
                                            random() % (std::min(b.size(), spread) + 1));
            if (random() % 3 == 0 && at != b.end()) {
                b.erase(at);
            } else if (random() % 2 == 0 && at != b.end()) {
                *at = letters[random() % letters.size()];
            } else {
                b.insert(at, letters[random() % letters.size()]);
            }
        }
        std::string text_a, text_b;
        for (const std::string& c : a)
            text_a += c;
        for (const std::string& c : b)
            text_b += c;
        ASSERT_NO_FATAL_FAILURE(expect_bound(text_a, text_b));
    }
}

// As of texts on both sides of a power of two, too.
TEST(CharacterGrams, RefuseTextsThatHaveNothingInCommon) {
    DESCRY_RANDOM(random);
    std::vector<std::string> letters;
    for (char c = 'a'; c <= 'z'; ++c)
        letters.push_back(std::string(1, c));
    for (const std::size_t characters : {100u, 500u, 1500u, 4000u, 10000u}) {
        const CharacterGrams a(letters_of(random, letters, characters));
        for (const std::size_t more : {0u, 1u, 20u}) {
            const CharacterGrams b(
                letters_of(random, letters, characters + characters * more / 200));
            EXPECT_TRUE(grams_exceed(a, b, USUAL_LIMIT)) << characters << " " << more;
        }
    }
}

TEST(CharacterGrams, TellNothingOfVeryLongTexts) {
    const std::string text(CharacterGrams::MOST_CHARACTERS + 1, 'a');
    EXPECT_FALSE(CharacterGrams(text).is_known());
    EXPECT_TRUE(CharacterGrams(text.substr(1)).is_known());
    EXPECT_FALSE(CharacterGrams().is_known());
    EXPECT_FALSE(grams_exceed(CharacterGrams(text), CharacterGrams("another"), 0));
}

}  // namespace
}  // namespace descry
