#include "tools/arguments/model_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <system_error>

#include <fmt/format.h>

#include "engine/mechanics/output_file.h"
#include "engine/prepared/prepared_file.h"

namespace descry {

namespace {

// Above the largest model: 65,535 words and some millions of stable terms.
constexpr std::size_t MAX_BYTES = std::size_t{1} << 30;
constexpr std::size_t BLOCK = std::size_t{1} << 16;

[[noreturn]] void fail(const std::string& path, const char* what) {
    throw std::runtime_error(fmt::format("{}: {}: {}", path, what, std::strerror(errno)));
}

}  // namespace

Model read_model_file(const std::string& path) {
    std::ifstream named;
    if (path != "-") {
        named.open(path, std::ios::binary);
        if (!named) fail(path, "cannot be opened");
    }
    std::istream& file = path == "-" ? std::cin : named;
    std::string bytes;
    while (file && bytes.size() <= MAX_BYTES) {
        const std::size_t held = bytes.size();
        bytes.resize(held + BLOCK);
        file.read(bytes.data() + held, static_cast<std::streamsize>(BLOCK));
        bytes.resize(held + static_cast<std::size_t>(file.gcount()));
        if (!bytes.starts_with(Model::MAGIC)) break;
    }
    if (file.bad()) fail(path, "cannot be read");
    if (bytes.size() > MAX_BYTES) {
        throw std::runtime_error(path + ": not a descry model: too large");
    }
    try {
        return Model::parse(bytes);
    } catch (const ModelFormatError& error) {
        throw std::runtime_error(fmt::format("{}: {}", path, error.what()));
    }
}

void write_model_file(const std::string& path, const Model& model) {
    OutputFile file(path);
    file.write(model.serialise());
    file.commit();
}

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
