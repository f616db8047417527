#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <descry/jobs/group_import.h>

#include "tools/arguments/database.h"
#include "tools/arguments/group_file.h"
#include "tools/commands/shared/commands.h"
#include "tools/messages/diagnostics.h"
#include "tools/output/text.h"

namespace descry {

namespace {

struct GroupImportArguments {
    std::string db;
    std::string file;
    ShardNumber shard;
    bool allow_empty = false;
};

// A line for each of the first, and how many there were. @return whether there were any
bool tell_of_left_out(const std::vector<LeftOutMember>& left_out, const std::string& file,
                      Console& console) {
    Diagnostics problems;
    for (const LeftOutMember& member : left_out) {
        problems.leave_out(fmt::format("{}:{}", file, member.line),
                           fmt::format("{}: {}", member.id, member.reason));
    }
    if (left_out.empty()) return false;
    console.note("{} skipped: changed since grouping, or never near",
                 counted(left_out.size(), "document"));
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
    return tell_of_left_out(report.left_out, arguments.file, console) ? EXIT_ERROR : EXIT_DONE;
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
