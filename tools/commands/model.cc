#include <algorithm>
#include <memory>

#include <nlohmann/json.hpp>

#include <descry/model_store.h>

#include "commands/commands.h"
#include "database.h"
#include "model_file.h"
#include "output/text.h"

namespace descry {

namespace {

struct ModelArguments {
    std::string db;
    std::string file;
    bool next = false;
    OutputFormat format = OutputFormat::TEXT;
};

StoredModel stored_model(const ModelArguments& arguments) {
    const Xapian::Database db = open_readable(arguments.db);
    auto stored = arguments.next ? read_next_model(db) : read_model(db);
    if (!stored) {
        throw std::runtime_error(arguments.db + (arguments.next ? " has no next model"
                                                                : " has no model; descry annotate "
                                                                  "or rebuild makes one"));
    }
    return *std::move(stored);
}

double frequency_of(const ModelWord& word) {
    return word.threshold / 4294967296.0;
}

void print_text(const StoredModel& stored) {
    const ModelParameters& p = stored.model.parameters();
    fmt::print(
        "model      {}\ncreated    {}\nmade from  {}, {}\nanalyzer   {}\n"
        "words      {}, the most stable first: threshold as share of a document's words, "
        "flips per document above, bits\n\n",
        stored.model.id(), stored.created, counted(p.documents, "document"),
        counted(p.occurrences, "word"), p.analyzer.empty() ? "(another program's)" : p.analyzer,
        stored.model.words().size());
    std::vector<const ModelWord*> words;
    for (const ModelWord& word : stored.model.words())
        words.push_back(&word);
    std::stable_sort(words.begin(), words.end(), [](const ModelWord* a, const ModelWord* b) {
        return a->flip_rate < b->flip_rate;
    });
    for (const ModelWord* word : words) {
        fmt::print("{:<30} {:.6f}  {:.4f}  {:5.2f}\n", one_line(word->term, 60),
                   frequency_of(*word), word->flip_rate.value(), word->information.value());
    }
}

void print_tsv(const Model& model) {
    for (const ModelWord& word : model.words()) {
        fmt::print("{}\t{:.9f}\t{:.7f}\t{:.7f}\n", tsv_field(word.term), frequency_of(word),
                   word.flip_rate.value(), word.information.value());
    }
}

void print_json(const StoredModel& stored) {
    const ModelParameters& p = stored.model.parameters();
    nlohmann::ordered_json words = nlohmann::ordered_json::array();
    for (const ModelWord& word : stored.model.words()) {
        words.push_back({{"term", word.term},
                         {"threshold", frequency_of(word)},
                         {"flip_rate", word.flip_rate.value()},
                         {"bits", word.information.value()}});
    }
    const nlohmann::ordered_json out = {{"id", stored.model.id()},
                                        {"created", stored.created},
                                        {"analyzer", p.analyzer},
                                        {"term_prefix", p.term_prefix},
                                        {"documents", p.documents},
                                        {"occurrences", p.occurrences},
                                        {"min_body_length", p.min_body_length},
                                        {"words", std::move(words)}};
    fmt::print("{}\n", out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

int show(const ModelArguments& arguments) {
    const StoredModel stored = stored_model(arguments);
    switch (arguments.format) {
        case OutputFormat::TEXT:
            print_text(stored);
            break;
        case OutputFormat::TSV:
            print_tsv(stored.model);
            break;
        case OutputFormat::JSON:
            print_json(stored);
            break;
    }
    return EXIT_DONE;
}

int export_model(const ModelArguments& arguments, Console& console) {
    const StoredModel stored = stored_model(arguments);
    write_model_file(arguments.file, stored.model);
    console.note("model {} written to {}", stored.model.id(), arguments.file);
    return EXIT_DONE;
}

int import_model(const ModelArguments& arguments, Console& console) {
    const Model model = read_model_file(arguments.file);
    Xapian::WritableDatabase db = open_writable(arguments.db, false);
    auto schema = read_schema(db);
    if (!schema) {
        schema = make_schema(db);
        write_schema(db, *schema);
    }
    check_model_fits(model, *schema);
    write_next_model(db, model);
    db.commit();
    console.note("model {} is the next one of {}; annotate starts it", model.id(), arguments.db);
    return EXIT_DONE;
}

}  // namespace

void add_model_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<ModelArguments>();
    CLI::App& command =
        *app.add_subcommand("model", "shows, exports and imports the model of an index");
    command.require_subcommand(1);

    CLI::App& show_command =
        *command.add_subcommand("show", "the descriptive words with their thresholds");
    show_command.add_option("DB", arguments->db, "path of the Xapian database")->required();
    show_command.add_flag("--next", arguments->next, "the model that waits to be used");
    add_format_option(show_command, arguments->format);
    console.add_options(show_command);
    show_command.callback([arguments, &action] {
        action = [arguments] { return read_undisturbed([&] { return show(*arguments); }); };
    });

    CLI::App& export_command = *command.add_subcommand("export", "writes the model to a file");
    export_command.add_option("DB", arguments->db, "path of the Xapian database")->required();
    export_command.add_option("FILE", arguments->file, "where to; - is standard output")
        ->required();
    export_command.add_flag("--next", arguments->next, "the model that waits to be used");
    console.add_options(export_command);
    export_command.callback([arguments, &console, &action] {
        action = [arguments, &console] {
            return read_undisturbed([&] { return export_model(*arguments, console); });
        };
    });

    CLI::App& import_command = *command.add_subcommand(
        "import", "puts a model into an index, to be used from the next annotate on");
    import_command.add_option("DB", arguments->db, "path of the Xapian database")->required();
    import_command.add_option("FILE", arguments->file, "a file that export wrote")->required();
    console.add_options(import_command);
    import_command.callback([arguments, &console, &action] {
        action = [arguments, &console] { return import_model(*arguments, console); };
    });
}

}  // namespace descry
