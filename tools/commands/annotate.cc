#include <memory>

#include <descry/jobs/rebuild.h>
#include <descry/schema/model_store.h>

#include "tools/arguments/database.h"
#include "tools/arguments/slot_argument.h"
#include "tools/commands/shared/commands.h"
#include "tools/commands/shared/index_options.h"

namespace descry {

namespace {

struct AnnotateArguments {
    std::vector<std::string> paths;
    std::string methods;
    bool single_commit = false;
    IndexGroupingArguments grouping;
    IndexGroupingOptions options;
};

// If its own program rebuilds the index, a distance chosen here is lost.
bool is_distance_unnamed(const ShardToWrite& shard, const GroupingOptions& request) {
    const auto schema = read_schema(shard.db);
    const bool is_foreign = !schema || schema->analyzer.empty();
    return is_foreign && !request.distance && !read_model(shard.db);
}

int run_annotate(AnnotateArguments& arguments, Console& console) {
    const IgnoreClosedPipe ignore_closed_pipe;
    IndexGroupingOptions& options = arguments.options;
    if (!arguments.methods.empty()) options.methods = parse_requested_methods(arguments.methods);
    options.grouping = arguments.grouping.choices();
    options.work = console.work();
    if (arguments.single_commit) options.commit_every = 0;
    std::vector<ShardToWrite> shards = open_shards(arguments.paths);
    options.made_model = [&, is_unnamed = is_distance_unnamed(shards.front(), options.grouping)](
                             const MadeModel& made) {
        report_model(made, console);
        if (!is_unnamed || made.report.collection.documents == 0) return;
        console.note(
            "grouping with distance {:g}, the default; for another, give --distance D on every "
            "run: an index that its program builds again does not keep it",
            share_of(made.options.distance));
    };
    for (const ShardToWrite& shard : shards)
        arguments.grouping.check_effective(shard.db, shard.path);
    if (shards.size() > 1) {
        report_annotation(shards, annotate_shards(shards, options), console);
        return EXIT_DONE;
    }
    ShardToWrite& only = shards.front();
    const AnnotateReport report = annotate(only.db, open_paths({only.path}), options);
    report_annotation(only.path, only.db, report, console);
    return EXIT_DONE;
}

}  // namespace

void add_annotate_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<AnnotateArguments>();
    CLI::App& command = *app.add_subcommand(
        "annotate",
        "Update the groups of any Xapian index; write only descry's values and metadata");
    declare(command.add_option("DB", arguments->paths,
                               "Xapian index; several share one model and their groups"),
            FileUse::CHANGED_DATABASES)
        ->required();
    command.add_flag("--all", arguments->options.all,
                     "Process every document, not only stale ones");
    add_option(command, "--methods", arguments->methods, "LIST",
               fmt::format("Signatures to store, in addition to those the index has: {} [default: "
                           "group,descriptive,descriptive-stable]",
                           signature_names(&SignatureMethod::needs_no_text)));
    add_option(command, "--slot-base", arguments->options.slot_base, "SLOT",
               "First value slot, for an index without descry's values, at most 4294967279");
    add_option(command, "--id-prefix", arguments->options.id_prefix, "PREFIX",
               "Prefix of another program's unique terms, in capital letters; stored in the index")
        ->default_str("Q");
    add_term_prefix_option(command, arguments->options.term_prefix);
    add_option(command, "--commit-every", arguments->options.commit_every, "N",
               "Commit after every N documents")
        ->check(CLI::Range(1u, 1000000000u));
    command.add_flag("--single-commit", arguments->single_commit,
                     "Commit once, at the end; needs more disk, keeps open readers valid");
    arguments->grouping.add_to(command);
    console.add_memory_option(command);
    console.add_threads_option(command);
    command.footer("descry annotate other.db --distance 0.1");
    finish_command(command, console, action,
                   [=, &console] { return run_annotate(*arguments, console); });
}

}  // namespace descry
