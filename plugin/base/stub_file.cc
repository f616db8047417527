#include "plugin/base/stub_file.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <string_view>

#include <fmt/format.h>
#include <xapian.h>

namespace descry {

namespace {

using Type = StubEntry::Type;

// Paths on Linux have at most 4,096 bytes.
constexpr std::size_t MAX_LINE = 8192;
constexpr std::size_t MAX_ENTRIES = 10000;

struct TypeName {
    std::string_view name;
    Type type;
};

constexpr std::array TYPES = {TypeName{"auto", Type::AUTO}, TypeName{"glass", Type::GLASS},
                              TypeName{"chert", Type::CHERT}, TypeName{"remote", Type::REMOTE},
                              TypeName{"inmemory", Type::INMEMORY}};

// Where a line is, in Xapian's form. Without its text, which may be from a file that is no stub.
struct Place {
    const std::string& file;
    std::size_t line;

    [[noreturn]] void fail(std::string_view reason) const {
        throw Xapian::DatabaseOpeningError(fmt::format("{}:{}: {}", file, line, reason));
    }
};

// "HOST:PORT", or "[ADDRESS]:PORT" for IPv6.
StubEntry server(std::string_view name, const Place& place) {
    if (name.starts_with(':')) {
        place.fail(
            "a stub's line that runs a program is not followed: name the HOST:PORT of a "
            "server that runs (xapian-tcpsrv)");
    }
    const std::size_t colon = name.rfind(':');
    if (colon == std::string_view::npos) place.fail("Bad line");
    StubEntry entry{Type::REMOTE, std::string(name.substr(0, colon)), 0};
    const char* const end = name.data() + name.size();
    const auto number = std::from_chars(name.data() + colon + 1, end, entry.port);
    if (number.ec != std::errc() || number.ptr != end || entry.port == 0 || entry.port > 65535)
        place.fail("Bad line");
    if (entry.place.starts_with('[') && entry.place.ends_with(']'))
        entry.place = entry.place.substr(1, entry.place.size() - 2);
    return entry;
}

StubEntry entry_of(std::string_view line, const Place& place) {
    const std::size_t space = std::min(line.find(' '), line.size());
    const std::string_view name = line.substr(0, space);
    const std::string_view rest = line.substr(std::min(space + 1, line.size()));
    for (const TypeName& known : TYPES) {
        if (name != known.name || rest.empty() != (known.type == Type::INMEMORY)) continue;
        if (known.type == Type::REMOTE) return server(rest, place);
        if (known.type == Type::INMEMORY) return {known.type, "", 0};
        const std::filesystem::path folder = std::filesystem::path(place.file).parent_path();
        return {known.type, (folder / rest).string(), 0};
    }
    place.fail("Bad line");
}

}  // namespace

std::vector<StubEntry> read_stub(const std::string& file) {
    std::ifstream stub(file);
    if (!stub) throw Xapian::DatabaseOpeningError(file + ": cannot be opened", errno);
    std::vector<StubEntry> entries;
    std::array<char, MAX_LINE> buffer{};
    for (std::size_t number = 1; stub.getline(buffer.data(), buffer.size()); ++number) {
        const std::string_view line(buffer.data());
        if (line.empty() || line.front() == '#') continue;
        if (entries.size() == MAX_ENTRIES) Place{file, number}.fail("too many databases");
        entries.push_back(entry_of(line, {file, number}));
    }
    if (!stub.eof()) throw Xapian::DatabaseOpeningError(file + ": not a Xapian database");
    return entries;
}

}  // namespace descry
