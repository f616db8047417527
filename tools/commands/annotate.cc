#include <memory>

#include <descry/schema/schema_checks.h>

#include "arguments/database.h"
#include "arguments/term_prefix.h"
#include "commands/commands.h"
#include "commands/group_report.h"
#include "indexing/model_making.h"
#include "output/text.h"

namespace descry {

namespace {

struct AnnotateArguments {
    std::string db;
    std::string methods;
    Xapian::valueno slot_base = DEFAULT_SLOT_BASE;
    std::string id_prefix = "Q";
    bool names_id_prefix = false;
    TermPrefixOption term_prefix;
    bool single_commit = false;
    RefreshOptions refresh;
};

int run_annotate(AnnotateArguments& arguments, Console& console) {
    const IgnoreClosedPipe ignore_closed_pipe;
    if (!arguments.methods.empty()) {
        arguments.refresh.annotate.methods = parse_methods(arguments.methods);
    }
    Xapian::WritableDatabase db = open_writable(arguments.db, false);
    std::optional<Schema> schema = read_schema(db);
    const bool is_new = !schema;
    if (is_new) schema = make_schema(db, arguments.slot_base);
    // Ids are only shown: those of another program's index may be named later, too.
    const bool takes_ids = is_new || (arguments.names_id_prefix && schema->analyzer.empty() &&
                                      schema->id_prefix != arguments.id_prefix);
    if (takes_ids) schema->id_prefix = arguments.id_prefix;
    const bool takes_words = arguments.term_prefix.apply(*schema);
    if (takes_ids) check_id_prefix(schema->id_prefix, schema->term_prefix);
    check_group_order(arguments.refresh.model.group_order_or_first(), *schema);
    // Stored before anything is made by it: whoever goes on with this run sees the same words.
    if (takes_words || (takes_ids && !is_new)) write_schema(db, *schema);
    arguments.refresh.start_next = true;
    arguments.refresh.annotate.threads = console.threads();
    arguments.refresh.annotate.progress = console.progress();
    if (arguments.single_commit) arguments.refresh.annotate.commit_every = 0;
    const AnnotateReport report =
        refresh(db, open_paths({arguments.db}), *schema, arguments.refresh, console);
    console.note("{} in the index, {} examined, {} written in {:.1f} s",
                 counted(report.documents, "document"), report.examined, report.written,
                 console.seconds());
    tell_of_groups(arguments.db, console);
    if (report.examined > 0) warn_of_missing_words(db, *schema, console);
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
    command.add_flag("--all", arguments->refresh.annotate.all,
                     "look at every document, not only at those without current values");
    command
        .add_option("--methods", arguments->methods,
                    "signatures to write, beside those the index has already: group, "
                    "descriptive, descriptive-stable, term-profile [default: "
                    "group,descriptive,descriptive-stable]")
        ->type_name("LIST");
    command
        .add_option("--slot-base", arguments->slot_base,
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
        .add_option("--commit-every", arguments->refresh.annotate.commit_every,
                    "documents written between two commits")
        ->type_name("N")
        ->check(CLI::Range(1u, 1000000000u))
        ->capture_default_str();
    command.add_flag("--single-commit", arguments->single_commit,
                     "one commit at the end: open readers go on undisturbed; takes more disk");
    arguments->refresh.model.add_to(command);
    console.add_options(command);
    command.callback([arguments, id_prefix, &console, &action] {
        arguments->names_id_prefix = id_prefix->count() > 0;
        action = [arguments, &console] { return run_annotate(*arguments, console); };
    });
}

}  // namespace descry
