/** @file mutation.h
 *  @brief Bytes nearly as they were: what targets are fed with beside their seeds.
 */
#ifndef DESCRY_TESTS_FUZZ_MUTATION_H
#define DESCRY_TESTS_FUZZ_MUTATION_H

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace descry::testing {

/// Some bytes changed, taken away, repeated or moved. The same everywhere: std::mt19937 is laid
/// down by the standard.
inline std::string mutate(std::string bytes, std::mt19937& random) {
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

/// The seeds of a target, by name. @param folder of all targets
inline std::vector<std::filesystem::path> seeds_of(const std::filesystem::path& folder,
                                                   std::string_view target) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder / target))
        paths.push_back(entry.path());
    std::ranges::sort(paths);
    return paths;
}

inline std::string read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
}

}  // namespace descry::testing

#endif  // DESCRY_TESTS_FUZZ_MUTATION_H
