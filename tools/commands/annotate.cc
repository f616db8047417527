#include <memory>

#include <descry/jobs/rebuild.h>
#include <descry/schema/model_store.h>

#include "arguments/database.h"
#include "arguments/model_options.h"
#include "arguments/slot_argument.h"
#include "arguments/term_prefix.h"
#include "commands/shared/commands.h"
#include "commands/shared/group_report.h"

namespace descry {

namespace {

struct AnnotateArguments {
    std::vector<std::string> paths;
    std::string methods;
    bool single_commit = false;
    GroupingArguments grouping;
    AnnotateIndexOptions options;
};

// The program that made the index may make it anew, and what was chosen here is gone with it.
bool is_distance_unnamed(const ShardToWrite& shard, const GroupingOptions& request) {
    const auto schema = read_schema(shard.db);
    const bool is_foreign = !schema || schema->analyzer.empty();
    return is_foreign && !request.distance && !read_model(shard.db);
}

int run_annotate(AnnotateArguments& arguments, Console& console) {
    const IgnoreClosedPipe ignore_closed_pipe;
    AnnotateIndexOptions& options = arguments.options;
    if (!arguments.methods.empty()) options.values.methods = parse_asked_methods(arguments.methods);
    options.grouping = arguments.grouping.choices();
    options.values.work = console.work();
    if (arguments.single_commit) options.values.commit_every = 0;
    std::vector<ShardToWrite> shards = open_shards(arguments.paths);
    options.made_model = [&, is_unnamed = is_distance_unnamed(shards.front(), options.grouping)](
                             const MadeModel& made) {
        tell_of_model(made, console);
        if (!is_unnamed || made.report.collection.documents == 0) return;
        console.note(
            "groups by distance up to {:g}, the default; to have another one, name --distance D "
            "each time: an index that its program makes anew has forgotten it",
            share_of(made.options.distance));
    };
    for (const ShardToWrite& shard : shards)
        arguments.grouping.check_that_they_act(shard.db, shard.path);
    if (shards.size() > 1) {
        tell_of_annotation(shards, annotate_shards(shards, options), console);
        return EXIT_DONE;
    }
    ShardToWrite& only = shards.front();
    const AnnotateReport report = annotate(only.db, open_paths({only.path}), options);
    tell_of_annotation(only.path, only.db, report, console);
    return EXIT_DONE;
}

}  // namespace

void add_annotate_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<AnnotateArguments>();
    CLI::App& command = *app.add_subcommand(
        "annotate",
        "brings the values of an index up to date, whoever built it; writes the de-duplication "
        "values, and changes nothing else of the index");
    declare(command.add_option("DB", arguments->paths,
                               "path of the Xapian database; of several, which are searched as "
                               "one, one model and common groups"),
            FileUse::CHANGED_DATABASES)
        ->required();
    command.add_flag("--all", arguments->options.values.all,
                     "look at every document, not only at those without current values");
    add_option(command, "--methods", arguments->methods, "LIST",
               fmt::format("signatures to write, beside those the index has already: {} "
                           "[default: group,descriptive,descriptive-stable]",
                           signature_names(&SignatureMethod::needs_no_text)));
    add_option(command, "--slot-base", arguments->options.slot_base, "SLOT",
               "first value slot, at most 4294967279, when the index has no values of descry "
               "yet");
    add_option(command, "--id-prefix", arguments->options.id_prefix, "PREFIX",
               "prefix of the unique terms of another program's index, capital letters; kept in "
               "the index")
        ->default_str("Q");
    add_term_prefix_option(command, arguments->options.term_prefix);
    add_option(command, "--commit-every", arguments->options.values.commit_every, "N",
               "documents written between two commits")
        ->check(CLI::Range(1u, 1000000000u));
    command.add_flag("--single-commit", arguments->single_commit,
                     "one commit at the end: open readers go on undisturbed; takes more disk");
    arguments->grouping.add_for_index(command);
    console.add_memory_option(command);
    console.add_threads_option(command);
    command.footer("descry annotate other.db --distance 0.1");
    finish_command(command, console, action,
                   [=, &console] { return run_annotate(*arguments, console); });
}

}  // namespace descry
