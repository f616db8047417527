#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <descry/jobs/bulk_indexer.h>

#include "plugin/base/open_database.h"
#include "plugin/documents/document_builder.h"
#include "tools/arguments/database.h"
#include "tools/arguments/slot_argument.h"
#include "tools/commands/shared/commands.h"
#include "tools/commands/shared/index_options.h"
#include "tools/input/input_reader.h"
#include "tools/output/text.h"

namespace descry {

namespace {

struct IndexArguments {
    std::string db;
    std::vector<std::string> inputs;
    std::vector<std::string> beside;
    std::string methods;
    InputOptions input;
    ChainArguments chain;
    IndexGroupingArguments grouping;
    BulkIndexingOptions options;
    bool is_stemmer_given = false;
};

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
                 grouped_digits(inputs.size() - shown));
}

void report_step(BulkIndexingOptions::Step step, std::uint64_t documents, Console& console) {
    using Step = BulkIndexingOptions::Step;
    switch (step) {
        case Step::SEGMENTS_BUILT:
            return console.detail("parts of the index built after {:.1f} s", console.seconds());
        case Step::SEGMENTS_MERGED:
            return console.detail("parts merged with the index after {:.1f} s", console.seconds());
        case Step::OVERWRITTEN:
            return console.detail("{} overwritten after {:.1f} s", counted(documents, "document"),
                                  console.seconds());
        case Step::GROUPED:
            return console.detail("{} put into groups after {:.1f} s",
                                  counted(documents, "document"), console.seconds());
    }
}

BulkIndexingOptions indexing_options(const IndexArguments& arguments, Diagnostics& problems,
                                     Console& console) {
    BulkIndexingOptions options = arguments.options;
    options.indexing.use_chain = arguments.chain.file != NO_CHAIN;
    options.indexing.chain = read_chain_file(arguments.chain);
    options.build.names = arguments.input.names();
    options.methods = parse_requested_methods(arguments.methods);
    options.grouping = arguments.grouping.choices();
    options.work = console.work();
    // As in Xapian's own programs.
    const char* const threshold = std::getenv("XAPIAN_FLUSH_THRESHOLD");
    const auto asked = threshold == nullptr ? std::nullopt : number_of<std::uint64_t>(threshold);
    if (asked && *asked > 0) options.documents_a_commit = *asked;
    options.made_model = report_models(console);
    options.rejected = [&problems](const InputDocument& document, std::string_view reason) {
        problems.reject(document.location, reason);
    };
    options.skipped = [&problems](const InputDocument& document, std::string_view reason) {
        problems.skip_value(document.location, reason);
    };
    options.step = [&console](BulkIndexingOptions::Step step, std::uint64_t documents) {
        report_step(step, documents, console);
    };
    return options;
}

void print_report(const BulkIndexingReport& report, const IndexArguments& arguments,
                  const InputReader& reader, const Diagnostics& problems, Console& console) {
    if (report.skipped_words > 0) {
        console.note("{} longer than 245 bytes not indexed", counted(report.skipped_words, "word"));
    }
    if (report.overwritten > 0) {
        console.note("{} overwritten by a later one with the same signature",
                     counted(report.overwritten, "document"));
    }
    problems.summarize();
    print_sources(arguments.inputs, reader.documents_of_inputs(), console);
    console.note("{} indexed ({} replaced) in {:.1f} s; the index holds {}",
                 counted(report.documents, "document"), grouped_digits(report.replaced),
                 console.seconds(), counted(report.held, "document"));
    if (arguments.beside.empty()) report_groups({arguments.db}, console);
}

// Makes the groups of all shards, in the order of their paths, whichever was added to.
void group_with_others(const IndexArguments& arguments, std::vector<ShardToWrite> shards,
                       Console& console) {
    shards.push_back({open_writable(arguments.db, false), arguments.db});
    std::ranges::sort(shards, {}, &ShardToWrite::path);
    IndexGroupingOptions options;
    options.work = console.work();
    options.grouping = arguments.grouping.choices();
    options.made_model = report_models(console);
    options.regroup = true;
    report_annotation(shards, annotate_shards(shards, options), console);
}

// Opens and locks the other shards; incompatible ones are rejected before anything is written.
std::vector<ShardToWrite> open_others(const IndexArguments& arguments,
                                      const std::optional<Schema>& schema) {
    for (const std::string& other : arguments.beside) {
        std::error_code ignored;
        if (std::filesystem::equivalent(other, arguments.db, ignored))
            throw std::runtime_error(other + " is named twice");
    }
    std::vector<ShardToWrite> others = open_shards(arguments.beside);
    if (schema) check_shards(*schema, others, arguments.grouping.choices());
    return others;
}

int run_index(IndexArguments& arguments, Console& console) {
    const IgnoreClosedPipe ignore_closed_pipe;
    Diagnostics problems;
    problems.show_details(console.is_verbose());
    const BulkIndexingOptions options = indexing_options(arguments, problems, console);
    std::optional<Schema> schema;
    if (database_kind(arguments.db) != DatabaseKind::NONE) {
        const Xapian::Database db = open_database(arguments.db);
        schema = read_schema(db);
        arguments.grouping.check_effective(db, arguments.db);
        const std::string& stemmer = arguments.options.indexing.stemmer;
        if (schema && arguments.is_stemmer_given && schema->stemmer != stemmer) {
            throw std::runtime_error(
                fmt::format("{} was made with --stemmer {}; only a new index can use another",
                            arguments.db, schema->stemmer.empty() ? "none" : schema->stemmer));
        }
        if (schema && arguments.options.fold_marks &&
            !AnalyzerRecipe::parse(schema->analyzer).fold_marks) {
            throw std::runtime_error(arguments.db +
                                     " was made without --fold-marks; only a new index can use it");
        }
    } else {
        schema = BulkIndexer::check_for_new_index(options);
    }
    std::vector<ShardToWrite> others = open_others(arguments, schema);
    {
        BulkIndexer indexer(open_writable(arguments.db, true), arguments.db, options);
        arguments.input.text_optional = indexer.is_text_optional();
        InputReader reader(arguments.inputs, arguments.input, problems);
        const BulkIndexingReport report = indexer.add(reader);
        print_report(report, arguments, reader, problems, console);
    }
    if (!others.empty()) group_with_others(arguments, std::move(others), console);
    return problems.any_rejected() ? EXIT_ERROR : EXIT_DONE;
}

}  // namespace

void add_index_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<IndexArguments>();
    CLI::App& command = *app.add_subcommand(
        "index", "Add documents to an index and group them; a new index also gets a model");
    declare(command.add_option("DB", arguments->db, "Xapian index; created if it does not exist"),
            FileUse::CHANGED_DATABASES)
        ->required();
    declare(
        command.add_option(
            "INPUT", arguments->inputs,
            "Files, directories (recursive) and - for standard input: JSON, CSV, TSV, text, HTML, "
            "XML, mail, mbox, tar, zip, WARC; also compressed with gzip, zstd, xz or bzip2"),
        FileUse::INPUTS)
        ->required();
    declare(
        add_option(
            command, "--beside", arguments->beside, "DB",
            "Another shard of this index; regroup across all shards, with one model; repeatable"),
        FileUse::CHANGED_DATABASES);
    add_field_options(command, arguments->input);
    add_fold_marks_option(command, arguments->options.fold_marks);
    add_chain_options(command, arguments->chain);
    add_indexed_field_options(command, arguments->options.indexing.fields);
    command
        .add_option_function<std::string>(
            "--stemmer",
            [arguments](const std::string& name) {
                try {
                    arguments->options.indexing.stemmer = stemmer_of_name(name);
                } catch (const Xapian::InvalidArgumentError&) {
                    throw CLI::ValidationError(
                        "--stemmer", fmt::format("Xapian has no stemmer \"{}\"; it has {}", name,
                                                 Xapian::Stem::get_available_languages()));
                }
                arguments->is_stemmer_given = true;
            },
            "Also index stems in a new index, for Omega and quest: a Xapian stemmer such as "
            "english, or none [default: none]")
        ->type_name("LANG");
    command.add_flag(
        "--no-store-text",
        [arguments](std::int64_t) { arguments->options.build.store_text = false; },
        "Do not store the text in the index");
    add_methods_option(command, arguments->methods);
    add_option(command, "--slot-base", arguments->options.indexing.slot_base, "SLOT",
               "First value slot of a new index, at most 4294967279");
    add_option(command, "--id-prefix", arguments->options.indexing.id_prefix, "PREFIX",
               "Prefix of the unique terms of a new index, in capital letters");
    arguments->grouping.add_to(command);
    console.add_memory_option(command);
    console.add_threads_option(command);
    console.add_verbose_option(command);
    command.footer("descry index harbour.db harbour.jsonl");
    finish_command(command, console, action,
                   [=, &console] { return run_index(*arguments, console); });
}

}  // namespace descry
