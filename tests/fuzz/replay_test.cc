// Every seed, and mutations of it, through its target: what libFuzzer found stays found, on any
// compiler.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/fuzz/targets.h"

namespace descry::testing {

// The name of a test.
void PrintTo(const FuzzTarget& target, std::ostream* out) {
    *out << target.name;
}

namespace {

// A target's, shared by its seeds.
constexpr unsigned MUTATIONS = 100;

std::vector<std::filesystem::path> seeds_of(std::string_view target) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(DESCRY_FUZZ_SEEDS) / target)) {
        paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

std::string read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
}

// Some bytes changed, taken away, repeated or moved.
std::string mutate(std::string bytes, std::mt19937& random) {
    const auto below = [&](std::size_t end) { return end == 0 ? 0 : random() % end; };
    for (std::size_t edits = 1 + below(4); edits > 0; --edits) {
        const std::size_t at = below(bytes.size());
        const std::size_t size = below(std::min<std::size_t>(bytes.size() - at, 64) + 1);
        switch (below(5)) {
            case 0:
                if (!bytes.empty()) bytes[at] = static_cast<char>(random());
                break;
            case 1:
                if (!bytes.empty()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
                break;
            case 2:
                bytes.erase(at, size);
                break;
            case 3:
                bytes.insert(below(bytes.size() + 1), bytes.substr(at, size));
                break;
            default:
                bytes.resize(at);
        }
    }
    return bytes;
}

class Seeds : public ::testing::TestWithParam<FuzzTarget> {};

TEST_P(Seeds, AndMutationsOfThem) {
    const std::vector<std::filesystem::path> seeds = seeds_of(GetParam().name);
    ASSERT_FALSE(seeds.empty());
    // The same numbers everywhere: std::mt19937 is laid down by the standard.
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
