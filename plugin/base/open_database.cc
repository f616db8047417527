#include "plugin/base/open_database.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plugin/base/stub_file.h"

namespace descry {

namespace {

namespace fs = std::filesystem;
using Type = StubEntry::Type;

constexpr const char* STUB_IN_FOLDER = "XAPIANDB";
constexpr std::string_view SINGLE_FILE_MAGIC("\x0f\x0dXapian Glass", 14);
constexpr unsigned MAX_NESTED = 8;
constexpr std::size_t MAX_DATABASES = 10000;

// Checks the magic and whole blocks, as Xapian does. @return -1, or the file at its beginning
int open_single_file(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return -1;
    std::array<char, SINGLE_FILE_MAGIC.size()> bytes{};
    struct stat status{};
    const bool is_one = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
                        status.st_size % 2048 == 0 &&
                        ::pread(file, bytes.data(), bytes.size(), 0) == ssize_t{bytes.size()} &&
                        std::string_view(bytes.data(), bytes.size()) == SINGLE_FILE_MAGIC;
    if (is_one) return file;
    ::close(file);
    return -1;
}

bool is_single_file(const std::string& path) {
    const int file = open_single_file(path);
    if (file >= 0) ::close(file);
    return file >= 0;
}

[[noreturn]] void fail(const std::string& path, const char* reason) {
    throw Xapian::DatabaseOpeningError(fmt::format("{}: {}", path, reason));
}

[[noreturn]] void fail_as_none(const std::string& path) {
    struct stat status{};
    if (::stat(path.c_str(), &status) == 0) fail(path, "not a Xapian database");
    const std::string message = fmt::format("{}: {}", path, std::strerror(errno));
    if (errno == ENOENT) throw Xapian::DatabaseNotFoundError(message);
    throw Xapian::DatabaseOpeningError(message);
}

// Xapian reports a directory without search permission as not a database.
void check_may_be_entered(const std::string& path) {
    if (::access(path.c_str(), R_OK | X_OK) != 0 && errno == EACCES && fs::is_directory(path))
        fail(path, std::strerror(EACCES));
}

std::string stub_at(const std::string& path, DatabaseKind kind) {
    return kind == DatabaseKind::STUB_FOLDER ? (fs::path(path) / STUB_IN_FOLDER).string() : path;
}

bool is_stub(DatabaseKind kind) {
    return kind == DatabaseKind::STUB_FOLDER || kind == DatabaseKind::FILE;
}

// Follows stubs, and passes the result of @a open for each entry to @a take, in order.
template <typename Database>
class StubOpener {
  public:
    using Open = std::function<Database(const StubEntry&, DatabaseKind)>;
    using Take = std::function<void(const StubEntry&, Database)>;

    StubOpener(Open open, Take take) : open_(std::move(open)), take_(std::move(take)) {}

    void open(const std::string& path) { add({Type::AUTO, path, 0}, 0); }

  private:
    void add(const StubEntry& entry, unsigned nested) {
        const DatabaseKind kind =
            entry.type == Type::AUTO ? database_kind(entry.place) : DatabaseKind::NONE;
        if (is_stub(kind)) return add_stub(stub_at(entry.place, kind), nested);
        if (count_ == MAX_DATABASES) fail(entry.place, "its stub names too many databases");
        take_(entry, open_(entry, kind));
        ++count_;
    }

    void add_stub(const std::string& file, unsigned nested) {
        if (nested == MAX_NESTED) fail(file, "stub files name each other, or are nested too deep");
        const std::vector<StubEntry> entries = read_stub(file);
        if (entries.empty()) fail(file, "not a Xapian database: it names none");
        for (const StubEntry& entry : entries)
            add(entry, nested + 1);
    }

    Open open_;
    Take take_;
    std::size_t count_ = 0;
};

// `glass PATH` and `chert PATH` state the kind; otherwise it was determined.
bool is(const StubEntry& entry, DatabaseKind kind, DatabaseKind wanted) {
    return kind == wanted || (entry.type == Type::GLASS && wanted == DatabaseKind::GLASS) ||
           (entry.type == Type::CHERT && wanted == DatabaseKind::CHERT);
}

Xapian::Database open_entry(const StubEntry& entry, DatabaseKind kind) {
    if (entry.type == Type::REMOTE) return Xapian::Remote::open(entry.place, entry.port);
    if (entry.type == Type::INMEMORY)
        return Xapian::Database(std::string(), Xapian::DB_BACKEND_INMEMORY);
    check_may_be_entered(entry.place);
    if (is(entry, kind, DatabaseKind::CHERT))
        return Xapian::Database(entry.place, Xapian::DB_BACKEND_CHERT);
    if (is(entry, kind, DatabaseKind::GLASS))
        return Xapian::Database(entry.place, Xapian::DB_BACKEND_GLASS);
    const int file = open_single_file(entry.place);
    if (file < 0) fail_as_none(entry.place);
    return Xapian::Database(file);
}

Xapian::WritableDatabase open_entry_to_write(const StubEntry& entry, DatabaseKind kind, int flags) {
    constexpr int CONNECT_TIMEOUT = 10000;  // milliseconds, Xapian's default
    if (entry.type == Type::REMOTE) {
        return Xapian::Remote::open_writable(entry.place, entry.port, 0, CONNECT_TIMEOUT, flags);
    }
    if (entry.type == Type::INMEMORY)
        return Xapian::WritableDatabase(std::string(), Xapian::DB_BACKEND_INMEMORY);
    if (is(entry, kind, DatabaseKind::CHERT))
        return Xapian::WritableDatabase(entry.place, flags | Xapian::DB_BACKEND_CHERT);
    if (kind == DatabaseKind::SINGLE_FILE)
        fail(entry.place, "a database in one file cannot be changed");
    constexpr int ACTIONS = Xapian::DB_OPEN;  // has all bits that select what to create
    if ((flags & ACTIONS) == Xapian::DB_OPEN && !is(entry, kind, DatabaseKind::GLASS))
        fail_as_none(entry.place);
    return Xapian::WritableDatabase(entry.place, flags | Xapian::DB_BACKEND_GLASS);
}

}  // namespace

DatabaseKind database_kind(const std::string& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (fs::is_regular_file(status))
        return is_single_file(path) ? DatabaseKind::SINGLE_FILE : DatabaseKind::FILE;
    if (!fs::is_directory(status)) return DatabaseKind::NONE;
    const auto has = [&](const char* name) { return fs::exists(fs::path(path) / name, error); };
    if (has("iamglass")) return DatabaseKind::GLASS;
    if (has("iamchert")) return DatabaseKind::CHERT;
    return has(STUB_IN_FOLDER) ? DatabaseKind::STUB_FOLDER : DatabaseKind::NONE;
}

bool holds_database(const std::string& folder) {
    const DatabaseKind kind = database_kind(folder);
    return kind == DatabaseKind::GLASS || kind == DatabaseKind::CHERT ||
           kind == DatabaseKind::STUB_FOLDER;
}

bool is_certainly_database(const std::string& path) {
    const DatabaseKind kind = database_kind(path);
    return kind == DatabaseKind::GLASS || kind == DatabaseKind::CHERT ||
           kind == DatabaseKind::SINGLE_FILE;
}

bool is_certainly_stub(const std::string& path) {
    const DatabaseKind kind = database_kind(path);
    if (!is_stub(kind)) return false;
    try {
        bool names_one = false;
        for (const StubEntry& entry : read_stub(stub_at(path, kind))) {
            if (entry.type == Type::INMEMORY) continue;
            names_one = true;
            if (entry.type != Type::REMOTE && !holds_database(entry.place)) return false;
        }
        return names_one;
    } catch (const Xapian::DatabaseOpeningError&) {
        return false;
    }
}

std::vector<NamedDatabase> open_each_database(const std::string& path) {
    std::vector<NamedDatabase> opened;
    const auto take = [&](const StubEntry& entry, Xapian::Database db) {
        const bool is_remote = entry.type == Type::REMOTE;
        opened.push_back({is_remote ? fmt::format("{}:{}", entry.place, entry.port) : entry.place,
                          std::move(db)});
    };
    StubOpener<Xapian::Database>(open_entry, take).open(path);
    return opened;
}

// A single database is returned as it is, with features only single ones have.
Xapian::Database open_database(const std::string& path) {
    const std::vector<NamedDatabase> opened = open_each_database(path);
    Xapian::Database all = opened.front().db;
    for (std::size_t i = 1; i < opened.size(); ++i)
        all.add_database(opened[i].db);
    return all;
}

Xapian::WritableDatabase open_database_to_write(const std::string& path, int flags) {
    Xapian::WritableDatabase all;
    bool is_first = true;
    const auto open = [flags](const StubEntry& entry, DatabaseKind kind) {
        return open_entry_to_write(entry, kind, flags);
    };
    const auto take = [&](const StubEntry&, const Xapian::WritableDatabase& db) {
        if (std::exchange(is_first, false)) {
            all = db;
        } else {
            all.add_database(db);
        }
    };
    StubOpener<Xapian::WritableDatabase>(open, take).open(path);
    return all;
}

}  // namespace descry
