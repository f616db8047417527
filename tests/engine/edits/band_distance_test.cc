#include "engine/edits/band_distance.h"

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/cpu_targets.h"
#include "tests/engine/edits/edit_distance_oracle.h"
#include "tests/engine/random_seed.h"
#include "tests/volume.h"

namespace descry {
namespace {

using testing::edited;
using testing::random_text;
using testing::Script;

// How many numbers there are decides what the texts are compared as.
constexpr Script TWO_CODES{"two_bytes", 1, 2};
constexpr Script BYTE_CODES{"bytes", 1, 90};
constexpr Script SHORT_CODES{"numbers", 1, 3000};
constexpr Script LARGE_CODES{"large_numbers", 70'000, 3000};

std::optional<std::size_t> distance_of(const Script& script, const std::u32string& a,
                                       const std::u32string& b, std::size_t max_edits) {
    if (script.first + script.alphabet <= 0x80)
        return band_distance(std::string(a.begin(), a.end()), std::string(b.begin(), b.end()),
                             max_edits);
    const std::vector<std::uint32_t> numbers_of_a(a.begin(), a.end());
    const std::vector<std::uint32_t> numbers_of_b(b.begin(), b.end());
    return band_distance(numbers_of_a, numbers_of_b, script.first + script.alphabet, max_edits);
}

class BandDistance : public ::testing::TestWithParam<Script> {};

// Limits from none to all: bands of each number of words, in registers and in vectors.
TEST_P(BandDistance, IsTheOraclesWithEachKindOfCpuForBandsOfAnyWidth) {
    DESCRY_RANDOM(generator);
    const Script& script = GetParam();
    const std::size_t longest = testing::scaled<std::size_t>(4700, 4);
    for (int i = 0; i < testing::scaled(12, 2); ++i) {
        const std::size_t size = i == 0 ? longest : 1 + generator() % longest;
        const std::u32string a = random_text(generator, size, script);
        const std::u32string b = edited(generator, a, generator() % (size / 8 + 1), script, 12);
        const std::size_t expected = testing::edit_distance_oracle(a, b);
        std::vector<std::size_t> limits = {expected, expected + 1, a.size() + b.size()};
        for (int j = 0; j < 6; ++j)
            limits.push_back(expected + generator() % (a.size() + 1));
        testing::for_each_target([&] {
            for (const std::size_t limit : limits) {
                ASSERT_EQ(distance_of(script, a, b, limit), expected) << "limit " << limit;
                ASSERT_EQ(distance_of(script, b, a, limit), expected) << "limit " << limit;
            }
            if (expected > 0) {
                ASSERT_EQ(distance_of(script, a, b, expected - 1), std::nullopt);
                ASSERT_EQ(distance_of(script, a, b, generator() % expected), std::nullopt);
            }
        });
    }
}

INSTANTIATE_TEST_SUITE_P(Codes, BandDistance,
                         ::testing::Values(TWO_CODES, BYTE_CODES, SHORT_CODES, LARGE_CODES),
                         [](const auto& script) { return std::string(script.param.name); });

// What stands above and below the rows of a text is like no character of the other.
TEST(BandDistance, IsTheOraclesForTextsThatBeginAndEndWithAnyByteOfUtf8) {
    DESCRY_RANDOM(generator);
    for (char32_t byte = 0; byte < 0xff; ++byte) {
        const std::u32string a = random_text(generator, 200, BYTE_CODES);
        const std::u32string same(5, byte);
        const std::u32string shifted = same + a.substr(0, 195);
        const std::u32string ended = a.substr(5) + same;
        for (const std::u32string& b : {shifted, ended}) {
            ASSERT_EQ(
                band_distance(std::string(a.begin(), a.end()), std::string(b.begin(), b.end()), 20),
                testing::edit_distance_oracle(a, b));
        }
    }
}

}  // namespace
}  // namespace descry
