#include "tools/arguments/model_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <stdexcept>

#include <fmt/format.h>

#include "engine/mechanics/output_file.h"

namespace descry {

namespace {

// More than the largest model takes: 65,535 words and some millions of stable terms.
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
    // What is no model is not read to its end.
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

}  // namespace descry
