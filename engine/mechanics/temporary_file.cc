#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include <unistd.h>

#include <descry/mechanics/temporary_file.h>

namespace descry {

namespace {

[[noreturn]] void fail(const char* what) {
    const int error = errno;
    throw std::system_error(error, std::generic_category(),
                            std::string(what) + " a temporary file in " + temporary_directory() +
                                " (another directory: TMPDIR)");
}

}  // namespace

// Not std::filesystem's: that one refuses a TMPDIR that is no directory without naming it.
std::string temporary_directory() {
    const char* const tmpdir = std::getenv("TMPDIR");
    return tmpdir != nullptr && *tmpdir != '\0' ? tmpdir : "/tmp";
}

TemporaryFile::TemporaryFile() {
    std::string name = temporary_directory() + "/descry-XXXXXX";
    const int descriptor = mkstemp(name.data());
    if (descriptor < 0) fail("cannot make");
    unlink(name.c_str());
    file_.reset(fdopen(descriptor, "w+b"));
    if (!file_) fail("cannot open");
}

void TemporaryFile::write(const void* bytes, std::size_t size) {
    if (size == 0) return;
    if (std::fwrite(bytes, 1, size, file_.get()) != size || std::fflush(file_.get()) != 0) {
        fail("cannot write");
    }
}

void TemporaryFile::write_at(std::uint64_t offset, const void* bytes, std::size_t size) {
    std::size_t put = 0;
    while (put < size) {
        const ssize_t n = pwrite(fileno(file_.get()), static_cast<const char*>(bytes) + put,
                                 size - put, static_cast<off_t>(offset + put));
        if (n < 0 && errno != EINTR) fail("cannot write");
        if (n > 0) put += static_cast<std::size_t>(n);
    }
}

void TemporaryFile::rewind() {
    if (std::fseek(file_.get(), 0, SEEK_SET) != 0) fail("cannot read");
}

std::size_t TemporaryFile::read(void* bytes, std::size_t size) {
    const std::size_t got = std::fread(bytes, 1, size, file_.get());
    if (got < size && std::ferror(file_.get()) != 0) fail("cannot read");
    return got;
}

std::size_t TemporaryFile::read_at(std::uint64_t offset, void* bytes, std::size_t size) const {
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
