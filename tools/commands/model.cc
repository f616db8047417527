#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include <descry/jobs/rebuild.h>
#include <descry/reading/open_index.h>
#include <descry/schema/model_store.h>
#include <descry/statistics/statistics_file.h>

#include "engine/training/training_steps.h"
#include "plugin/statistics/statistics_reader.h"
#include "tools/arguments/database.h"
#include "tools/arguments/model_file.h"
#include "tools/commands/shared/commands.h"
#include "tools/commands/shared/index_options.h"
#include "tools/output/model_report.h"
#include "tools/output/text.h"

namespace descry {

namespace {

// `db` and `file` are a command's arguments, in this order.
struct ModelArguments {
    std::string db;
    std::string file;
    bool next = false;
    OutputFormat format = OutputFormat::TEXT;
    IndexGroupingArguments grouping;
    std::optional<std::uint64_t> documents;
};

StoredModel read_stored_model(const ModelArguments& arguments) {
    std::optional<StoredModel> stored;
    read_undisturbed({arguments.db}, [&](const DatabaseSnapshot& databases) {
        const Xapian::Database db = databases.database();
        stored = arguments.next ? read_next_model(db) : read_model(db);
        return EXIT_DONE;
    });
    if (stored) return *std::move(stored);
    throw std::runtime_error(arguments.db +
                             (arguments.next ? " has no pending model"
                                             : " has no model; run descry annotate or rebuild"));
}

int show(const ModelArguments& arguments) {
    print_model(read_stored_model(arguments), arguments.format);
    return EXIT_DONE;
}

Model model_of(const std::string& path) {
    if (!is_database_among_inputs(path) && !std::filesystem::is_directory(path))
        return read_model_file(path);
    ModelArguments arguments;
    arguments.db = path;
    return read_stored_model(arguments).model;
}

int compare(const ModelArguments& arguments) {
    const Model before = model_of(arguments.db);
    print_difference(before, model_of(arguments.file), arguments.format);
    return EXIT_DONE;
}

// Of the collection that the statistics are a sample of.
std::optional<std::uint64_t> documents_of_model(const ModelArguments& arguments,
                                                const CollectionStatistics& sample,
                                                const TrainingOptions& training) {
    if (!arguments.documents) return std::nullopt;
    if (sample.documents < training.min_documents) {
        throw std::runtime_error(fmt::format(
            "{}: {} of {} words or more are too few for a sample; at least {} are needed",
            arguments.db, counted(sample.documents, "document"),
            training.candidates.min_body_length, grouped_digits(training.min_documents)));
    }
    if (*arguments.documents < sample.documents) {
        throw std::runtime_error(fmt::format(
            "{}: the sample has {}, more than the {} of --documents", arguments.db,
            counted(sample.documents, "document"), grouped_digits(*arguments.documents)));
    }
    return arguments.documents;
}

int make(const ModelArguments& arguments, Console& console) {
    const double begin = console.seconds();
    TrainingOptions training = arguments.grouping.choices().training("");
    LoadedStatistics loaded = load_statistics(arguments.db, training.candidates, console.threads());
    training.analyzer = loaded.origin.analyzer;
    training.candidates.min_body_length = loaded.origin.min_body_length;
    training.documents = documents_of_model(arguments, loaded.statistics.collection, training);
    const TrainingReport report{loaded.statistics.collection, loaded.statistics.words.size(),
                                loaded.statistics.sample_lengths.size(),
                                loaded.learned ? loaded.learned->counts.pairs : 0};
    const Model model = choose_model(loaded.statistics, std::move(loaded.learned),
                                     loaded.origin.term_prefix, training);
    report_model({model, training, report, console.seconds() - begin, {}}, console);
    write_model_file(arguments.file, model);
    console.note("model {} written to {}", model.id(), arguments.file);
    return EXIT_DONE;
}

int export_model(const ModelArguments& arguments, Console& console) {
    const StoredModel stored = read_stored_model(arguments);
    write_model_file(arguments.file, stored.model);
    console.note("model {} written to {}", stored.model.id(), arguments.file);
    return EXIT_DONE;
}

int run_import(const ModelArguments& arguments, Console& console) {
    const Model model = read_model_file(arguments.file);
    Xapian::WritableDatabase db = open_writable(arguments.db, false);
    import_model(db, model);
    console.note("model {} is pending in {}; annotate activates it", model.id(), arguments.db);
    return EXIT_DONE;
}

}  // namespace

void add_model_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<ModelArguments>();
    CLI::App& model = *app.add_subcommand("model", "Show, export, import, make and compare models");
    model.require_subcommand(1);
    model.footer("descry model show harbour.db");

    CLI::App& show_command =
        *model.add_subcommand("show", "Show the parameters and the words with their thresholds");
    declare(show_command.add_option("DB", arguments->db, "Xapian index"), FileUse::DATABASES)
        ->required();
    show_command.add_flag("--next", arguments->next, "Use the pending model, not the current one");
    add_format_option(show_command, arguments->format);
    show_command.footer("descry model show harbour.db");
    finish_command(show_command, console, action, [arguments] { return show(*arguments); });

    CLI::App& export_command = *model.add_subcommand("export", "Write the model to a file");
    declare(export_command.add_option("DB", arguments->db, "Xapian index"), FileUse::DATABASES)
        ->required();
    declare_output(
        export_command,
        export_command.add_option("FILE", arguments->file, "Output file; - for standard output"),
        FileUse::RESULT, MODEL_FILE)
        ->required();
    export_command.add_flag("--next", arguments->next,
                            "Use the pending model, not the current one");
    export_command.footer("descry model export harbour.db harbour.model");
    finish_command(export_command, console, action,
                   [=, &console] { return export_model(*arguments, console); });

    CLI::App& import_command =
        *model.add_subcommand("import", "Import a model; the next annotate activates it");
    declare(import_command.add_option("DB", arguments->db, "Xapian index"),
            FileUse::CHANGED_DATABASES)
        ->required();
    declare(import_command.add_option("FILE", arguments->file,
                                      "Model file of export or make; - for standard input"),
            FileUse::FILES_OR_STREAM)
        ->required();
    import_command.footer("descry model import other.db harbour.model");
    finish_command(import_command, console, action,
                   [=, &console] { return run_import(*arguments, console); });

    CLI::App& make_command = *model.add_subcommand(
        "make", "Make a model from statistics, as rebuild does from an index");
    declare(make_command.add_option("STATS", arguments->db,
                                    "Statistics file of stats export, count or merge"),
            FileUse::FILES)
        ->required();
    declare_output(
        make_command,
        make_command.add_option("FILE", arguments->file, "Output file; - for standard output"),
        FileUse::RESULT, MODEL_FILE)
        ->required();
    add_option(make_command, "--documents", arguments->documents, "N",
               "Number of documents of 30 words or more in the collection, if the statistics are "
               "of a sample of it, 1 to 1,000,000,000,000 [default: that of the statistics]")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000}));
    arguments->grouping.add_to(make_command);
    console.add_threads_option(make_command);
    make_command.footer("descry model make harbour.stats 40.model --words 40 --distance 0.1");
    finish_command(make_command, console, action,
                   [=, &console] { return make(*arguments, console); });

    CLI::App& diff_command = *model.add_subcommand("diff", "Compare two models");
    declare(
        diff_command.add_option("A", arguments->db, "Model file or index; - for standard input"),
        FileUse::FILES_OR_STREAM)
        ->required();
    declare(diff_command.add_option("B", arguments->file, "Model file or index to compare with"),
            FileUse::FILES_OR_STREAM)
        ->required();
    add_format_option(diff_command, arguments->format);
    diff_command.footer("descry model diff harbour.db harbour.model");
    finish_command(diff_command, console, action, [=] { return compare(*arguments); });
}

}  // namespace descry
