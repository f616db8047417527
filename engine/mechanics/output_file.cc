#include "engine/mechanics/output_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <random>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <descry/mechanics/work.h>

namespace descry {

namespace {

// Flushes a rename to disk, if the file system can; without it the file is whole, old or new.
void sync_folder_of(const std::string& path) {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY);
    if (descriptor < 0) return;
    ::fsync(descriptor);
    ::close(descriptor);
}

// Gives the new file the access rights of the old one. If it cannot be given to the old owner it
// remains the user's, without set-id bits.
bool copy_rights(const struct stat& from, int to) {
    const bool is_owned = ::fchown(to, from.st_uid, from.st_gid) == 0;
    return ::fchmod(to, from.st_mode & (is_owned ? 07777 : 0777)) == 0;
}

// Locks a new file while it is written. @return whether nobody removed it before
// (remove_leftovers()); true on file systems without locks
bool hold(int descriptor) {
    struct stat status = {};
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return false;
    return ::fstat(descriptor, &status) != 0 || status.st_nlink > 0;
}

// Creates a file with a new name beside @a path.
// @param replaced the file whose rights it gets; may be null
// @return null if none can be created
std::FILE* open_part(const std::string& path, const struct stat* replaced, std::string& part) {
    constexpr int MAX_ATTEMPTS = 100;
    std::random_device random;
    for (int attempt = 0; attempt < MAX_ATTEMPTS; ++attempt) {
        part = fmt::format("{}.part-{:08x}", path, random());
        // Private until it has the rights of the other.
        const int descriptor =
            ::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                   replaced == nullptr ? 0666 : 0600);
        if (descriptor >= 0 && !hold(descriptor)) {
            ::close(descriptor);
            continue;
        }
        if (descriptor >= 0) {
            if (replaced == nullptr || copy_rights(*replaced, descriptor))
                return ::fdopen(descriptor, "wb");
            const int cause = errno;
            ::close(descriptor);
            std::remove(part.c_str());
            errno = cause;
            return nullptr;
        }
        if (errno != EEXIST) return nullptr;
    }
    return nullptr;
}

}  // namespace

std::string link_target(const std::string& path) {
    constexpr int MAX_LINKS = 40;
    std::filesystem::path target = path;
    std::error_code error;
    for (int links = 0; links < MAX_LINKS; ++links) {
        const std::filesystem::path next = std::filesystem::read_symlink(target, error);
        if (error) return target.string();
        target = target.parent_path() / next;
    }
    return path;
}

void remove_leftovers(const std::string& path) {
    const std::filesystem::path target = link_target(path);
    const std::string beginning = target.filename().string() + ".part-";
    const std::filesystem::path folder = target.parent_path();
    std::error_code error;
    for (const auto& entry :
         std::filesystem::directory_iterator(folder.empty() ? "." : folder, error)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(beginning) || name.size() != beginning.size() + 8 ||
            name.find_first_not_of("0123456789abcdef", beginning.size()) != std::string::npos)
            continue;
        const int descriptor =
            ::open(entry.path().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        if (descriptor < 0) continue;
        if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) ::unlink(entry.path().c_str());
        ::close(descriptor);
    }
}

void OutputFile::Close::operator()(std::FILE* file) const {
    if (file != stdout) std::fclose(file);
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
    if (path_ == "-") {
        path_ = "standard output";
        file_.reset(stdout);
        return;
    }
    target_ = link_target(path_);
    struct stat status = {};
    if (::stat(path_.c_str(), &status) != 0) {
        if (errno != ENOENT) fail("cannot be made");
        file_.reset(open_part(target_, nullptr, part_));
    } else if (S_ISREG(status.st_mode)) {
        if (::access(target_.c_str(), W_OK) != 0) fail("cannot be written");
        file_.reset(open_part(target_, &status, part_));
    } else {
        file_.reset(std::fopen(path_.c_str(), "wb"));
    }
    if (!file_) fail("cannot be made");
}

OutputFile::~OutputFile() {
    if (!part_.empty()) std::remove(part_.c_str());
}

void OutputFile::write(std::string_view bytes) {
    check_stop();
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
        fail("cannot be written");
    }
}

void OutputFile::sync() {
    if (std::fflush(file_.get()) != 0) fail("cannot be written");
    if (!part_.empty() && ::fsync(::fileno(file_.get())) != 0) fail("cannot be written");
}

void OutputFile::commit() {
    // The bytes before the name: a power cut must not leave a file without them.
    sync();
    // Locked until it has its name.
    if (!part_.empty()) {
        std::error_code error;
        std::filesystem::rename(part_, target_, error);
        if (error) throw std::runtime_error(fmt::format("{}: {}", path_, error.message()));
        part_.clear();
        sync_folder_of(target_);
    }
    std::FILE* const file = file_.release();
    if (file != stdout && std::fclose(file) != 0) fail("cannot be written");
}

void OutputFile::fail(const char* what) const {
    // The same error message, but callers that ignore SIGPIPE need the code.
    throw std::system_error(errno, std::generic_category(), fmt::format("{}: {}", path_, what));
}

}  // namespace descry
