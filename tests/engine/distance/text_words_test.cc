#include "engine/distance/text_words.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine/random_seed.h"

namespace descry {
namespace {

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    for_each_word(text, [&](std::string_view word) { words.emplace_back(word); });
    return words;
}

TEST(TextWords, OfEveryLengthAtEveryPlace) {
    DESCRY_RANDOM(random);
    for (int round = 0; round < 2000; ++round) {
        std::vector<std::string> words(random() % 20);
        std::string text;
        for (std::string& word : words) {
            for (std::uint64_t bytes = 1 + random() % (random() % 4 == 0 ? 30 : 6); bytes > 0;
                 --bytes) {
                // Neighbours of the space, and bytes of other scripts.
                constexpr std::string_view BYTES = "a!\x1f\x7f\x80\xa0\xdf\xff";
                word += BYTES[random() % BYTES.size()];
            }
            if (!text.empty()) text += ' ';
            text += word;
        }
        ASSERT_EQ(words_of(text), words) << text;
    }
}

TEST(TextWords, NoneAndOne) {
    EXPECT_TRUE(words_of("").empty());
    EXPECT_EQ(words_of("exactly8"), std::vector<std::string>{"exactly8"});
    EXPECT_EQ(words_of("1234567 9"), (std::vector<std::string>{"1234567", "9"}));
}

}  // namespace
}  // namespace descry
