// Sketches of characters and their keys: equal for equal texts, shared where letters differ, not
// where texts do.

#include "engine/distance/character_sketch.h"

#include <random>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace descry {
namespace {

constexpr DistanceMillionths LIMIT = 150'000;

std::string text_of(std::mt19937& chance, const std::u32string& letters, std::size_t words) {
    std::string text;
    for (std::size_t i = 0; i < words; ++i) {
        if (i > 0) text += ' ';
        for (std::size_t n = 3 + chance() % 6; n > 0; --n) {
            const char32_t c = letters[chance() % letters.size()];
            if (c < 0x80) {
                text += static_cast<char>(c);
            } else {
                text += static_cast<char>(0xE0 | (c >> 12));
                text += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
                text += static_cast<char>(0x80 | (c & 0x3F));
            }
        }
    }
    return text;
}

constexpr unsigned ROWS = 4;

CharacterSketch sketch_of(const std::string& text) {
    const auto sketch = character_sketch(text);
    EXPECT_TRUE(sketch);
    return sketch.value_or(CharacterSketch{});
}

std::u32string letters_from(char32_t first, std::size_t n) {
    std::u32string letters;
    for (std::size_t i = 0; i < n; ++i)
        letters += static_cast<char32_t>(first + i);
    return letters;
}

TEST(CharacterSketch, TextsOfFewGramsHaveNone) {
    EXPECT_FALSE(character_sketch(""));
    EXPECT_FALSE(character_sketch("high water at two"));
    EXPECT_TRUE(character_sketch("high water at two and six"));
    EXPECT_FALSE(character_sketch("高水位在早上八点渡船停航两周等"));
    EXPECT_TRUE(character_sketch("高水位在早上八点渡船停航两周等渔民修补网"));
    // Cut within a character.
    const std::string russian = "река разлилась в начале апреля";
    EXPECT_TRUE(character_sketch(std::string_view(russian).substr(0, 45)));
}

TEST(CharacterSketch, BlanksDoNotCount) {
    EXPECT_EQ(sketch_of("high water at two and six by the pilot"),
              sketch_of("highwater attwo and sixby thepilot"));
}

TEST(CharacterSketch, KeysAreOfTheirNumberAndOfAllBinsOfTheirRows) {
    const CharacterSketch sketch = sketch_of("high water at two and six by the pilot of the port");
    for (unsigned rows = MIN_CHARACTER_ROWS; rows <= MAX_CHARACTER_ROWS; ++rows) {
        std::set<std::uint64_t> keys;
        for (unsigned number = 0; number < CHARACTER_KEYS; ++number) {
            const std::uint64_t key = character_key(sketch, number, rows);
            EXPECT_EQ(key >> 56, 0u);
            EXPECT_TRUE(keys.insert(key).second) << number;
            unsigned bins = 0;
            for (std::size_t bin = 0; bin < CHARACTER_BINS; ++bin) {
                CharacterSketch other = sketch;
                ++other[bin];
                bins += character_key(other, number, rows) == key ? 0U : 1U;
            }
            EXPECT_EQ(bins, rows) << number;
        }
    }
}

TEST(CharacterSketch, TellsWhatSharesAKey) {
    std::mt19937 chance(11);
    CharacterSketch a = sketch_of(text_of(chance, letters_from('a', 26), 100));
    CharacterSketch b = a;
    for (int run = 0; run < 300; ++run) {
        b[chance() % CHARACTER_BINS] = static_cast<std::uint8_t>(chance());
        bool is_shared = false;
        for (unsigned number = 0; number < CHARACTER_KEYS; ++number)
            is_shared |= character_key(a, number, ROWS) == character_key(b, number, ROWS);
        EXPECT_EQ(share_character_key(a, b, ROWS), is_shared) << run;
    }
}

TEST(CharacterSketch, AgreesWhereAFewLettersOfEachWordDiffer) {
    std::mt19937 chance(7);
    for (const std::u32string& letters : {letters_from('a', 26), letters_from(0x4E00, 2000)}) {
        int met = 0;
        for (int run = 0; run < 20; ++run) {
            const std::string text = text_of(chance, letters, 150);
            std::string copy = text;
            // A twelfth of the letters; of Han, of their last bytes.
            for (char& c : copy) {
                const bool is_last = letters[0] == 'a' ? c != ' ' : (c & 0xC0) == 0x80;
                if (is_last && chance() % (letters[0] == 'a' ? 12 : 24) == 0)
                    c = letters[0] == 'a' ? 'x' : static_cast<char>(0x80 | (chance() & 0x3F));
            }
            const CharacterSketch a = sketch_of(text);
            const CharacterSketch b = sketch_of(copy);
            met += share_character_key(a, b, ROWS) ? 1 : 0;
            EXPECT_TRUE(share_characters(a, b, LIMIT));
            const CharacterSketch other = sketch_of(text_of(chance, letters, 150));
            EXPECT_FALSE(share_character_key(a, other, ROWS));
            EXPECT_FALSE(share_characters(a, other, LIMIT));
        }
        EXPECT_GE(met, 18);
    }
}

}  // namespace
}  // namespace descry
