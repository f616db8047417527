#include "tools/arguments/prepared_argument.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include <fmt/format.h>

#include "engine/prepared/prepared_file.h"

namespace descry {

bool is_prepared(const std::string& path) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return false;
    std::ifstream file(path, std::ios::binary);
    return file && PreparedReader::is_prepared(file);
}

void read_prepared(const std::string& path, PreparedDocuments& documents) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        throw std::runtime_error(
            fmt::format("{}: cannot be opened: {}", path, std::strerror(errno)));
    }
    try {
        documents.add(file);
    } catch (const PreparedFormatError& error) {
        throw std::runtime_error(fmt::format("{}: {}", path, error.what()));
    }
}

}  // namespace descry
