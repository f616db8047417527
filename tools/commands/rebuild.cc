#include <memory>

#include <nlohmann/json.hpp>

#include <descry/schema/model_store.h>
#include <descry/schema/schema_checks.h>
#include <descry/training/model_preview.h>

#include "arguments/database.h"
#include "arguments/term_prefix.h"
#include "arguments/undisturbed.h"
#include "commands/commands.h"
#include "commands/group_report.h"
#include "indexing/model_making.h"
#include "output/json_text.h"
#include "output/text.h"

namespace descry {

namespace {

struct RebuildArguments {
    std::string db;
    bool dry_run = false;
    bool model_only = false;
    TermPrefixOption term_prefix;
    OutputFormat format = OutputFormat::TEXT;
    RefreshOptions refresh;
};

struct DryRun {
    ModelDifference words;
    SignatureChanges signatures;
    std::optional<ModelCoverage> before;
    ModelCoverage after;
    GroupChanges groups;
};

Schema schema_of(const Xapian::Database& db) {
    const auto schema = read_schema(db);
    return schema ? *schema : make_schema(db);
}

nlohmann::ordered_json coverage_json(const ModelCoverage& coverage) {
    return {
        {"documents", coverage.documents},
        {"with_descriptive", coverage.with_descriptive},
        {"with_descriptive_stable", coverage.with_stable},
        {"ones",
         {{"p5", coverage.ones_p5}, {"median", coverage.ones_median}, {"p95", coverage.ones_p95}}},
        {"mean_change_probability", coverage.mean_change_probability}};
}

void print_words(const char* heading, const std::vector<std::string>& words) {
    constexpr std::size_t SHOWN = 12;
    std::string line;
    for (std::size_t i = 0; i < std::min(SHOWN, words.size()); ++i) {
        line += (i > 0 ? ", " : "") + one_line(words[i], 40);
    }
    if (words.size() > SHOWN) line += ", …";
    fmt::print("{:<22}{:>8}  {}\n", heading, words.size(), line);
}

void print_coverage(const char* heading, const ModelCoverage& coverage) {
    const double share = coverage.documents == 0
                             ? 0
                             : 100.0 * static_cast<double>(coverage.with_descriptive) /
                                   static_cast<double>(coverage.documents);
    fmt::print(
        "{:<22}{:>7.1f}% of {}; ones per document {} (5 %), {} (median), {} (95 %); a small "
        "change changes a vector with probability {:.2f}\n",
        heading, share, counted(coverage.documents, "document"), coverage.ones_p5,
        coverage.ones_median, coverage.ones_p95, coverage.mean_change_probability);
}

void print(const DryRun& run, OutputFormat format) {
    switch (format) {
        case OutputFormat::JSON: {
            nlohmann::ordered_json out = {
                {"words_entering", run.words.entering},
                {"words_leaving", run.words.leaving},
                {"thresholds_moved", run.words.moved},
                {"documents", run.signatures.documents},
                {"descriptive_changed", run.signatures.descriptive},
                {"descriptive_stable_changed", run.signatures.stable},
                {"groups",
                 {{"before", run.groups.groups_before},
                  {"after", run.groups.groups_after},
                  {"grouped_documents_before", run.groups.grouped_before},
                  {"grouped_documents_after", run.groups.grouped_after},
                  {"documents_changed", run.groups.documents}}},
                {"before", run.before ? coverage_json(*run.before) : nlohmann::ordered_json()},
                {"after", coverage_json(run.after)}};
            fmt::print("{}\n", json_text(out));
            break;
        }
        case OutputFormat::TSV:
            for (const auto& word : run.words.entering) {
                fmt::print("enters\t{}\n", tsv_field(word));
            }
            for (const auto& word : run.words.leaving) {
                fmt::print("leaves\t{}\n", tsv_field(word));
            }
            for (const auto& word : run.words.moved)
                fmt::print("moves\t{}\n", tsv_field(word));
            fmt::print("documents\t{}\n", run.signatures.documents);
            fmt::print("descriptive_changed\t{}\n", run.signatures.descriptive);
            fmt::print("descriptive_stable_changed\t{}\n", run.signatures.stable);
            fmt::print("groups_before\t{}\n", run.groups.groups_before);
            fmt::print("groups_after\t{}\n", run.groups.groups_after);
            fmt::print("grouped_documents_before\t{}\n", run.groups.grouped_before);
            fmt::print("grouped_documents_after\t{}\n", run.groups.grouped_after);
            fmt::print("group_changed\t{}\n", run.groups.documents);
            break;
        case OutputFormat::TEXT:
            print_words("words entering", run.words.entering);
            print_words("words leaving", run.words.leaving);
            print_words("thresholds moved", run.words.moved);
            fmt::print("{:<22}{:>8}  of {}\n", "descriptive changes", run.signatures.descriptive,
                       counted(run.signatures.documents, "document"));
            fmt::print("{:<22}{:>8}  of {}\n", "stable changes", run.signatures.stable,
                       counted(run.signatures.documents, "document"));
            fmt::print("{:<22}{:>8}  documents; {} of {} now, {} of {} after\n", "group changes",
                       run.groups.documents, counted(run.groups.groups_before, "group"),
                       counted(run.groups.grouped_before, "document"),
                       counted(run.groups.groups_after, "group"),
                       counted(run.groups.grouped_after, "document"));
            if (run.before) print_coverage("coverage now", *run.before);
            print_coverage("coverage after", run.after);
            break;
    }
}

int run_dry(const RebuildArguments& arguments, const DatabaseSnapshot& databases,
            Console& console) {
    const Xapian::Database db = databases.database();
    Schema schema = schema_of(db);
    arguments.term_prefix.apply(schema);
    check_group_order(arguments.refresh.model.group_order_or_first(), schema);
    auto stored = read_model(db);
    if (stored && stored->model.parameters().term_prefix != schema.term_prefix) stored.reset();
    const ReadOptions read = read_once(databases.opener(), schema, console);
    const Model after = make_model(read, schema, stored ? &stored->model : nullptr,
                                   arguments.refresh.model, console);
    DryRun run;
    if (stored) run.before = measure_coverage(read, stored->model);
    // Without a model every document with a signature gains it.
    ModelParameters none = after.parameters();
    const Model before = stored ? stored->model : Model(std::move(none), {});
    run.words = compare_models(before, after);
    run.signatures = count_signature_changes(read, before, after);
    run.after = measure_coverage(read, after);
    run.groups = count_group_changes(read, schema, after, arguments.refresh.model.memory_bytes());
    console.clear_progress();
    print(run, arguments.format);
    console.note("nothing was written ({:.1f} s)", console.seconds());
    return EXIT_DONE;
}

int run_rebuild(RebuildArguments& arguments, Console& console) {
    if (arguments.dry_run) {
        return read_undisturbed({arguments.db}, [&](const DatabaseSnapshot& databases) {
            return run_dry(arguments, databases, console);
        });
    }
    const IgnoreClosedPipe ignore_closed_pipe;
    Xapian::WritableDatabase db = open_writable(arguments.db, false);
    const DatabaseOpener open = open_paths({arguments.db});
    Schema schema = schema_of(db);
    check_group_order(arguments.refresh.model.group_order_or_first(), schema);
    if (arguments.term_prefix.apply(schema)) write_schema(db, schema);
    if (arguments.model_only) {
        const auto stored = read_model(db);
        const Model model =
            make_model(read_once(open, schema, console), schema, stored ? &stored->model : nullptr,
                       arguments.refresh.model, console);
        if (!read_schema(db)) write_schema(db, schema);
        write_next_model(db, model);
        db.commit();
        console.note("model {} is the next one; rebuild or annotate starts it", model.id());
        return EXIT_DONE;
    }
    arguments.refresh.new_model = true;
    // Also where the model turns out the same: groups that grew document by document are made anew.
    arguments.refresh.annotate.all = true;
    arguments.refresh.annotate.threads = console.threads();
    arguments.refresh.annotate.progress = console.progress();
    const AnnotateReport report = refresh(db, open, schema, arguments.refresh, console);
    console.note("{} in the index, {} examined, {} written in {:.1f} s",
                 counted(report.documents, "document"), report.examined, report.written,
                 console.seconds());
    tell_of_groups(arguments.db, console);
    warn_of_missing_words(db, schema, console);
    return EXIT_DONE;
}

}  // namespace

void add_rebuild_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<RebuildArguments>();
    CLI::App& command = *app.add_subcommand(
        "rebuild",
        "chooses words and thresholds anew from the statistics of the whole index and re-signs "
        "every document; searches go on meanwhile");
    command.add_option("DB", arguments->db, "path of the Xapian database")->required();
    command.add_flag(
        "--dry-run", arguments->dry_run,
        "report what would change (words, thresholds, signatures, groups); write nothing");
    CLI::Option* const model_only =
        command
            .add_flag("--model-only", arguments->model_only,
                      "only make the model, as the next one: the current one stays in use until "
                      "the next rebuild or annotate")
            ->excludes("--dry-run");
    arguments->term_prefix.add_to(command)->excludes(model_only);
    arguments->refresh.model.add_to(command);
    add_format_option(command, arguments->format);
    console.add_options(command);
    command.callback([arguments, &console, &action] {
        action = [arguments, &console] { return run_rebuild(*arguments, console); };
    });
}

}  // namespace descry
