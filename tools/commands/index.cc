#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <descry/indexing_stage.h>

#include "commands/commands.h"
#include "database.h"
#include "document_builder.h"
#include "input/input_reader.h"
#include "model_making.h"
#include "output/text.h"

namespace descry {

namespace {

struct IndexArguments {
    std::string db;
    std::vector<std::string> inputs;
    InputOptions input;
    bool no_store_text = false;
    IndexingOptions indexing;
    RefreshOptions refresh;
};

struct IndexCounts {
    std::uint64_t documents = 0;
    std::uint64_t replaced = 0;
    std::vector<std::uint64_t> of_inputs;
};

// Adds all documents of the inputs.
IndexCounts add_documents(const IndexArguments& arguments, Xapian::WritableDatabase& db,
                          IndexingStage& stage, DocumentBuilder& builder, Problems& problems,
                          Console& console) {
    InputReader reader(arguments.inputs, arguments.input, problems);
    const Progress progress = console.progress();
    const std::uint64_t total = progress ? reader.total_bytes().value_or(0) / 1024 : 0;
    IndexCounts counts;
    Xapian::docid last = db.get_lastdocid();
    InputDocument input;
    while (reader.next(input)) {
        const Xapian::docid did =
            stage.replace_document(builder.unique_term_of(input), builder.build(input), input.text);
        ++counts.documents;
        if (did <= last) ++counts.replaced;
        last = std::max(last, did);
        if (progress) progress("KiB indexed", reader.bytes_read() / 1024, total);
    }
    db.commit();
    counts.of_inputs = reader.documents_of_inputs();
    return counts;
}

// How many documents each input gave, where there are several.
void print_sources(const std::vector<std::string>& inputs, const std::vector<std::uint64_t>& counts,
                   Console& console) {
    constexpr std::size_t MOST_SHOWN = 20;
    if (inputs.size() < 2) return;
    const std::size_t shown = std::min(inputs.size(), MOST_SHOWN);
    for (std::size_t i = 0; i < shown; ++i)
        console.note("{} from {}", counted(counts[i], "document"), inputs[i]);
    if (shown == inputs.size()) return;
    const auto rest = counts.begin() + static_cast<std::ptrdiff_t>(shown);
    console.note("{} from {} more inputs",
                 counted(std::accumulate(rest, counts.end(), std::uint64_t{0}), "document"),
                 inputs.size() - shown);
}

int run_index(IndexArguments& arguments, Console& console) {
    const IgnoreClosedPipe ignore_closed_pipe;
    Xapian::WritableDatabase db = open_writable(arguments.db, true);
    arguments.indexing.analyzer = AnalyzerRecipe().to_string();
    const auto stored = read_schema(db);
    if (stored ? stored->analyzer.empty() : db.get_doccount() > 0) {
        throw Xapian::InvalidOperationError(
            arguments.db +
            " was built by another program, whose terms descry cannot make; add "
            "documents with that program and use descry annotate");
    }
    IndexingStage stage(db, arguments.indexing);
    const Schema schema = stage.schema();
    DocumentBuilder builder(schema, !arguments.no_store_text);

    Problems problems;
    const IndexCounts counts = add_documents(arguments, db, stage, builder, problems, console);

    arguments.refresh.annotate.threads = console.threads();
    arguments.refresh.annotate.progress = console.progress();
    arguments.refresh.annotate.methods.clear();
    refresh(db, open_paths({arguments.db}), schema, arguments.refresh, console);

    if (builder.skipped_words() > 0) {
        console.note("{} of more than 245 bytes left out of the terms",
                     counted(builder.skipped_words(), "word"));
    }
    problems.summarize();
    print_sources(arguments.inputs, counts.of_inputs, console);
    console.note("{} indexed ({} replaced) in {:.1f} s; the index holds {}",
                 counted(counts.documents, "document"), counts.replaced, console.seconds(),
                 counted(db.get_doccount(), "document"));
    return problems.any_refused() ? EXIT_ERROR : EXIT_DONE;
}

}  // namespace

void add_index_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<IndexArguments>();
    CLI::App& command = *app.add_subcommand(
        "index",
        "adds documents to an index, with their de-duplication values; a new index also gets its "
        "descriptive words, so that one command gives a collapsible index");
    command.add_option("DB", arguments->db, "path of the Xapian database; made when there is none")
        ->required();
    command
        .add_option("INPUT", arguments->inputs,
                    "files, directories (recursive) and - for standard input: JSON lines, text, "
                    "HTML, mail, mbox, tar, zip, WARC; also compressed with gzip, zstd, xz or "
                    "bzip2")
        ->required();
    add_field_options(command, arguments->input);
    command.add_flag("--no-store-text", arguments->no_store_text,
                     "keep id and fields in the index, not the text");
    command
        .add_option("--slot-base", arguments->indexing.slot_base, "first value slot of a new index")
        ->type_name("SLOT")
        ->capture_default_str();
    command
        .add_option("--id-prefix", arguments->indexing.id_prefix,
                    "prefix of the unique terms of a new index")
        ->type_name("PREFIX")
        ->capture_default_str();
    arguments->refresh.model.add_to(command);
    console.add_options(command);
    command.callback([arguments, &console, &action] {
        action = [arguments, &console] { return run_index(*arguments, console); };
    });
}

}  // namespace descry
