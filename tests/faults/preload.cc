// Loaded into a program before the C library (LD_PRELOAD): what it does to the files of a folder is
// counted, told, and made to go wrong at a chosen moment.
//
//   DESCRY_FAULT_FOLDER   the folder, as an absolute path; all else is let through
//   DESCRY_FAULT_LOG      each operation is appended to this file (layout: accidents.py)
//   DESCRY_FAULT_KILL=N   the program is killed instead of operation N, counted from 1
//   DESCRY_FAULT_FULL=N   operation N and all later ones that need room find the disk full
//
// What the C library's own streams write is not seen, only that their file is synced.

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

template <typename Function>
Function* real(const char* name) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

std::string setting(const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr ? value : "";
}

std::string path_of(int descriptor) {
    char path[4096];
    const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
    const ssize_t size = ::readlink(link.c_str(), path, sizeof path);
    return size > 0 ? std::string(path, static_cast<std::size_t>(size)) : std::string();
}

class Accidents {
  public:
    bool concern(std::string_view path) const {
        return !folder_.empty() && path.starts_with(folder_);
    }

    // Counts an operation. @return false where there is no room for it
    bool begin(bool needs_room) {
        const long number = ++operations_;
        if (number == kill_at_) ::raise(SIGKILL);
        if (full_at_ > 0 && number >= full_at_ && needs_room) {
            errno = ENOSPC;
            return false;
        }
        return true;
    }

    void tell(char what, const std::string& path, std::uint64_t offset, std::string_view data) {
        if (log_ < 0) return;
        const std::lock_guard lock(mutex_);
        if (what == 'W') written_.insert(path);
        std::string record(1, what);
        append(record, offset);
        append(record, path.size());
        append(record, data.size());
        record += path;
        record += data;
        static const auto write = real<ssize_t(int, const void*, std::size_t)>("write");
        if (write(log_, record.data(), record.size()) < 0) std::abort();
    }

    // A file or folder is synced: what was told of it or, where nothing was, all that it holds.
    void tell_sync(const std::string& path) {
        std::string bytes;
        struct stat status = {};
        const bool is_file = ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
        if (!is_file || written_.contains(path)) {
            tell('S', path, 0, {});
            return;
        }
        std::FILE* const file = std::fopen(path.c_str(), "rb");
        if (file == nullptr) return;
        char block[65536];
        while (const std::size_t got = std::fread(block, 1, sizeof block, file))
            bytes.append(block, got);
        std::fclose(file);
        tell('P', path, 0, bytes);
    }

  private:
    static void append(std::string& out, std::uint64_t value) {
        for (unsigned shift = 0; shift < 64; shift += 8)
            out += static_cast<char>(static_cast<unsigned char>(value >> shift));
    }

    static int open_log() {
        const std::string path = setting("DESCRY_FAULT_LOG");
        if (path.empty()) return -1;
        static const auto open = real<int(const char*, int, ...)>("open64");
        return open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    }

    std::string folder_ = setting("DESCRY_FAULT_FOLDER");
    int log_ = open_log();
    long kill_at_ = std::atol(setting("DESCRY_FAULT_KILL").c_str());
    long full_at_ = std::atol(setting("DESCRY_FAULT_FULL").c_str());
    std::atomic<long> operations_{0};
    std::mutex mutex_;
    std::set<std::string> written_;
};

Accidents& accidents() {
    static Accidents* const all = new Accidents;
    return *all;
}

int open_as(const char* name, const char* path, int flags, mode_t mode) {
    const auto open = real<int(const char*, int, ...)>(name);
    struct stat status = {};
    const bool is_new = (flags & O_CREAT) != 0 && ::stat(path, &status) != 0;
    const bool changes = is_new || (flags & O_TRUNC) != 0;
    if (!changes || !accidents().concern(path)) return open(path, flags, mode);
    if (!accidents().begin(is_new)) return -1;
    const int descriptor = open(path, flags, mode);
    if (descriptor >= 0) accidents().tell('C', path, 0, {});
    return descriptor;
}

template <typename Write>
ssize_t write_at(int descriptor, const void* bytes, off64_t offset, const Write& write) {
    const std::string path = path_of(descriptor);
    if (!accidents().concern(path)) return write();
    if (!accidents().begin(true)) return -1;
    const ssize_t written = write();
    if (written > 0) {
        accidents().tell('W', path, static_cast<std::uint64_t>(offset),
                         {static_cast<const char*>(bytes), static_cast<std::size_t>(written)});
    }
    return written;
}

template <typename Sync>
int sync(int descriptor, const Sync& call) {
    const std::string path = path_of(descriptor);
    if (!accidents().concern(path)) return call(descriptor);
    if (!accidents().begin(false)) return -1;
    const int result = call(descriptor);
    if (result == 0) accidents().tell_sync(path);
    return result;
}

int truncate_as(const char* name, int descriptor, off64_t size) {
    const auto call = real<int(int, off64_t)>(name);
    const std::string path = path_of(descriptor);
    if (!accidents().concern(path)) return call(descriptor, size);
    if (!accidents().begin(false)) return -1;
    const int result = call(descriptor, size);
    if (result == 0) accidents().tell('T', path, static_cast<std::uint64_t>(size), {});
    return result;
}

int remove_as(const char* name, const char* path) {
    const auto call = real<int(const char*)>(name);
    if (!accidents().concern(path)) return call(path);
    if (!accidents().begin(false)) return -1;
    const int result = call(path);
    if (result == 0) accidents().tell('U', path, 0, {});
    return result;
}

mode_t mode_of(int flags, std::va_list arguments) {
    return (flags & O_CREAT) != 0 ? static_cast<mode_t>(va_arg(arguments, int)) : 0;
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
    std::va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return open_as("open", path, flags, mode);
}

int open64(const char* path, int flags, ...) {
    std::va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return open_as("open64", path, flags, mode);
}

ssize_t write(int descriptor, const void* bytes, std::size_t size) {
    static const auto call = real<ssize_t(int, const void*, std::size_t)>("write");
    const off64_t offset = ::lseek64(descriptor, 0, SEEK_CUR);
    return write_at(descriptor, bytes, offset, [&] { return call(descriptor, bytes, size); });
}

ssize_t pwrite(int descriptor, const void* bytes, std::size_t size, off_t offset) {
    static const auto call = real<ssize_t(int, const void*, std::size_t, off_t)>("pwrite");
    return write_at(descriptor, bytes, offset,
                    [&] { return call(descriptor, bytes, size, offset); });
}

ssize_t pwrite64(int descriptor, const void* bytes, std::size_t size, off64_t offset) {
    static const auto call = real<ssize_t(int, const void*, std::size_t, off64_t)>("pwrite64");
    return write_at(descriptor, bytes, offset,
                    [&] { return call(descriptor, bytes, size, offset); });
}

int fsync(int descriptor) {
    return sync(descriptor, real<int(int)>("fsync"));
}

int fdatasync(int descriptor) {
    return sync(descriptor, real<int(int)>("fdatasync"));
}

int ftruncate(int descriptor, off_t size) noexcept {
    return truncate_as("ftruncate", descriptor, size);
}

int ftruncate64(int descriptor, off64_t size) noexcept {
    return truncate_as("ftruncate64", descriptor, size);
}

int rename(const char* from, const char* to) noexcept {
    static const auto call = real<int(const char*, const char*)>("rename");
    if (!accidents().concern(from)) return call(from, to);
    if (!accidents().begin(true)) return -1;
    const int result = call(from, to);
    if (result == 0) accidents().tell('R', from, 0, to);
    return result;
}

// Of descry's own: two folders change places.
int renameat2(int from_folder, const char* from, int to_folder, const char* to,
              unsigned flags) noexcept {
    static const auto call = real<int(int, const char*, int, const char*, unsigned)>("renameat2");
    if (!accidents().concern(from)) return call(from_folder, from, to_folder, to, flags);
    if (!accidents().begin(true)) return -1;
    const int result = call(from_folder, from, to_folder, to, flags);
    if (result == 0) accidents().tell('X', from, 0, to);
    return result;
}

int unlink(const char* path) noexcept {
    return remove_as("unlink", path);
}

int remove(const char* path) noexcept {
    return remove_as("remove", path);
}

}  // extern "C"
