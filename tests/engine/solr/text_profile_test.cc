#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/hashing/hash.h>
#include <descry/solr/text_profile.h>

#include "tests/engine/java_hash_map_oracle.h"
#include "tests/engine/java_token_stream.h"

namespace descry {
namespace {

using testing::ascii_java_hash;
using testing::JavaHashMapOracle;

std::vector<std::string> split(const std::string& text) {
    std::istringstream words(text);
    return {std::istream_iterator<std::string>(words), std::istream_iterator<std::string>()};
}

void add_token(TextProfile& profile, const std::string& ascii) {
    profile.add_token({.text = ascii,
                       .utf16_length = static_cast<std::uint32_t>(ascii.size()),
                       .java_hash = ascii_java_hash(ascii)});
}

std::string profile_of(const std::vector<std::string>& tokens, TextProfileParameters parameters) {
    TextProfile profile(parameters);
    for (const std::string& token : tokens)
        add_token(profile, token);
    return profile.profile();
}

std::string profile_of(const std::string& text, TextProfileParameters parameters = {}) {
    return profile_of(split(text), parameters);
}

// The rules of the header, step by step, on the obvious HashMap.
std::string slow_profile(const std::vector<std::string>& tokens, TextProfileParameters parameters) {
    JavaHashMapOracle map;
    for (const std::string& token : tokens) {
        if (static_cast<int>(token.size()) > parameters.min_token_len) {
            map.add(token, ascii_java_hash(token));
        }
    }
    std::vector<std::pair<std::uint32_t, std::string>> lines;
    std::uint32_t highest = 0;
    for (const auto* node : map.nodes()) {
        lines.emplace_back(node->count, node->token);
        highest = std::max(highest, node->count);
    }
    float quantum = std::floor(static_cast<float>(highest) * parameters.quant_rate + 0.5f);
    if (quantum < 2) quantum = highest > 1 ? 2 : 1;
    for (auto& [count, token] : lines) {
        count -= count % static_cast<std::uint32_t>(quantum);
    }
    if (parameters.secondary_sort_lex) {
        std::sort(lines.begin(), lines.end(),
                  [](const auto& a, const auto& b) { return a.second < b.second; });
    }
    std::stable_sort(lines.begin(), lines.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::string out;
    for (const auto& [count, token] : lines) {
        if (count == 0) continue;
        out += (out.empty() ? "" : "\n") + token + " " + std::to_string(count);
    }
    return out;
}

std::string repeat(const std::string& word, int times) {
    std::string text;
    for (int i = 0; i < times; ++i)
        text += word + " ";
    return text;
}

TEST(ProfileQuantum, StepsAtTheDefaultRate) {
    // Measured on Java 17; float rounding makes it 3 from 250 on, not from 251.
    const std::pair<std::uint32_t, std::uint32_t> golden[] = {
        {0, 1},   {1, 1},   {2, 2},   {3, 2},   {149, 2}, {249, 2}, {250, 3},
        {349, 3}, {350, 4}, {449, 4}, {450, 5}, {549, 5}, {550, 6}};
    for (const auto& [count, quantum] : golden) {
        EXPECT_EQ(profile_quantum(count, 0.01f), quantum) << count;
    }
}

TEST(ProfileQuantum, StepsAtOneFifth) {
    const std::pair<std::uint32_t, std::uint32_t> golden[] = {{12, 2}, {13, 3}, {17, 3}, {18, 4},
                                                              {22, 4}, {23, 5}, {27, 5}, {28, 6}};
    for (const auto& [count, quantum] : golden) {
        EXPECT_EQ(profile_quantum(count, 0.2f), quantum) << count;
    }
}

TEST(ProfileQuantum, StrangeRates) {
    for (const float rate : {0.0f, -1.0f, -INFINITY, std::numeric_limits<float>::quiet_NaN()}) {
        EXPECT_EQ(profile_quantum(1, rate), 1U) << rate;
        EXPECT_EQ(profile_quantum(1000, rate), 2U) << rate;
    }
    EXPECT_EQ(profile_quantum(3, 1.0f), 3U);
    EXPECT_EQ(profile_quantum(5, 0.5f), 3U);  // half up
    EXPECT_EQ(profile_quantum(3, 0.5f), 2U);  // 1.5 is the first share that rounds to 2
    EXPECT_EQ(profile_quantum(1, 1.4f), 1U);
    EXPECT_EQ(profile_quantum(1, 1.5f), 2U);
    EXPECT_EQ(profile_quantum(3, 1e30f), 2147483647U);
    EXPECT_EQ(profile_quantum(3, INFINITY), 2147483647U);
}

TEST(TextProfile, NothingGivesTheMd5OfNothing) {
    TextProfile profile;
    EXPECT_EQ(profile.profile(), "");
    EXPECT_EQ(to_hex(as_bytes(profile.signature())), "d41d8cd98f00b204e9800998ecf8427e");
    add_token(profile, "ab");
    EXPECT_EQ(profile.profile(), "");
}

TEST(TextProfile, OnceAppearingTokensStayOnlyWhenNothingRepeats) {
    EXPECT_EQ(profile_of("the cat sat on a mat"), "the 1\nmat 1\ncat 1\nsat 1");
    EXPECT_EQ(profile_of("the cat sat on the mat"), "the 2");
}

TEST(TextProfile, CountsAreRoundedDown) {
    EXPECT_EQ(profile_of(repeat("alpha", 249) + repeat("beta", 5) + repeat("gamma", 3)),
              "alpha 248\nbeta 4\ngamma 2");
    EXPECT_EQ(profile_of(repeat("alpha", 250) + repeat("beta", 5) + repeat("gamma", 2)),
              "alpha 249\nbeta 3");
}

TEST(TextProfile, MinimumLengthIsStrictlyExceeded) {
    const std::string text = "a bb ccc dddd";
    EXPECT_EQ(profile_of(text, {.min_token_len = 3}), "dddd 1");
    EXPECT_EQ(profile_of(text, {.min_token_len = 2, .secondary_sort_lex = true}), "ccc 1\ndddd 1");
    for (const int all : {0, -1, std::numeric_limits<int>::min()}) {
        EXPECT_EQ(profile_of(text, {.min_token_len = all, .secondary_sort_lex = true}),
                  "a 1\nbb 1\nccc 1\ndddd 1");
    }
    EXPECT_EQ(profile_of(text, {.min_token_len = std::numeric_limits<int>::max()}), "");
}

TEST(TextProfile, LengthIsInUtf16UnitsNotBytes) {
    TextProfile profile;
    profile.add_token({.text = "\u65e5\u672c", .utf16_length = 2, .java_hash = 0});
    EXPECT_EQ(profile.profile(), "");
}

TEST(TextProfile, TiesOfNutchAreSorted) {
    const std::string text = "hello world the quick brown fox jumped over the lazy fox";
    EXPECT_EQ(profile_of(text), "the 2\nfox 2");
    EXPECT_EQ(profile_of(text, {.secondary_sort_lex = true}), "fox 2\nthe 2");
}

TEST(TextProfile, RatesAboveOneLeaveNothingOfARepeatedToken) {
    EXPECT_EQ(profile_of("aaa aaa bbb", {.quant_rate = 1.0f}), "aaa 2");
    EXPECT_EQ(profile_of("aaa aaa bbb", {.quant_rate = 2.0f}), "");
    EXPECT_EQ(profile_of("aaa", {.quant_rate = 1.4f}), "aaa 1");
}

TEST(TextProfile, MoreTokensMayFollowAProfile) {
    TextProfile profile;
    add_token(profile, "one");
    EXPECT_EQ(profile.profile(), "one 1");
    add_token(profile, "one");
    EXPECT_EQ(profile.profile(), "one 2");
    EXPECT_EQ(profile.profile(), "one 2");
}

TEST(TextProfile, ClearForgetsTokensAndKeepsParameters) {
    const TextProfileParameters parameters{.quant_rate = 0.3f, .min_token_len = 0};
    TextProfile profile(parameters);
    for (int i = 0; i < 500; ++i)
        add_token(profile, "t" + std::to_string(i % 100));
    ASSERT_NE(profile.profile(), "");
    profile.clear();
    EXPECT_EQ(profile.parameters(), parameters);
    EXPECT_EQ(profile.profile(), "");
    add_token(profile, "x");
    EXPECT_EQ(profile.profile(), "x 1");
}

// All texts of up to six letters over {a, b, space}, under each kind of parameters.
TEST(TextProfile, SmallWorldAgreesWithTheOracle) {
    std::size_t texts = 0;
    std::string text;
    const auto check = [&] {
        ++texts;
        const std::vector<std::string> tokens = split(text);
        for (const float rate : {0.01f, 0.4f, 1.0f}) {
            for (const int length : {0, 1, 2}) {
                for (const bool sorted : {false, true}) {
                    const TextProfileParameters parameters{rate, length, sorted};
                    ASSERT_EQ(profile_of(tokens, parameters), slow_profile(tokens, parameters))
                        << '"' << text << "\" " << rate << " " << length << " " << sorted;
                }
            }
        }
    };
    const auto walk = [&](const auto& self) -> void {
        check();
        if (text.size() == 6) return;
        for (const char letter : {'a', 'b', ' '}) {
            text += letter;
            self(self);
            text.pop_back();
        }
    };
    walk(walk);
    EXPECT_EQ(texts, 1093U);
}

TEST(TextProfile, RandomStreamsAgreeWithTheOracle) {
    std::uint64_t seed = std::random_device{}();
    TextProfile reused;
    for (int round = 0; round < 300; ++round, ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::vector<std::string> tokens;
        for (const auto& token : make_stream(static_cast<testing::Stream>(round % 3), seed)) {
            tokens.push_back(token.text);
        }
        const TextProfileParameters parameters{round % 2 == 0 ? 0.01f : 0.2f, round % 5,
                                               round % 7 == 0};
        ASSERT_EQ(profile_of(tokens, parameters), slow_profile(tokens, parameters));
        reused.clear();
        for (const std::string& token : tokens)
            add_token(reused, token);
        ASSERT_EQ(reused.profile(), slow_profile(tokens, {}));
    }
}

}  // namespace
}  // namespace descry
