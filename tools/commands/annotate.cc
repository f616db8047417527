#include <memory>

#include <descry/writing/rebuild.h>

#include "arguments/database.h"
#include "arguments/model_options.h"
#include "arguments/term_prefix.h"
#include "commands/commands.h"
#include "commands/group_report.h"

namespace descry {

namespace {

struct AnnotateArguments {
    std::string db;
    std::string methods;
    std::string id_prefix = "Q";
    TermPrefixOption term_prefix;
    bool single_commit = false;
    ModelOptions model;
    AnnotateIndexOptions options;
};

int run_annotate(AnnotateArguments& arguments, Console& console) {
    const IgnoreClosedPipe ignore_closed_pipe;
    AnnotateIndexOptions& options = arguments.options;
    if (!arguments.methods.empty()) options.values.methods = parse_methods(arguments.methods);
    options.model = arguments.model.request();
    options.term_prefix = arguments.term_prefix.prefix;
    options.values.threads = console.threads();
    options.values.progress = console.progress();
    if (arguments.single_commit) options.values.commit_every = 0;
    options.made_model = tell_of_models(console);
    Xapian::WritableDatabase db = open_writable(arguments.db, false);
    const AnnotateReport report = annotate(db, open_paths({arguments.db}), options);
    tell_of_annotation(arguments.db, db, report, console);
    return EXIT_DONE;
}

}  // namespace

void add_annotate_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<AnnotateArguments>();
    CLI::App& command = *app.add_subcommand(
        "annotate",
        "writes or refreshes the de-duplication values of an index, whoever built it; nothing else "
        "of the index changes");
    command.add_option("DB", arguments->db, "path of the Xapian database")->required();
    command.add_flag("--all", arguments->options.values.all,
                     "look at every document, not only at those without current values");
    command
        .add_option("--methods", arguments->methods,
                    fmt::format("signatures to write, beside those the index has already: {} "
                                "[default: group,descriptive,descriptive-stable]",
                                signature_names(&SignatureMethod::needs_no_text)))
        ->type_name("LIST");
    command
        .add_option("--slot-base", arguments->options.slot_base,
                    "first value slot, at most 4294967279, when the index has no values of descry "
                    "yet")
        ->type_name("SLOT")
        ->capture_default_str();
    const CLI::Option* const id_prefix =
        command
            .add_option(
                "--id-prefix", arguments->id_prefix,
                "prefix of the unique terms of another program's index, capital letters; kept in "
                "the index")
            ->type_name("PREFIX")
            ->capture_default_str();
    arguments->term_prefix.add_to(command);
    command
        .add_option("--commit-every", arguments->options.values.commit_every,
                    "documents written between two commits")
        ->type_name("N")
        ->check(CLI::Range(1u, 1000000000u))
        ->capture_default_str();
    command.add_flag("--single-commit", arguments->single_commit,
                     "one commit at the end: open readers go on undisturbed; takes more disk");
    arguments->model.add_to(command);
    console.add_options(command);
    command.callback([arguments, id_prefix, &console, &action] {
        if (id_prefix->count() > 0) arguments->options.id_prefix = arguments->id_prefix;
        action = [arguments, &console] { return run_annotate(*arguments, console); };
    });
}

}  // namespace descry
