#include "tools/arguments/database.h"

#include <cerrno>
#include <csignal>
#include <stdexcept>

#include <fmt/format.h>

#include <descry/schema/document_id.h>
#include <descry/schema/model_store.h>

#include "plugin/base/open_database.h"
#include "tools/output/text.h"

namespace descry {

namespace {

// Whether a database can be made at @a path without harm: Xapian would also make one among foreign
// files, or over one with a damaged version file. Removes the remains of a killed creation, since
// Xapian mistakes an empty table for a database.
bool make_free(const std::filesystem::path& path) {
    if (!std::filesystem::exists(path)) return true;
    if (!std::filesystem::is_directory(path)) return false;
    std::vector<std::filesystem::path> tables;
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
        const std::filesystem::path name = entry.path().filename();
        if (name.extension() == ".glass" && entry.file_size() == 0) {
            tables.push_back(entry.path());
        } else if (name != "flintlock" && name != "v.tmp") {
            return false;
        }
    }
    for (const std::filesystem::path& table : tables)
        std::filesystem::remove(table);
    return true;
}

// If Xapian cannot move the new version file into place, it keeps errno but does not name it.
Xapian::WritableDatabase create_or_open(const std::string& path) {
    errno = 0;
    try {
        return open_database_to_write(path, Xapian::DB_CREATE_OR_OPEN);
    } catch (const Xapian::DatabaseCreateError& error) {
        const int cause = errno;
        if (cause == 0 || error.get_error_string() != nullptr) throw;
        throw Xapian::DatabaseCreateError(error.get_msg(), cause);
    }
}

// "K/N", K from 1 on.
std::optional<ShardNumber> parse_shard(std::string_view text) {
    const std::vector<std::string_view> parts = split_list(text, '/');
    if (parts.size() != 2) return std::nullopt;
    const auto number = number_of<std::uint32_t>(parts[0]);
    const auto count = number_of<std::uint32_t>(parts[1]);
    if (!number || !count || *number < 1 || *number > *count) return std::nullopt;
    return ShardNumber{*number - 1, *count};
}

}  // namespace

bool is_database_among_inputs(const std::string& path) {
    if (path == "-" || is_certainly_database(path)) return path != "-";
    if (is_certainly_stub(path)) {
        throw std::runtime_error(path + ": a stub file; name its databases instead");
    }
    return false;
}

std::string find_database(const std::string& path, std::vector<std::string>& notes) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(path, ignored) || holds_database(path)) return path;
    for (const char* const name : {"xapian", "xapiandb", ".notmuch/xapian"}) {
        const std::string below = std::filesystem::path(path) / name;
        if (!holds_database(below)) continue;
        notes.push_back(fmt::format("{} is not an index; using {}", path, below));
        return below;
    }
    return path;
}

Model model_in_use(const OpenIndex& index) {
    auto stored = read_model(index.db);
    if (!stored) throw std::runtime_error("the index has no model; run descry annotate");
    return std::move(stored->model);
}

Xapian::docid document_of_id(const OpenIndex& index, const std::string& id) {
    const Xapian::docid did = find_document(index.db, id, index.schema.id_prefix);
    if (did == 0) throw std::runtime_error("no such document: " + id);
    return did;
}

Xapian::WritableDatabase open_writable(const std::string& path, bool create) {
    if (!create && !std::filesystem::exists(path)) {
        throw Xapian::DatabaseNotFoundError(path + " does not exist");
    }
    if (create && make_free(path)) return create_or_open(path);
    // Without a database a writer would fail as well, but leave its lock file behind.
    open_database(path).close();
    return open_database_to_write(path, Xapian::DB_OPEN);
}

std::vector<ShardToWrite> open_shards(const std::vector<std::string>& paths) {
    std::vector<ShardToWrite> shards;
    for (const std::string& path : paths) {
        for (const ShardToWrite& other : shards) {
            std::error_code ignored;
            if (std::filesystem::equivalent(path, other.path, ignored))
                throw std::runtime_error(path + " is named twice");
        }
        shards.push_back({open_writable(path, false), path});
    }
    return shards;
}

void add_shard_option(CLI::App& command, ShardNumber& shard, const std::string& purpose) {
    command
        .add_option_function<std::string>(
            "--shard", [&shard](const std::string& text) { shard = parse_shard(text).value(); },
            purpose)
        ->type_name("K/N")
        ->check([](const std::string& text) {
            return parse_shard(text)
                       ? std::string()
                       : fmt::format("\"{}\" is not a shard; write K/N, such as 1/3", text);
        });
}

IgnoreClosedPipe::IgnoreClosedPipe() {
    std::signal(SIGPIPE, SIG_IGN);
}

IgnoreClosedPipe::~IgnoreClosedPipe() {
    std::signal(SIGPIPE, SIG_DFL);
}

}  // namespace descry
