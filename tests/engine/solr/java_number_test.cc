#include <bit>
#include <cstdlib>
#include <random>

#include <gtest/gtest.h>

#include "engine/solr/java_hash_order.h"
#include "tests/engine/random_seed.h"
#include "tests/volume.h"

namespace descry {

namespace {

// Printed by JDK 17.
TEST(JavaDouble, PrintsAsJdk17) {
    const struct {
        double number;
        const char* text;
    } cases[] = {
        {0.0, "0.0"},
        {-0.0, "-0.0"},
        {1.0, "1.0"},
        {-1.5, "-1.5"},
        {100.0, "100.0"},
        {1234567.0, "1234567.0"},
        {9999999.0, "9999999.0"},
        {1e7, "1.0E7"},
        {12345678.9, "1.23456789E7"},
        {0.001, "0.001"},
        {0.0009999, "9.999E-4"},
        {0.1, "0.1"},
        {1.0 / 3, "0.3333333333333333"},
        {1e21, "1.0E21"},
        {1e22, "1.0E22"},
        // More digits than are needed, which JDK 19 no longer prints.
        {1e23, "9.999999999999999E22"},
        {2e23, "1.9999999999999998E23"},
        {2.0e-3, "0.002"},
        {0x1p-44, "5.6843418860808015E-14"},
        {4.9e-324, "4.9E-324"},
        {2.2250738585072014e-308, "2.2250738585072014E-308"},
        {1.7976931348623157e308, "1.7976931348623157E308"},
        {9007199254740993.0, "9.007199254740992E15"},
        {9223372036854775807.0, "9.223372036854776E18"},
        {__builtin_inf(), "Infinity"},
        {-__builtin_inf(), "-Infinity"},
        {__builtin_nan(""), "NaN"},
    };
    for (const auto& c : cases)
        EXPECT_EQ(java_double_text(c.number), c.text);
}

TEST(JavaDouble, IsReadBackAsTheSameNumber) {
    DESCRY_RANDOM(random);
    for (int i = 0; i < testing::scaled(100000); ++i) {
        const auto number = std::bit_cast<double>(random());
        if (number != number) continue;
        const std::string text = java_double_text(number);
        if (text.ends_with("Infinity")) continue;
        EXPECT_EQ(std::strtod(text.c_str(), nullptr), number) << text;
    }
}

TEST(SolrNumber, IsWhatItsJsonLoaderMakes) {
    const std::pair<const char*, const char*> cases[] = {
        {"10", "10"},
        {"-0", "0"},
        {"-0.0", "-0.0"},
        {"1.0", "1.0"},
        {"1.50", "1.5"},
        {"1e7", "1.0E7"},
        {"1E+2", "100.0"},
        {"10000000", "10000000"},
        {"9223372036854775807", "9223372036854775807"},
        {"-9223372036854775808", "-9223372036854775808"},
        {"9223372036854775808", "9223372036854775808"},
        {"123456789012345678901234567890", "123456789012345678901234567890"},
        {"1e999", "Infinity"},
        {"-1e999", "-Infinity"},
        {"1e-999", "0.0"},
        // Of 22 characters and more after the first the text is kept.
        {"0.123456789012345678901", "0.12345678901234568"},
        {"0.1234567890123456789012", "0.1234567890123456789012"},
    };
    for (const auto& [json, text] : cases)
        EXPECT_EQ(solr_number_text(json), text) << json;
}

}  // namespace

}  // namespace descry
