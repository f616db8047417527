#include "plugin/base/database_copy.h"

#include <cerrno>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <descry/mechanics/temporary_file.h>

namespace descry {

namespace {

namespace fs = std::filesystem;

// Names the committed revision; a commit replaces it.
constexpr const char* VERSION_FILE = "iamglass";
constexpr const char* TABLE_EXTENSION = ".glass";

std::string read_file(const fs::path& path) {
    std::ostringstream bytes;
    bytes << std::ifstream(path, std::ios::binary).rdbuf();
    return std::move(bytes).str();
}

std::vector<fs::path> tables_of(const fs::path& database) {
    std::vector<fs::path> tables;
    for (const auto& entry : fs::directory_iterator(database)) {
        if (entry.path().extension() == TABLE_EXTENSION) tables.push_back(entry.path());
    }
    return tables;
}

bool have_room(const std::vector<fs::path>& tables, std::uint64_t max_bytes) {
    std::uint64_t bytes = 0;
    for (const fs::path& table : tables)
        bytes += fs::file_size(table);
    return bytes <= max_bytes && bytes <= fs::space(temporary_directory()).available / 2;
}

[[noreturn]] void fail() {
    throw std::system_error(errno, std::generic_category());
}

}  // namespace

// A revision's blocks are overwritten only after the next commit; until then, all are present.
std::unique_ptr<DatabaseCopy> DatabaseCopy::of(const std::string& path, std::uint64_t max_bytes) {
    const fs::path database(path);
    try {
        const std::string version = read_file(database / VERSION_FILE);
        if (version.empty()) return nullptr;
        const std::vector<fs::path> tables = tables_of(database);
        if (!have_room(tables, max_bytes)) return nullptr;
        std::unique_ptr<DatabaseCopy> copy(new DatabaseCopy());
        for (const fs::path& table : tables)
            copy->copy_table(table);
        if (read_file(database / VERSION_FILE) != version) return nullptr;
        std::ofstream(copy->folder_ / VERSION_FILE, std::ios::binary) << version;
        return copy;
    } catch (const std::system_error&) {
        return nullptr;
    }
}

DatabaseCopy::DatabaseCopy() {
    std::string name = temporary_directory() + "/descry-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) fail();
    folder_ = name;
}

DatabaseCopy::~DatabaseCopy() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
    for (const int file : files_)
        ::close(file);
}

// Links the open file by name so that any number of handles find it.
void DatabaseCopy::copy_table(const fs::path& table) {
    const fs::path name = folder_ / table.filename();
    fs::copy_file(table, name);
    const int file = ::open(name.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) fail();
    files_.push_back(file);
    fs::remove(name);
    fs::create_symlink(fmt::format("/proc/self/fd/{}", file), name);
    if (!fs::exists(name)) throw std::system_error(ENOENT, std::generic_category());
}

}  // namespace descry
