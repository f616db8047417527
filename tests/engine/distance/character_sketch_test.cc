// Keys of characters: equal for equal texts, shared where letters differ, not where texts do.

#include <random>
#include <string>

#include <gtest/gtest.h>

#include <descry/distance/character_sketch.h>

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

constexpr unsigned ROWS = character_rows(150'000);

CharacterKeys keys_of(const std::string& text) {
    CharacterKeys keys{};
    EXPECT_TRUE(make_character_keys(text, ROWS, keys));
    return keys;
}

unsigned shared(const CharacterKeys& a, const CharacterKeys& b) {
    unsigned equal = 0;
    for (unsigned i = 0; i < a.count; ++i)
        equal += a.keys[i] == b.keys[i] ? 1U : 0U;
    return equal;
}

std::u32string letters_from(char32_t first, std::size_t n) {
    std::u32string letters;
    for (std::size_t i = 0; i < n; ++i)
        letters += static_cast<char32_t>(first + i);
    return letters;
}

TEST(CharacterKeys, TextsOfFewGramsHaveNone) {
    CharacterKeys keys{};
    EXPECT_FALSE(make_character_keys("", ROWS, keys));
    EXPECT_FALSE(make_character_keys("high water at two", ROWS, keys));
    EXPECT_TRUE(make_character_keys("high water at two and six", ROWS, keys));
    EXPECT_TRUE(make_character_keys("高水位在早上八点，渡船停航两周等", ROWS, keys) ||
                make_character_keys("高水位在早上八点渡船停航两周等渔民修补网", ROWS, keys));
    // Cut within a character.
    const std::string russian = "река разлилась в начале апреля";
    EXPECT_TRUE(make_character_keys(std::string_view(russian).substr(0, 45), ROWS, keys));
}

TEST(CharacterKeys, BlanksDoNotCount) {
    const CharacterKeys a = keys_of("high water at two and six by the pilot");
    EXPECT_EQ(a.keys, keys_of("highwater attwo and sixby thepilot").keys);
    for (const std::uint64_t key : a.keys)
        EXPECT_EQ(key >> 56, 0u);
}

TEST(CharacterKeys, AreSharedWhereAFewLettersOfEachWordDiffer) {
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
            const CharacterKeys a = keys_of(text);
            const CharacterKeys b = keys_of(copy);
            met += shared(a, b) > 0 ? 1 : 0;
            EXPECT_TRUE(share_characters(a.sketch, b.sketch, LIMIT));
            const CharacterKeys other = keys_of(text_of(chance, letters, 150));
            EXPECT_EQ(shared(a, other), 0u);
            EXPECT_FALSE(share_characters(a.sketch, other.sketch, LIMIT));
        }
        EXPECT_GE(met, 18);
    }
}

}  // namespace
}  // namespace descry
