#include <memory>

#include <nlohmann/json.hpp>

#include <descry/jobs/rebuild.h>
#include <descry/reading/open_index.h>

#include "tools/arguments/database.h"
#include "tools/arguments/slot_argument.h"
#include "tools/commands/shared/commands.h"
#include "tools/commands/shared/index_options.h"
#include "tools/output/json_text.h"
#include "tools/output/model_report.h"
#include "tools/output/text.h"

namespace descry {

namespace {

struct RebuildArguments {
    std::vector<std::string> paths;
    bool dry_run = false;
    bool model_only = false;
    std::string methods;
    std::optional<std::string> term_prefix;
    OutputFormat format = OutputFormat::TEXT;
    IndexGroupingArguments grouping;
};

nlohmann::ordered_json coverage_json(const ModelCoverage& coverage) {
    return {
        {"documents", coverage.documents},
        {"with_descriptive", coverage.with_descriptive},
        {"with_descriptive_stable", coverage.with_stable},
        {"ones",
         {{"p5", coverage.ones_p5}, {"median", coverage.ones_median}, {"p95", coverage.ones_p95}}},
        {"mean_change_probability", coverage.mean_change_probability}};
}

void print_coverage(const char* heading, const ModelCoverage& coverage) {
    const double share = coverage.documents == 0
                             ? 0
                             : 100.0 * static_cast<double>(coverage.with_descriptive) /
                                   static_cast<double>(coverage.documents);
    fmt::print(
        "{:<22}{:>7.1f}% of {}; ones per document {} (5%), {} (median), {} (95%); a small change "
        "changes a vector with probability {:.2f}\n",
        heading, share, counted(coverage.documents, "document"), coverage.ones_p5,
        coverage.ones_median, coverage.ones_p95, coverage.mean_change_probability);
}

void print_json(const RebuildPreview& preview) {
    const nlohmann::ordered_json out = {
        {"words_entering", preview.words.entering},
        {"words_leaving", preview.words.leaving},
        {"thresholds_moved", preview.words.moved},
        {"documents", preview.signatures.documents},
        {"descriptive_changed", preview.signatures.descriptive},
        {"descriptive_stable_changed", preview.signatures.stable},
        {"groups",
         {{"before", preview.groups.groups_before},
          {"after", preview.groups.groups_after},
          {"grouped_documents_before", preview.groups.grouped_before},
          {"grouped_documents_after", preview.groups.grouped_after},
          {"documents_changed", preview.groups.documents}}},
        {"before", preview.before ? coverage_json(*preview.before) : nlohmann::ordered_json()},
        {"after", coverage_json(preview.after)}};
    fmt::print("{}\n", json_text(out));
}

void print_tsv(const RebuildPreview& preview) {
    const auto print_words = [](const char* what, const std::vector<std::string>& words) {
        for (const std::string& word : words)
            fmt::print("{}\t{}\n", what, tsv_field(word));
    };
    print_words("enters", preview.words.entering);
    print_words("leaves", preview.words.leaving);
    print_words("moves", preview.words.moved);
    fmt::print("documents\t{}\n", preview.signatures.documents);
    fmt::print("descriptive_changed\t{}\n", preview.signatures.descriptive);
    fmt::print("descriptive_stable_changed\t{}\n", preview.signatures.stable);
    fmt::print("groups_before\t{}\n", preview.groups.groups_before);
    fmt::print("groups_after\t{}\n", preview.groups.groups_after);
    fmt::print("grouped_documents_before\t{}\n", preview.groups.grouped_before);
    fmt::print("grouped_documents_after\t{}\n", preview.groups.grouped_after);
    fmt::print("group_changed\t{}\n", preview.groups.documents);
}

void print_text(const RebuildPreview& preview) {
    print_word_list("words entering", preview.words.entering);
    print_word_list("words leaving", preview.words.leaving);
    print_word_list("thresholds moved", preview.words.moved);
    const std::string documents = counted(preview.signatures.documents, "document");
    fmt::print("{:<22}{:>8}  of {}\n", "descriptive changes",
               grouped_digits(preview.signatures.descriptive), documents);
    fmt::print("{:<22}{:>8}  of {}\n", "stable changes", grouped_digits(preview.signatures.stable),
               documents);
    fmt::print("{:<22}{:>8}  documents; {} of {} now, {} of {} after\n", "group changes",
               grouped_digits(preview.groups.documents),
               counted(preview.groups.groups_before, "group"),
               counted(preview.groups.grouped_before, "document"),
               counted(preview.groups.groups_after, "group"),
               counted(preview.groups.grouped_after, "document"));
    if (preview.before) print_coverage("coverage now", *preview.before);
    print_coverage("coverage after", preview.after);
}

void print(const RebuildPreview& preview, OutputFormat format) {
    if (format == OutputFormat::JSON) return print_json(preview);
    if (format == OutputFormat::TSV) return print_tsv(preview);
    return print_text(preview);
}

int run_dry(const RebuildArguments& arguments, const IndexGroupingOptions& options,
            Console& console) {
    return read_undisturbed(arguments.paths, [&](const DatabaseSnapshot& databases) {
        const RebuildPreview preview = preview_rebuild(databases.opener(), options);
        clear_progress_line();
        print(preview, arguments.format);
        console.note("nothing was written ({:.1f} s)", console.seconds());
        return EXIT_DONE;
    });
}

int run_rebuild(const RebuildArguments& arguments, Console& console) {
    const IndexGroupingOptions options{
        arguments.grouping.choices(), parse_requested_methods(arguments.methods),
        arguments.term_prefix, console.work(), report_models(console)};
    if (arguments.dry_run) return run_dry(arguments, options, console);
    const IgnoreClosedPipe ignore_closed_pipe;
    std::vector<ShardToWrite> shards = open_shards(arguments.paths);
    if (arguments.model_only) {
        const Model model =
            make_next_model(shards.front().db, open_paths(arguments.paths), options);
        for (std::size_t i = 1; i < shards.size(); ++i)
            import_model(shards[i].db, model);
        console.note("model {} is pending; annotate activates it", model.id());
        return EXIT_DONE;
    }
    if (shards.size() > 1) {
        report_annotation(shards, rebuild_shards(shards, options), console);
        return EXIT_DONE;
    }
    ShardToWrite& only = shards.front();
    report_annotation(only.path, only.db, rebuild(only.db, open_paths({only.path}), options),
                      console);
    return EXIT_DONE;
}

}  // namespace

void add_rebuild_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<RebuildArguments>();
    CLI::App& command = *app.add_subcommand(
        "rebuild", "Rebuild the model, signatures and groups; searches continue meanwhile");
    declare(command.add_option("DB", arguments->paths,
                               "Xapian index; several share one model and their groups"),
            FileUse::CHANGED_DATABASES)
        ->required();
    command.add_flag("--dry-run", arguments->dry_run, "Report changes without writing them");
    CLI::Option* const model_only =
        command
            .add_flag("--model-only", arguments->model_only,
                      "Only make a model; it is pending until the next annotate")
            ->excludes("--dry-run");
    add_methods_option(command, arguments->methods)->excludes(model_only);
    add_term_prefix_option(command, arguments->term_prefix)->excludes(model_only);
    arguments->grouping.add_to(command);
    console.add_memory_option(command);
    add_format_option(command, arguments->format);
    console.add_threads_option(command);
    command.footer("descry rebuild harbour.db --words 40 --dry-run");
    finish_command(command, console, action,
                   [=, &console] { return run_rebuild(*arguments, console); });
}

}  // namespace descry
