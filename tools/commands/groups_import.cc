#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <descry/jobs/group_import.h>

#include "tools/arguments/database.h"
#include "tools/commands/shared/commands.h"
#include "tools/messages/diagnostics.h"
#include "tools/output/text.h"

namespace descry {

namespace {

using nlohmann::json;

// Exact if the file has it; else as precise as a similarity.
DistanceMillionths distance_of(const json& member) {
    const auto exact = member.find("distance");
    const double distance =
        exact != member.end() ? exact->get<double>() : 1 - member.at("similarity").get<double>();
    if (!(distance >= 0 && distance <= 1))
        throw std::invalid_argument("a distance is not a number from 0 to 1");
    return static_cast<DistanceMillionths>(std::lround(distance * WHOLE_DISTANCE));
}

// Files of earlier versions have none.
std::optional<std::uint64_t> content_hash_of(const json& member) {
    const auto found = member.find("content");
    if (found == member.end()) return std::nullopt;
    const std::string digits = found->get<std::string>();
    std::uint64_t hash = 0;
    const char* const end = digits.data() + digits.size();
    if (digits.size() != 16 || std::from_chars(digits.data(), end, hash, 16).ptr != end)
        throw std::invalid_argument("\"content\" must have 16 hexadecimal digits");
    return hash;
}

NamedGroup group_of(const json& line) {
    NamedGroup group;
    line.at("key").get_to(group.key);
    for (const json& member : line.at("members")) {
        NamedGroup::Member named{member.at("id").get<std::string>(), distance_of(member),
                                 content_hash_of(member)};
        if (member.at("head").get<bool>() != group.members.empty()) {
            throw std::invalid_argument("the first member must be the head, and no other");
        }
        group.members.push_back(std::move(named));
    }
    if (group.members.size() < 2) throw std::invalid_argument("a group needs at least two members");
    if (group.key.empty()) throw std::invalid_argument("the key is empty");
    return group;
}

NamedGroups read_group_file(const std::string& path) {
    std::ifstream file;
    if (path != "-") {
        file.open(path);
        if (!file) {
            throw std::runtime_error(
                fmt::format("{}: cannot be opened: {}", path, std::strerror(errno)));
        }
    }
    std::istream& lines = path == "-" ? std::cin : file;
    NamedGroups groups;
    std::uint64_t number = 0;
    for (std::string text; std::getline(lines, text);) {
        ++number;
        if (text.empty()) continue;
        try {
            const json line = json::parse(text);
            const std::string model_id = line.value("model", std::string());
            if (!groups.groups.empty() && model_id != groups.model_id) {
                throw std::invalid_argument(
                    "the group is of another model than the groups before it");
            }
            groups.model_id = model_id;
            groups.groups.push_back(group_of(line));
            groups.groups.back().line = number;
        } catch (const std::exception& error) {
            throw std::runtime_error(
                fmt::format("{}:{}: not a group: {}", path, number, error.what()));
        }
    }
    if (lines.bad()) throw std::runtime_error(path + ": cannot be read");
    return groups;
}

struct GroupImportArguments {
    std::string db;
    std::string file;
    ShardNumber shard;
    bool allow_empty = false;
};

// Reports the first ones, and their number. @return whether there were any
bool report_skipped_members(const std::vector<SkippedMember>& skipped, const std::string& file,
                            Console& console) {
    Diagnostics problems;
    for (const SkippedMember& member : skipped) {
        problems.skip_value(fmt::format("{}:{}", file, member.line),
                            fmt::format("{}: {}", member.id, member.reason));
    }
    if (skipped.empty()) return false;
    console.note("{} skipped: changed since grouping, or never near",
                 counted(skipped.size(), "document"));
    return true;
}

int run_import(const GroupImportArguments& arguments, Console& console) {
    const NamedGroups groups = read_group_file(arguments.file);
    if (groups.groups.empty() && !arguments.allow_empty) {
        throw std::runtime_error(fmt::format(
            "{}: contains no groups; use --allow-empty to remove all groups from the index",
            arguments.file));
    }
    const IgnoreClosedPipe ignore_closed_pipe;
    Xapian::WritableDatabase db = open_writable(arguments.db, false);
    AnnotateOptions options;
    options.work = console.work();
    const GroupImportReport report =
        import_groups(db, open_paths({arguments.db}), groups, arguments.shard, options);
    clear_progress_line();
    console.note("{} with {} of {} written; {} of their documents are in other indexes ({:.1f} s)",
                 counted(report.groups, "group"), counted(report.documents, "document"),
                 arguments.db, grouped_digits(report.elsewhere), console.seconds());
    return report_skipped_members(report.skipped, arguments.file, console) ? EXIT_ERROR : EXIT_DONE;
}

}  // namespace

void add_groups_import_command(CLI::App& groups, Console& console, Action& action) {
    const auto arguments = std::make_shared<GroupImportArguments>();
    CLI::App& command = *groups.add_subcommand(
        "import", "Import groups of descry combine into an index; they replace those of annotate");
    declare(command.add_option("DB", arguments->db, "Xapian index"), FileUse::CHANGED_DATABASES)
        ->required();
    declare(command.add_option("FILE", arguments->file,
                               "Groups file of descry combine; - for standard input"),
            FileUse::FILES_OR_STREAM)
        ->required();
    add_shard_option(command, arguments->shard,
                     "The --shard given to prepare; needed only for documents without an id");
    command.add_flag("--allow-empty", arguments->allow_empty,
                     "Accept a file without groups; removes all groups from the index");
    console.add_threads_option(command);
    command.footer("descry groups import harbour.db groups.jsonl");
    finish_command(command, console, action,
                   [arguments, &console] { return run_import(*arguments, console); });
}

}  // namespace descry
