#include "engine/signatures/shingle_elements.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/sketches/minhash.h>

#include "engine/hashing/rabin.h"
#include "engine/sketches/resemblance.h"

namespace descry {
namespace {

using Elements = std::vector<std::uint64_t>;

constexpr const char* TEXT =
    "The tide gauge at the old pier showed three metres. The tide gauge at the new pier showed 4 "
    "metres on 17 November, and the tide gauge at the old pier was wet when Hanna read it.";

Elements read(const std::string& shingles, const std::string& text = TEXT) {
    ShingleElementOptions options;
    options.shingles = shingles;
    options.fold_digits = true;
    return ShingleElements(options).read(text);
}

TEST(ShingleElements, AreHashesOfShingles) {
    EXPECT_EQ(read("word:2", "a b 7"), (Elements{hash64("a b"), hash64("b 0")}));
    EXPECT_EQ(read("char:2", "abc"), (Elements{hash64("ab"), hash64("bc")}));
    EXPECT_EQ(read("grapheme:2", "ab\r\nc"), (Elements{hash64("ab"), hash64("b "), hash64(" c")}));
    EXPECT_EQ(read("char9", "0123456789"),
              (Elements{hash64("000000000") & 0xffffffff, hash64("000000000") & 0xffffffff}));
    EXPECT_TRUE(read("word:5", "").empty());
}

TEST(ShingleElements, BrodersAreFingerprintsDivisibleBySixteen) {
    ShingleOptions ten;
    ten.width = 10;
    ten.fold_digits = true;
    Shingler shingler(ten);
    const RabinFingerprinter rabin;
    Elements expected;
    std::string text = TEXT;
    for (unsigned i = 0; i < 300; ++i)
        text += " word" + std::string(1, static_cast<char>('a' + i % 23)) + std::to_string(i % 7);
    std::size_t shingles = 0;
    shingler.cut(text, [&](std::string_view shingle) {
        ++shingles;
        const std::uint64_t print = rabin.fingerprint(shingle);
        if (print % 16 == 0) expected.push_back(print);
    });
    EXPECT_EQ(read("broder", text), expected);
    EXPECT_FALSE(expected.empty());
    EXPECT_LT(expected.size(), shingles / 4);
}

TEST(ShingleElements, OfStems) {
    ShingleElementOptions options;
    options.shingles = "word:2";
    options.stemmer = "english";
    options.stem = [](const std::string& word) { return word.substr(0, 4); };
    EXPECT_EQ(ShingleElements(options).read("Tides rising"), (Elements{hash64("tide risi")}));
}

TEST(ShingleElements, OfMultisetsAreNumbered) {
    ShingleElementOptions options;
    options.shingles = "word:1";
    options.multiset = true;
    ShingleElements elements(options);
    for (const std::string text : {"a b a c a b", "a", ""}) {
        const Multiset plain = to_multiset(read("word:1", text));
        Elements expected = plain.elements;
        for (std::size_t i = 0; i < plain.elements.size(); ++i) {
            for (std::uint64_t n = 1; n < plain.counts[i]; ++n)
                expected.push_back(hash64_list(std::array{plain.elements[i], n}));
        }
        EXPECT_EQ(to_set(elements.read(text)), to_set(expected));
    }
}

TEST(ShingleElements, DigitsAndCase) {
    ShingleElementOptions options;
    options.shingles = "char:3";
    options.fold_case = false;
    EXPECT_EQ(ShingleElements(options).read("Ab7"), (Elements{hash64("Ab7")}));
    options.fold_digits = true;
    EXPECT_EQ(ShingleElements(options).read("Ab7"), (Elements{hash64("Ab0")}));
}

TEST(ShingleElements, Rejected) {
    for (const char* wrong : {"", "word", "word:", "word:0", "word:1001", "word:5x", "word:-1",
                              "words:5", "char9:3", "broder:2", "char:99999999999"})
        EXPECT_THROW(read(wrong), std::invalid_argument) << wrong;
}

TEST(ShingleElements, TheRecipeNamesEverything) {
    ShingleElementOptions options;
    EXPECT_EQ(ShingleElements(options).recipe(),
              "shingles/1 word:5 digits=kept case=folded stemmer=none repeats=one " +
                  AnalyzerRecipe().to_string());
    options.fold_digits = true;
    EXPECT_THROW(require_same_recipe(ShingleElements(options).recipe(), ShingleElements().recipe()),
                 std::invalid_argument);
}

}  // namespace
}  // namespace descry
