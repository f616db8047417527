#include "engine/keys/term_profile.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/hashing/hash.h>

namespace descry {
namespace {

TEST(TermProfile, SortsByCountThenBytes) {
    const std::vector<TermCount> terms = {{"zebra", 5}, {"a", 2}, {"\xc3\xa9t\xc3\xa9", 3},
                                          {"once", 1},  {"b", 2}, {"B", 2}};
    // Quantum 2: odd counts are rounded down, the single occurrence goes; no minimum length; bytes
    // are unsigned.
    EXPECT_EQ(term_profile(terms), "zebra 4\nB 2\na 2\nb 2\n\xc3\xa9t\xc3\xa9 2");
    EXPECT_EQ(term_profile_signature(terms), md5(term_profile(terms)));
    EXPECT_EQ(to_hex(as_bytes(*term_profile_signature(terms))), "7605f611b1e67d2d2626b1d8067d79c9");
}

TEST(TermProfile, KeepsAllWhenNothingRepeats) {
    const std::vector<TermCount> terms = {{"y", 1}, {"x", 1}};
    EXPECT_EQ(term_profile(terms), "x 1\ny 1");
}

TEST(TermProfile, QuantumFollowsTheHighestWdf) {
    const std::vector<TermCount> below = {{"alpha", 249}, {"beta", 5}, {"gamma", 2}};
    const std::vector<TermCount> at = {{"alpha", 250}, {"beta", 5}, {"gamma", 2}};
    EXPECT_EQ(term_profile(below), "alpha 248\nbeta 4\ngamma 2");
    EXPECT_EQ(term_profile(at), "alpha 249\nbeta 3");
    EXPECT_EQ(term_profile(at, 1.0f), "alpha 250");
}

TEST(TermProfile, NoTermsNoSignature) {
    EXPECT_EQ(term_profile({}), "");
    EXPECT_EQ(term_profile_signature({}), std::nullopt);
    const std::vector<TermCount> boolean_terms = {{"Ktag", 0}, {"XSITEa", 0}};
    EXPECT_EQ(term_profile_signature(boolean_terms), std::nullopt);
    const std::vector<TermCount> terms = {{"a", 2}};
    EXPECT_EQ(term_profile_signature(terms, 2.0f), std::nullopt);
}

TEST(TermProfile, BooleanTermsPlayNoPart) {
    const std::vector<TermCount> with = {{"Ktag", 0}, {"word", 1}};
    const std::vector<TermCount> without = {{"word", 1}};
    EXPECT_EQ(term_profile_signature(with), term_profile_signature(without));
}

TEST(TermProfile, OrderOfTheTermsPlaysNoPart) {
    const std::uint32_t seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    std::vector<std::string> names;
    for (int i = 0; i < 200; ++i)
        names.push_back("t" + std::to_string(i));
    std::vector<TermCount> terms;
    for (const std::string& name : names)
        terms.push_back({name, static_cast<std::uint32_t>(random() % 6)});
    const std::string profile = term_profile(terms);
    EXPECT_NE(profile, "");
    for (int round = 0; round < 50; ++round) {
        std::shuffle(terms.begin(), terms.end(), random);
        ASSERT_EQ(term_profile(terms), profile);
    }
}

}  // namespace
}  // namespace descry
