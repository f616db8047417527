#include "model_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include <fmt/format.h>

namespace descry {

namespace {

// More than the largest model takes: 65,535 words of 245 bytes and their numbers.
constexpr std::size_t MAX_BYTES = std::size_t{32} << 20;

[[noreturn]] void fail(const std::string& path, const char* what) {
    throw std::runtime_error(fmt::format("{}: {}: {}", path, what, std::strerror(errno)));
}

}  // namespace

Model read_model_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) fail(path, "cannot be opened");
    std::string bytes(MAX_BYTES + 1, '\0');
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (file.bad()) fail(path, "cannot be read");
    bytes.resize(static_cast<std::size_t>(file.gcount()));
    if (bytes.size() > MAX_BYTES) {
        throw std::runtime_error(path + ": this is not a descry model: it is far too large");
    }
    try {
        return Model::parse(bytes);
    } catch (const ModelFormatError& error) {
        throw std::runtime_error(fmt::format("{}: {}", path, error.what()));
    }
}

void write_model_file(const std::string& path, const Model& model) {
    const std::string& bytes = model.serialise();
    if (path == "-") {
        const std::size_t written = std::fwrite(bytes.data(), 1, bytes.size(), stdout);
        if (written != bytes.size() || std::fflush(stdout) != 0) {
            fail("standard output", "cannot be written");
        }
        return;
    }
    // A pipe or device is written to, not replaced.
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    const bool in_place =
        std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
    const std::string part = in_place ? path : path + ".part";
    std::ofstream file(part, std::ios::binary | std::ios::trunc);
    if (!file) fail(part, "cannot be made");
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file) fail(part, "cannot be written");
    if (in_place) return;
    std::filesystem::rename(part, path, error);
    if (error) throw std::runtime_error(fmt::format("{}: {}", path, error.message()));
}

}  // namespace descry
