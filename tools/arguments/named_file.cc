#include "tools/arguments/named_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "engine/mechanics/output_file.h"

namespace descry {

namespace {

namespace fs = std::filesystem;

// /dev/null, /dev/zero, /dev/full and similar.
constexpr unsigned MEMORY_DEVICES = 1;

fs::path place_of(const NamedFile& file) {
    const std::string name =
        file.stream == NamedFile::Stream::NONE ? file.value : "/proc/self/fd/1";
    std::error_code error;
    fs::path place = fs::canonical(name, error);
    if (error) place = fs::weakly_canonical(fs::absolute(link_target(name), error), error);
    return place;
}

bool is_below(const fs::path& file, const fs::path& folder) {
    const auto [at, ignored] =
        std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
    return at == folder.end();
}

// Also under another name: a symbolic or hard link.
bool holds(const std::string& folder, const struct stat& wanted) {
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied,
                                           error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        struct stat status{};
        if (::stat(entry->path().c_str(), &status) == 0 && status.st_dev == wanted.st_dev &&
            status.st_ino == wanted.st_ino) {
            return true;
        }
    }
    return false;
}

}  // namespace

NamedFile::NamedFile(std::string given_by, std::string given, Stream standard)
    : option(std::move(given_by)), value(std::move(given)), stream(standard) {
    struct stat found{};
    const int failed =
        stream == Stream::NONE
            ? ::stat(value.c_str(), &found)
            : ::fstat(stream == Stream::INPUT ? STDIN_FILENO : STDOUT_FILENO, &found);
    if (failed == 0) status = found;
}

bool NamedFile::keeps_bytes() const {
    return status && (S_ISREG(status->st_mode) || S_ISBLK(status->st_mode));
}

bool NamedFile::is_flowing() const {
    if (!status) return false;
    if (S_ISCHR(status->st_mode)) return major(status->st_rdev) != MEMORY_DEVICES;
    return S_ISFIFO(status->st_mode) || S_ISSOCK(status->st_mode);
}

bool NamedFile::is_same(const NamedFile& other) const {
    return status && other.status && status->st_dev == other.status->st_dev &&
           status->st_ino == other.status->st_ino;
}

bool is_one_output(const NamedFile& one, const NamedFile& other) {
    if (one.stream != NamedFile::Stream::NONE && one.stream == other.stream) return true;
    if (one.status && other.status)
        return one.is_same(other) && (one.keeps_bytes() || one.is_flowing());
    return !one.status && !other.status && place_of(one) == place_of(other);
}

bool is_within(const NamedFile& output, const NamedFile& input) {
    if (output.status && !output.keeps_bytes() && !output.is_folder()) return false;
    if (output.is_same(input)) return true;
    if (!input.is_folder()) return false;
    return is_below(place_of(output), place_of(input)) ||
           (output.status && holds(input.value, *output.status));
}

std::string reason_not_read(const NamedFile& input) {
    if (input.stream != NamedFile::Stream::NONE) return {};
    const int rights = input.is_folder() ? R_OK | X_OK : R_OK;
    return ::access(input.value.c_str(), rights) == 0
               ? std::string()
               : fmt::format("{}: cannot open: {}", input.value, std::strerror(errno));
}

std::string reason_not_written(const NamedFile& output) {
    const auto told = [&](const char* what, int cause) {
        return fmt::format("{}: {}: {}", output.value, what, std::strerror(cause));
    };
    if (output.is_folder()) return told("cannot be made", EISDIR);
    if (output.status && ::access(output.value.c_str(), W_OK) != 0)
        return told("cannot be written", errno);
    // Other files, such as pipes, are written directly.
    if (output.status && !S_ISREG(output.status->st_mode)) return {};
    const fs::path target = link_target(output.value);
    const fs::path folder = target.has_parent_path() ? target.parent_path() : ".";
    return ::access(folder.c_str(), W_OK | X_OK) == 0 ? std::string()
                                                      : told("cannot be made", errno);
}

}  // namespace descry
