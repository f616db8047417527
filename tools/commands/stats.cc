#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <descry/hashing/hash.h>
#include <descry/schema/schema_checks.h>
#include <descry/statistics/statistics_file.h>
#include <descry/writing/model_request.h>

#include "arguments/database.h"
#include "arguments/term_prefix.h"
#include "arguments/undisturbed.h"
#include "commands/commands.h"
#include "output/text.h"

namespace descry {

namespace {

struct StatsArguments {
    std::string db;
    std::string file;
    std::string learn;
    std::optional<std::string> term_prefix;
    // In MiB.
    unsigned memory = 256;
    /// merge: inputs and, last, the output.
    std::vector<std::string> files;
};

void tell(const StatisticsSummary& summary, const std::string& file, Console& console) {
    const std::string learned = summary.learned_pairs
                                    ? "what " + counted(*summary.learned_pairs, "pair") + " taught"
                                    : std::string();
    const std::string id = to_hex(summary.statistics_id);
    const double seconds = console.seconds();
    const std::uintmax_t bytes =
        std::filesystem::is_regular_file(file) ? std::filesystem::file_size(file) : 0;
    if (summary.terms == 0 && summary.learned_pairs) {
        console.note("{} about the statistics {} written to {} ({} bytes, {:.1f} s)", learned, id,
                     file, bytes, seconds);
        return;
    }
    console.note("statistics {} of {} and {}{}{} written to {} ({} bytes, {:.1f} s)", id,
                 counted(summary.collection.documents, "document"), counted(summary.terms, "term"),
                 learned.empty() ? "" : ", and ", learned, file, bytes, seconds);
}

int export_stats(const StatsArguments& arguments, const DatabaseSnapshot& databases,
                 Console& console) {
    const Xapian::Database db = databases.database();
    const auto stored = read_schema(db);
    Schema schema = stored ? *stored : make_schema(db);
    set_term_prefix(arguments.term_prefix, schema);
    const IndexCollection index{databases.opener(), TermSpace(schema.term_prefix),
                                console.threads(), console.progress()};
    ModelRequest request;
    request.memory = std::size_t{arguments.memory} << 20;
    const TrainingOptions training = request.training(schema.analyzer, nullptr);
    const StatisticsSummary summary =
        arguments.learn.empty()
            ? export_statistics(
                  index, {schema.analyzer, schema.term_prefix, training.candidates.min_body_length},
                  arguments.file)
            : export_learned(index, arguments.learn, training, arguments.file);
    tell(summary, arguments.file, console);
    return EXIT_DONE;
}

int merge_stats(const StatsArguments& arguments, Console& console) {
    const std::string& output = arguments.files.back();
    tell(merge_statistics(std::span(arguments.files).first(arguments.files.size() - 1), output),
         output, console);
    return EXIT_DONE;
}

}  // namespace

void add_stats_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<StatsArguments>();
    CLI::App& command = *app.add_subcommand(
        "stats", "the statistics that a model is made from, in files that add up");
    command.require_subcommand(1);

    CLI::App& export_command = *command.add_subcommand(
        "export", "writes the statistics of an index, or what its near-duplicates teach");
    export_command.add_option("DB", arguments->db, "path of the Xapian database")->required();
    export_command.add_option("FILE", arguments->file, "where to")->required();
    add_option(export_command, "--learn", arguments->learn, "STATS",
               "write what the index's near-duplicates teach about the words of this file of "
               "statistics, commonly those of all shards");
    add_option(export_command, "--memory", arguments->memory, "MIB",
               "MiB for sorting with --learn; what does not fit goes to disk")
        ->check(CLI::Range(1u, 1048576u));
    add_term_prefix_option(export_command, arguments->term_prefix);
    finish_command(export_command, console, action, [arguments, &console] {
        return read_undisturbed({arguments->db}, [&](const DatabaseSnapshot& databases) {
            return export_stats(*arguments, databases, console);
        });
    });

    CLI::App& merge_command =
        *command.add_subcommand("merge", "adds up statistics, and what was learned about them");
    merge_command
        .add_option("FILES", arguments->files, "files that export or merge wrote, and where to")
        ->required()
        ->expected(2, 1 << 20)
        ->type_name("FILE... OUT");
    finish_command(merge_command, console, action,
                   [=, &console] { return merge_stats(*arguments, console); });
}

}  // namespace descry
