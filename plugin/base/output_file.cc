#include <cerrno>
#include <cstring>
#include <filesystem>
#include <random>
#include <stdexcept>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <descry/base/output_file.h>

namespace descry {

namespace {

// What is renamed in a folder is on the disk afterwards. Where a file system cannot do that, the
// file is whole nevertheless, whether it is the old one or the new.
void sync_folder_of(const std::string& path) {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY);
    if (descriptor < 0) return;
    ::fsync(descriptor);
    ::close(descriptor);
}

// A new file beside @a path, of no name that is there, be it a link's. @return null where none can
// be made
std::FILE* open_part(const std::string& path, std::string& part) {
    constexpr int MAX_ATTEMPTS = 100;
    std::random_device random;
    for (int attempt = 0; attempt < MAX_ATTEMPTS; ++attempt) {
        part = fmt::format("{}.part-{:08x}", path, random());
        const int descriptor =
            ::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (descriptor >= 0) return ::fdopen(descriptor, "wb");
        if (errno != EEXIST) return nullptr;
    }
    return nullptr;
}

}  // namespace

void OutputFile::Close::operator()(std::FILE* file) const {
    if (file != stdout) std::fclose(file);
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
    if (path_ == "-") {
        path_ = "standard output";
        file_.reset(stdout);
        return;
    }
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path_, error);
    if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status)) {
        file_.reset(open_part(path_, part_));
    } else {
        file_.reset(std::fopen(path_.c_str(), "wb"));
    }
    if (!file_) fail("cannot be made");
}

OutputFile::~OutputFile() {
    if (!part_.empty()) std::remove(part_.c_str());
}

void OutputFile::write(std::string_view bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
        fail("cannot be written");
    }
}

void OutputFile::commit() {
    if (std::fflush(file_.get()) != 0) fail("cannot be written");
    // The bytes before the name: a power cut must not leave a file without them.
    if (!part_.empty() && ::fsync(::fileno(file_.get())) != 0) fail("cannot be written");
    std::FILE* const file = file_.release();
    if (file != stdout && std::fclose(file) != 0) fail("cannot be written");
    if (part_.empty()) return;
    std::error_code error;
    std::filesystem::rename(part_, path_, error);
    if (error) throw std::runtime_error(fmt::format("{}: {}", path_, error.message()));
    part_.clear();
    sync_folder_of(path_);
}

void OutputFile::fail(const char* what) const {
    throw std::runtime_error(fmt::format("{}: {}: {}", path_, what, std::strerror(errno)));
}

}  // namespace descry
