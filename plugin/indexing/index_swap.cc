#include "plugin/indexing/index_swap.h"

#include <cerrno>
#include <cstdio>
#include <string>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plugin/base/open_database.h"

namespace descry {

namespace {

namespace fs = std::filesystem;

constexpr const char* LOCK_FILE = "flintlock";
// This record is empty, and so absent, in the end.
constexpr const char* REVISION_KEY = "descry:revision";

// Private and sticky, which no directory is by accident. Unlike a marker file, it identifies our
// directory from its creation until its removal.
constexpr mode_t MARK = S_ISVTX | S_IRWXU;
// All but the set-group-ID bit, which is inherited from the parent directory.
constexpr mode_t RIGHTS = 05777;

// Number of names to try if others own the first.
constexpr int MOST_NAMES = 10;

fs::path folder_beside(const fs::path& index, int number) {
    std::string name = index.string() + ".descry-parts";
    if (number > 0) name += "-" + std::to_string(number + 1);
    return name;
}

// `index`, the tests of exchange and rename, and `0-12`, a part (IndexSegments).
bool is_own_name(std::string_view name) {
    return name == "index" || name == "one" || name == "other" ||
           name.find_first_not_of("0123456789-") == std::string_view::npos;
}

// Made by a stopped run, with no foreign files in it.
bool is_own_folder(const fs::path& folder) {
    struct stat status{};
    if (::lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) return false;
    if ((status.st_mode & RIGHTS) != MARK || status.st_uid != ::geteuid()) return false;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (!is_own_name(entry.path().filename().string())) return false;
    }
    return true;
}

// Empty if all names are taken, or the directory cannot be made.
fs::path make_own_folder(const fs::path& index) {
    for (int number = 0; number < MOST_NAMES; ++number) {
        const fs::path folder = folder_beside(index, number);
        if (::mkdir(folder.c_str(), MARK) == 0) return folder;
        if (errno != EEXIST) break;
    }
    return {};
}

[[noreturn]] void fail(const fs::path& path, const char* what) {
    throw std::system_error(errno, std::generic_category(), path.string() + ": " + what);
}

bool exchange(const fs::path& one, const fs::path& other) {
    return ::renameat2(AT_FDCWD, one.c_str(), AT_FDCWD, other.c_str(), RENAME_EXCHANGE) == 0;
}

// The shell of `cd DB && descry index .` would be left in a removed directory.
bool is_current_folder(const fs::path& index) {
    std::error_code error;
    return fs::equivalent(index, fs::current_path(error), error);
}

bool is_folder_of_files(const fs::path& index) {
    if (!fs::is_directory(index) || !fs::exists(index / "iamglass")) return false;
    for (const auto& entry : fs::directory_iterator(index)) {
        const fs::path name = entry.path().filename();
        if (name.extension() != ".glass" && name != "iamglass" && name != LOCK_FILE) return false;
    }
    struct stat status{};
    return ::stat(index.c_str(), &status) == 0 &&
           (status.st_uid == ::geteuid() || ::geteuid() == 0) &&
           ::access(index.parent_path().c_str(), W_OK | X_OK) == 0;
}

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

// A mount point, or a directory of a container's image in an overlay file system, cannot be moved,
// and device numbers reveal neither. So try a rename onto a nonempty directory: if all is well it
// fails for that reason, and nothing changes.
bool can_be_moved(const fs::path& index, const fs::path& folder) {
    const fs::path one = folder / "one";
    fs::create_directories(one / "other");
    const bool moved = ::rename(index.c_str(), one.c_str()) == 0;
    const bool only_not_empty = !moved && (errno == ENOTEMPTY || errno == EEXIST);
    if (moved && ::rename(one.c_str(), index.c_str()) != 0) fail(one, "cannot be moved back");
    fs::remove(one / "other");
    fs::remove(one);
    return only_not_empty;
}

// Fails without hard links, or for another user's file.
bool can_share_lock(const fs::path& index, const fs::path& folder) {
    std::error_code error;
    fs::create_hard_link(index / LOCK_FILE, folder / "one", error);
    if (!error) fs::remove(folder / "one");
    return !error;
}

void sync(const fs::path& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) fail(path, "cannot be opened");
    const bool done = ::fsync(file) == 0;
    ::close(file);
    if (!done) fail(path, "cannot be written to the disk");
}

// Keeps the index accessible to the same users. Without permission to change the owner it remains
// the current user, who owned the directory.
void copy_rights(const fs::path& from, const fs::path& to) {
    struct stat status{};
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

std::unique_ptr<IndexSwap> IndexSwap::begin(const std::string& path, std::uintmax_t bytes) {
    std::error_code error;
    const fs::path index = fs::canonical(path, error);
    if (error || !is_folder_of_files(index) || is_current_folder(index)) return nullptr;
    if (fs::space(index.parent_path()).available < bytes) return nullptr;
    const fs::path folder = make_own_folder(index);
    if (folder.empty()) return nullptr;
    std::unique_ptr<IndexSwap> swap(new IndexSwap(index, folder));
    const bool can =
        can_exchange_within(folder) && can_be_moved(index, folder) && can_share_lock(index, folder);
    return can ? std::move(swap) : nullptr;
}

void IndexSwap::remove_remains(const std::string& path) {
    std::error_code error;
    const fs::path index = fs::canonical(path, error);
    for (int number = 0; !error && number < MOST_NAMES; ++number) {
        const fs::path folder = folder_beside(index, number);
        if (is_own_folder(folder)) fs::remove_all(folder, error);
    }
}

IndexSwap::IndexSwap(fs::path index, fs::path folder)
    : index_(std::move(index)), folder_(std::move(folder)) {}

IndexSwap::~IndexSwap() {
    std::error_code error;
    fs::remove_all(folder_, error);
}

void IndexSwap::raise_revision() const {
    const Xapian::rev least = open_database(index_.string()).get_revision() + 1;
    if (open_database(path()).get_revision() >= least) return;
    Xapian::WritableDatabase db =
        open_database_to_write(path(), Xapian::DB_OPEN | Xapian::DB_NO_SYNC);
    while (db.get_revision() < least) {
        // Without a change a commit does nothing.
        const bool stands = !db.get_metadata(REVISION_KEY).empty();
        db.set_metadata(REVISION_KEY, stands ? "" : "raised");
        db.commit();
    }
    db.set_metadata(REVISION_KEY, "");
    db.commit();
}

void IndexSwap::take_over() {
    raise_revision();
    const fs::path new_index = path();
    // The same file, so that programs waiting for the old index's lock wait for the new one's.
    fs::remove(new_index / LOCK_FILE);
    fs::create_hard_link(index_ / LOCK_FILE, new_index / LOCK_FILE);
    for (const auto& entry : fs::directory_iterator(new_index)) {
        const fs::path name = entry.path().filename();
        if (name == LOCK_FILE) continue;
        copy_rights(fs::exists(index_ / name) ? index_ / name : index_ / "iamglass", entry.path());
        sync(entry.path());
    }
    copy_rights(index_, new_index);
    sync(new_index);
    if (!exchange(index_, new_index)) fail(index_, "cannot be exchanged for the new one");
    sync(index_.parent_path());
}

}  // namespace descry
