/** @file zstd_lines.h
 *  @brief The lines of a compressed file of the shared collections.
 */
#ifndef DESCRY_TESTS_ZSTD_LINES_H
#define DESCRY_TESTS_ZSTD_LINES_H

#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace descry::testing {

/// Calls @a take(std::string_view line) for each line, without its line feed. Needs the zstd
/// program; throws std::runtime_error when it fails.
template <typename Take>
void for_each_zstd_line(const std::filesystem::path& path, Take&& take) {
    const std::string command = "zstd -dc --long=27 '" + path.string() + "'";
    std::FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) throw std::runtime_error("cannot run " + command);
    std::string line;
    char block[1 << 16];
    for (std::size_t size = 0; (size = std::fread(block, 1, sizeof block, pipe)) > 0;) {
        std::string_view rest(block, size);
        for (std::size_t end = 0; (end = rest.find('\n')) != std::string_view::npos;) {
            line += rest.substr(0, end);
            take(std::string_view(line));
            line.clear();
            rest.remove_prefix(end + 1);
        }
        line += rest;
    }
    if (!line.empty()) take(std::string_view(line));
    if (pclose(pipe) != 0) throw std::runtime_error("failed: " + command);
}

}  // namespace descry::testing

#endif  // DESCRY_TESTS_ZSTD_LINES_H
