#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <descry/hashing/hash.h>
#include <descry/jobs/made_model.h>
#include <descry/reading/open_index.h>
#include <descry/statistics/statistics_file.h>

#include "engine/collection/forward_index.h"
#include "plugin/schema/schema_checks.h"
#include "tools/arguments/database.h"
#include "tools/arguments/model_options.h"
#include "tools/arguments/slot_argument.h"
#include "tools/commands/shared/commands.h"
#include "tools/output/text.h"
#include "tools/spooling/spooled_input.h"

namespace descry {

namespace {

constexpr FileKind STATISTICS_FILE{"a statistics file", is_statistics};

struct StatsArguments {
    std::string db;
    std::string file;
    std::string learn;
    std::optional<std::string> term_prefix;
    // In MiB. For count and merge.
    std::vector<std::string> inputs;
    SpoolOptions spool;
    AnalyzerRecipe recipe;
};

void tell(const StatisticsSummary& summary, const std::string& file, Console& console) {
    const std::string learned =
        summary.learned_pairs
            ? "counts learned from " + counted(*summary.learned_pairs, "pair") + ""
            : std::string();
    const std::string id = to_hex(summary.statistics_id);
    const double seconds = console.seconds();
    const std::uintmax_t bytes =
        std::filesystem::is_regular_file(file) ? std::filesystem::file_size(file) : 0;
    if (summary.terms == 0 && summary.learned_pairs) {
        console.note("{} about the statistics {} written to {} ({} bytes, {:.1f} s)", learned, id,
                     file, grouped_digits(bytes), seconds);
        return;
    }
    console.note("statistics {} of {} and {}{}{} written to {} ({} bytes, {:.1f} s)", id,
                 counted(summary.collection.documents, "document"), counted(summary.terms, "term"),
                 learned.empty() ? "" : ", and ", learned, file, grouped_digits(bytes), seconds);
}

int export_stats(const StatsArguments& arguments, const DatabaseSnapshot& databases,
                 Console& console) {
    const Xapian::Database db = databases.database();
    const auto stored = read_schema(db);
    Schema schema = stored ? *stored : schema_without_values(db);
    set_term_prefix(arguments.term_prefix, schema);
    const IndexCollection index{databases.opener(), TermSpace(schema.term_prefix), console.work()};
    const TrainingOptions training = GroupingOptions().training(schema.analyzer, nullptr);
    const StatisticsSummary summary =
        arguments.learn.empty()
            ? export_statistics(
                  index, {schema.analyzer, schema.term_prefix, training.candidates.min_body_length},
                  arguments.file)
            : export_learned(index.documents(), arguments.learn, training, arguments.file);
    tell(summary, arguments.file, console);
    return EXIT_DONE;
}

int count_stats(StatsArguments& arguments, Console& console) {
    SpoolOptions& spool = arguments.spool;
    spool.recipe = arguments.recipe;
    spool.work = console.work();
    Diagnostics problems;
    SpooledInput input(spool);
    input.read(arguments.inputs, false, problems);
    const TrainingOptions training = GroupingOptions().training(spool.recipe.to_string());
    const auto& texts = input.texts().documents();
    const StatisticsSummary summary =
        arguments.learn.empty() ? export_statistics(texts,
                                                    {training.analyzer, texts->term_prefix(),
                                                     training.candidates.min_body_length},
                                                    arguments.file)
                                : export_learned(*counted_copy(texts, spool.work), arguments.learn,
                                                 training, arguments.file);
    problems.summarize();
    tell(summary, arguments.file, console);
    return problems.any_rejected() ? EXIT_ERROR : EXIT_DONE;
}

int merge_stats(const StatsArguments& arguments, Console& console) {
    tell(merge_statistics(arguments.inputs, arguments.file), arguments.file, console);
    return EXIT_DONE;
}

// A single value: INPUT... may be *.jsonl.
void add_output_option(CLI::App& command, StatsArguments& arguments) {
    CLI::Option* const output = add_option(command, "--output", arguments.file, "FILE",
                                           "Write the statistics to FILE; - for standard output")
                                    ->required();
    declare_output(command, output, FileUse::RESULT, STATISTICS_FILE);
}

CLI::Option* add_learn_option(CLI::App& command, StatsArguments& arguments,
                              const std::string& purpose) {
    return declare(add_option(command, "--learn", arguments.learn, "STATS", purpose),
                   FileUse::FILES);
}

}  // namespace

void add_stats_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<StatsArguments>();
    CLI::App& command =
        *app.add_subcommand("stats", "Write and merge the statistics behind a model");
    command.require_subcommand(1);
    command.footer("descry stats merge 0.stats 1.stats 2.stats --output all.stats");

    CLI::App& export_command = *command.add_subcommand(
        "export", "Write the statistics of an index, or counts learned from its near-duplicates");
    declare(export_command.add_option("DB", arguments->db, "Xapian index"), FileUse::DATABASES)
        ->required();
    declare_output(
        export_command,
        export_command.add_option("FILE", arguments->file, "Output file; - for standard output"),
        FileUse::RESULT, STATISTICS_FILE)
        ->required();
    add_learn_option(export_command, *arguments,
                     "Write how often near-duplicates differ in the words of STATS, usually the "
                     "statistics of all shards, instead of statistics");
    console.add_memory_option(export_command);
    add_term_prefix_option(export_command, arguments->term_prefix, false);
    console.add_threads_option(export_command);
    export_command.footer("descry stats export harbour.db whole.stats");
    finish_command(export_command, console, action, [arguments, &console] {
        return read_undisturbed({arguments->db}, [&](const DatabaseSnapshot& databases) {
            return export_stats(*arguments, databases, console);
        });
    });

    CLI::App& count_command =
        *command.add_subcommand("count", "Write the statistics of documents outside an index");
    declare(count_command.add_option("INPUT", arguments->inputs,
                                     "Files, directories (recursive) and - for standard input"),
            FileUse::INPUTS)
        ->required();
    add_output_option(count_command, *arguments);
    add_learn_option(
        count_command, *arguments,
        "Write how often near-duplicates differ in the words of STATS, instead of statistics");
    console.add_memory_option(count_command);
    add_field_options(count_command, arguments->spool.input, MissingIds::NUMBERED);
    add_fold_marks_option(count_command, arguments->recipe.fold_marks);
    console.add_threads_option(count_command);
    count_command.footer("descry stats count harbour.jsonl --output harbour.stats");
    finish_command(count_command, console, action,
                   [=, &console] { return count_stats(*arguments, console); });

    CLI::App& merge_command = *command.add_subcommand(
        "merge", "Merge statistics files, and the counts learned about them");
    declare(merge_command.add_option("FILE", arguments->inputs, "Files of export, count or merge"),
            FileUse::FILES)
        ->required();
    add_output_option(merge_command, *arguments);
    merge_command.footer("descry stats merge 0.stats 1.stats 2.stats --output all.stats");
    finish_command(merge_command, console, action,
                   [=, &console] { return merge_stats(*arguments, console); });
}

}  // namespace descry
