#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <mutex>
#include <string>
#include <system_error>
#include <utility>

#include <unistd.h>

#include <descry/mechanics/temporary_file.h>

namespace descry {

namespace {

std::mutex directory_mutex;

std::string& chosen_directory() {
    static std::string directory = "/tmp";
    return directory;
}

[[noreturn]] void fail(const char* what) {
    const int error = errno;
    throw std::system_error(error, std::generic_category(),
                            std::string(what) + " a temporary file in " + temporary_directory() +
                                "; set TMPDIR to another directory");
}

}  // namespace

// std::filesystem's rejects a TMPDIR that is not a directory without naming it.
std::string temporary_directory() {
    const std::lock_guard lock(directory_mutex);
    return chosen_directory();
}

void set_temporary_directory(std::string directory) {
    const std::lock_guard lock(directory_mutex);
    chosen_directory() = std::move(directory);
}

void TemporaryFile::open() {
    std::string name = temporary_directory() + "/descry-XXXXXX";
    const int descriptor = mkstemp(name.data());
    if (descriptor < 0) fail("cannot make");
    unlink(name.c_str());
    file_.reset(fdopen(descriptor, "w+b"));
    if (!file_) fail("cannot open");
}

void TemporaryFile::write(const void* bytes, std::size_t size) {
    if (size == 0) return;
    if (!file_) {
        if (held_.size() + size <= in_memory_) {
            held_.append(static_cast<const char*>(bytes), size);
            return;
        }
        open();
        const std::string held = std::exchange(held_, {});
        write(held.data(), held.size());
    }
    if (std::fwrite(bytes, 1, size, file_.get()) != size || std::fflush(file_.get()) != 0) {
        fail("cannot write");
    }
}

void TemporaryFile::write_at(std::uint64_t offset, const void* bytes, std::size_t size) {
    if (!file_) open();
    std::size_t put = 0;
    while (put < size) {
        const ssize_t n = pwrite(fileno(file_.get()), static_cast<const char*>(bytes) + put,
                                 size - put, static_cast<off_t>(offset + put));
        if (n < 0 && errno != EINTR) fail("cannot write");
        if (n > 0) put += static_cast<std::size_t>(n);
    }
}

void TemporaryFile::rewind() {
    place_ = 0;
    if (file_ && std::fseek(file_.get(), 0, SEEK_SET) != 0) fail("cannot read");
}

std::size_t TemporaryFile::read(void* bytes, std::size_t size) {
    if (!file_) {
        const std::size_t got = read_at(place_, bytes, size);
        place_ += got;
        return got;
    }
    const std::size_t got = std::fread(bytes, 1, size, file_.get());
    if (got < size && std::ferror(file_.get()) != 0) fail("cannot read");
    return got;
}

std::size_t TemporaryFile::read_at(std::uint64_t offset, void* bytes, std::size_t size) const {
    if (!file_) {
        if (offset >= held_.size()) return 0;
        return held_.copy(static_cast<char*>(bytes), size, static_cast<std::size_t>(offset));
    }
    std::size_t got = 0;
    while (got < size) {
        const ssize_t n = pread(fileno(file_.get()), static_cast<char*>(bytes) + got, size - got,
                                static_cast<off_t>(offset + got));
        if (n == 0) break;
        if (n < 0 && errno != EINTR) fail("cannot read");
        if (n > 0) got += static_cast<std::size_t>(n);
    }
    return got;
}

}  // namespace descry
