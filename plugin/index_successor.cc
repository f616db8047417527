#include <cerrno>
#include <cstdio>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <descry/index_successor.h>

namespace descry {

namespace {

namespace fs = std::filesystem;

constexpr const char* LOCK_FILE = "flintlock";
// A record that is empty in the end, that is, not there.
constexpr const char* REVISION_KEY = "descry:revision";

fs::path folder_beside(const fs::path& index) {
    return index.string() + ".descry-parts";
}

bool exchange(const fs::path& one, const fs::path& other) {
    return ::renameat2(AT_FDCWD, one.c_str(), AT_FDCWD, other.c_str(), RENAME_EXCHANGE) == 0;
}

bool is_own_folder_of_files(const fs::path& index) {
    if (!fs::is_directory(index) || !fs::exists(index / "iamglass")) return false;
    for (const auto& entry : fs::directory_iterator(index)) {
        const fs::path name = entry.path().filename();
        if (name.extension() != ".glass" && name != "iamglass" && name != LOCK_FILE) return false;
    }
    struct stat own {};
    struct stat around {};
    return ::stat(index.c_str(), &own) == 0 && ::stat(index.parent_path().c_str(), &around) == 0 &&
           own.st_dev == around.st_dev && (own.st_uid == ::geteuid() || ::geteuid() == 0) &&
           ::access(index.parent_path().c_str(), W_OK | X_OK) == 0;
}

// Not every file system can.
bool can_exchange_within(const fs::path& folder) {
    const fs::path one = folder / "one";
    const fs::path other = folder / "other";
    fs::create_directory(one);
    fs::create_directory(other);
    const bool can = exchange(one, other);
    fs::remove(one);
    fs::remove(other);
    return can;
}

[[noreturn]] void fail(const fs::path& path, const char* what) {
    throw std::system_error(errno, std::generic_category(), path.string() + ": " + what);
}

void sync(const fs::path& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) fail(path, "cannot be opened");
    const bool done = ::fsync(file) == 0;
    ::close(file);
    if (!done) fail(path, "cannot be written to the disk");
}

// Whoever could read and write the index can go on. Without rights to give files away they stay
// with the user, who owned the folder.
void copy_rights(const fs::path& from, const fs::path& to) {
    struct stat status {};
    if (::stat(from.c_str(), &status) != 0) return;
    if (::chown(to.c_str(), status.st_uid, status.st_gid) != 0 && ::geteuid() == 0) {
        fail(to, "cannot be given the owner of the index");
    }
    if (::chmod(to.c_str(), status.st_mode & 07777) != 0) fail(to, "cannot be given its rights");
}

}  // namespace

std::uintmax_t index_bytes(const std::string& path) {
    std::uintmax_t bytes = 0;
    if (!fs::is_directory(path)) return bytes;
    for (const auto& entry : fs::directory_iterator(path)) {
        if (entry.is_regular_file()) bytes += entry.file_size();
    }
    return bytes;
}

std::unique_ptr<IndexSuccessor> IndexSuccessor::begin(const std::string& path,
                                                      std::uintmax_t bytes) {
    std::error_code error;
    const fs::path index = fs::canonical(path, error);
    if (error || !is_own_folder_of_files(index)) return nullptr;
    if (fs::space(index.parent_path()).available < bytes) return nullptr;
    const fs::path folder = folder_beside(index);
    if (!fs::create_directory(folder, error)) return nullptr;
    std::unique_ptr<IndexSuccessor> successor(new IndexSuccessor(index, folder));
    return can_exchange_within(folder) ? std::move(successor) : nullptr;
}

void IndexSuccessor::remove_remains(const std::string& path) {
    std::error_code error;
    const fs::path index = fs::canonical(path, error);
    if (!error) fs::remove_all(folder_beside(index), error);
}

IndexSuccessor::IndexSuccessor(fs::path index, fs::path folder)
    : index_(std::move(index)), folder_(std::move(folder)) {}

IndexSuccessor::~IndexSuccessor() {
    std::error_code error;
    fs::remove_all(folder_, error);
}

void IndexSuccessor::raise_revision() const {
    const Xapian::rev least = Xapian::Database(index_.string()).get_revision() + 1;
    if (Xapian::Database(path()).get_revision() >= least) return;
    Xapian::WritableDatabase db(path(), Xapian::DB_OPEN | Xapian::DB_NO_SYNC);
    while (db.get_revision() < least) {
        // Without a change a commit does nothing.
        const bool stands = !db.get_metadata(REVISION_KEY).empty();
        db.set_metadata(REVISION_KEY, stands ? "" : "raised");
        db.commit();
    }
    db.set_metadata(REVISION_KEY, "");
    db.commit();
}

void IndexSuccessor::take_over() {
    raise_revision();
    const fs::path successor = path();
    // The same file: who waits for the lock of the old index waits for the new one's.
    fs::remove(successor / LOCK_FILE);
    fs::create_hard_link(index_ / LOCK_FILE, successor / LOCK_FILE);
    for (const auto& entry : fs::directory_iterator(successor)) {
        const fs::path name = entry.path().filename();
        if (name == LOCK_FILE) continue;
        copy_rights(fs::exists(index_ / name) ? index_ / name : index_ / "iamglass", entry.path());
        sync(entry.path());
    }
    copy_rights(index_, successor);
    sync(successor);
    if (!exchange(index_, successor)) fail(index_, "cannot be exchanged for its successor");
    sync(index_.parent_path());
}

}  // namespace descry
