// Every seed, and mutations of it, through its target: what libFuzzer found stays found, on any
// compiler.

#include <filesystem>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/fuzz/mutation.h"
#include "tests/fuzz/targets.h"

namespace descry::testing {

// The name of a test.
void PrintTo(const FuzzTarget& target, std::ostream* out) {
    *out << target.name;
}

namespace {

// A target's, shared by its seeds.
constexpr unsigned MUTATIONS = 100;

class Seeds : public ::testing::TestWithParam<FuzzTarget> {};

TEST_P(Seeds, AndMutationsOfThem) {
    const std::vector<std::filesystem::path> seeds = seeds_of(DESCRY_FUZZ_SEEDS, GetParam().name);
    ASSERT_FALSE(seeds.empty());
    std::mt19937 random(1);
    const unsigned mutations = MUTATIONS / static_cast<unsigned>(seeds.size()) + 1;
    for (const std::filesystem::path& seed : seeds) {
        const std::string bytes = read_file(seed);
        // Printed first: a sanitizer leaves no time for it.
        std::cout << seed.filename().string() << std::endl;
        for (unsigned i = 0; i < mutations; ++i) {
            try {
                GetParam().run(i == 0 ? bytes : mutate(bytes, random));
            } catch (const std::exception& error) {
                ADD_FAILURE() << seed << " mutation " << i << ": " << error.what();
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Readers, Seeds, ::testing::ValuesIn(FUZZ_TARGETS),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace descry::testing
