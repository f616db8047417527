#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <descry/output_file.h>

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
        part_ = path_ + ".part";
    }
    file_.reset(std::fopen((part_.empty() ? path_ : part_).c_str(), "wb"));
    if (!file_) {
        // Nothing of ours is there that could be removed.
        const std::string named = std::exchange(part_, std::string());
        if (!named.empty()) path_ = named;
        fail("cannot be made");
    }
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
    throw std::runtime_error(
        fmt::format("{}: {}: {}", part_.empty() ? path_ : part_, what, std::strerror(errno)));
}

}  // namespace descry
