#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <descry/schema/schema_checks.h>
#include <descry/writing/index_segments.h>
#include <descry/writing/index_swap.h>
#include <descry/writing/indexing_stage.h>

#include "arguments/database.h"
#include "commands/commands.h"
#include "commands/group_report.h"
#include "indexing/bulk_indexer.h"
#include "indexing/document_builder.h"
#include "indexing/document_limits.h"
#include "indexing/document_queue.h"
#include "indexing/model_making.h"
#include "input/input_reader.h"
#include "output/text.h"
#include "signing/chain_members.h"

namespace descry {

namespace {

struct IndexArguments {
    std::string db;
    std::vector<std::string> inputs;
    InputOptions input;
    BuildOptions build;
    ChainArguments chain;
    IndexingOptions indexing;
    RefreshOptions refresh;
};

struct IndexCounts {
    std::uint64_t documents = 0;
    std::uint64_t replaced = 0;
    // By later ones of their signature.
    std::uint64_t overwritten = 0;
    std::uint64_t skipped_words = 0;
    // In the index, in the end.
    Xapian::doccount held = 0;
};

// Documents between two commits: as many as Xapian takes when it is left alone.
std::uint64_t documents_a_commit() {
    constexpr std::uint64_t XAPIANS_OWN = 10000;
    const char* const asked = std::getenv("XAPIAN_FLUSH_THRESHOLD");
    const std::uint64_t number = asked != nullptr ? std::strtoul(asked, nullptr, 10) : 0;
    return number > 0 ? number : XAPIANS_OWN;
}

// Less text is added as quickly document by document.
constexpr std::uint64_t MIN_TEXT_FOR_PARTS = std::uint64_t{1} << 20;
// Parts are merged with the whole index, whose files are copied: not for less text than so many
// bytes of them in one.
constexpr std::uint64_t FILE_BYTES_A_TEXT_BYTE = 16;
// Room that parts and their merged copy need on the disk, per byte of text; mostly it is less.
constexpr std::uint64_t ROOM_A_TEXT_BYTE = 12;

std::optional<SignatureChainOptions> options_of(const IndexingStage& stage) {
    if (!stage.chain()) return std::nullopt;
    return stage.chain()->options();
}

bool is_there(const Xapian::Database& db, Xapian::docid did) {
    Xapian::PostingIterator p = db.postlist_begin("");
    if (p != db.postlist_end("")) p.skip_to(did);
    return p != db.postlist_end("") && *p == did;
}

// The documents of an addition that came in parts, before others whose turn was earlier.
struct Parts {
    Xapian::docid first = 0;
    std::span<const std::uint64_t> numbers;

    // Whether one of them has the signature of a document of this number and came after it.
    bool has_later(const Xapian::Database& db, IndexingStage& stage, std::uint64_t number,
                   const Xapian::Document& document,
                   std::span<const SignatureField> members) const {
        if (numbers.empty() || numbers.back() < number || !stage.overwrites()) return false;
        const std::string term = stage.signature_term(document, members);
        if (term.empty()) return false;
        for (auto p = db.postlist_begin(term); p != db.postlist_end(term); ++p) {
            if (*p >= first && *p - first < numbers.size() && numbers[*p - first] > number)
                return true;
        }
        return false;
    }
};

// One run of the command.
class IndexRun {
  public:
    IndexRun(IndexArguments& arguments, Console& console, InputReader& reader,
             Diagnostics& problems, const DocumentQueue::Check& check)
        : arguments_(arguments),
          console_(console),
          problems_(problems),
          intake_(reader, problems, check, console.progress()) {}

    IndexCounts run(Xapian::WritableDatabase& db) {
        IndexSwap::remove_remains(arguments_.db);
        IndexingStage stage(db, arguments_.indexing);
        db.commit();
        if (const auto successor = successor_for_parts()) {
            if (add_as_parts(db, stage, *successor)) return counts_;
        }
        add_documents(db, stage, {});
        refresh_values(db, stage.schema(), arguments_.db);
        return counts_;
    }

  private:
    // Null when documents are to be added one by one.
    std::unique_ptr<IndexSwap> successor_for_parts() {
        const std::uint64_t text = intake_.estimate_text();
        const std::uint64_t files = index_bytes(arguments_.db);
        if (text < MIN_TEXT_FOR_PARTS || text < files / FILE_BYTES_A_TEXT_BYTE) return nullptr;
        return IndexSwap::begin(arguments_.db, 2 * files + ROOM_A_TEXT_BYTE * text);
    }

    // False when all documents were to replace others: they are given back.
    bool add_as_parts(const Xapian::Database& db, IndexingStage& stage, IndexSwap& successor) {
        BulkIndexer addition(intake_, db, stage, arguments_.build, problems_);
        IndexSegments parts(successor.folder());
        addition.build(parts, console_.threads());
        intake_.put_back(addition.take_set_aside());
        std::vector<Xapian::docid> documents = addition.documents();
        if (documents.empty()) return false;
        console_.detail("parts of the index built after {:.1f} s", console_.seconds());
        parts.merge(arguments_.db, successor.path());
        console_.detail("parts merged with the index after {:.1f} s", console_.seconds());

        Xapian::WritableDatabase merged(successor.path(), Xapian::DB_OPEN);
        IndexingOptions options;
        options.use_chain = arguments_.indexing.use_chain;
        IndexingStage merged_stage(merged, options);
        merged_stage.overwrite(addition.first_document());
        if (merged_stage.overwritten() > 0) {
            std::erase_if(documents, [&](Xapian::docid did) { return !is_there(merged, did); });
            console_.detail("{} overwritten after {:.1f} s",
                            counted(merged_stage.overwritten(), "document"), console_.seconds());
        }
        if (stage.has_groups()) {
            merged_stage.place_new(documents, open_paths({successor.path()}), console_.threads());
            console_.detail("{} put into groups after {:.1f} s",
                            counted(documents.size(), "document"), console_.seconds());
        }
        counts_.documents += addition.numbers().size();
        counts_.skipped_words += addition.skipped_words();
        add_documents(merged, merged_stage, {addition.first_document(), addition.numbers()});
        try {
            refresh_values(merged, merged_stage.schema(), successor.path());
        } catch (...) {
            // The documents are there and whole; what is missing is for the next run.
            merged.close();
            successor.take_over();
            throw;
        }
        merged.close();
        successor.take_over();
        return true;
    }

    // Adds all documents that the intake has. In transactions: Xapian's own commits come in the
    // middle of a document, and would part its value from its group's record.
    void add_documents(Xapian::WritableDatabase& db, IndexingStage& stage, const Parts& parts) {
        ChainMembers members(arguments_.build.names, options_of(stage));
        DocumentBuilder builder(stage.schema(), arguments_.build, problems_);
        Xapian::docid last = db.get_lastdocid();
        const std::uint64_t every = documents_a_commit();
        std::uint64_t added = 0;
        InputDocument input;
        db.begin_transaction();
        while (intake_.next(input)) {
            const std::string unique_term = builder.unique_term_of(input);
            const Xapian::Document document = builder.build(input);
            const auto fields = members.read(input);
            Xapian::docid did = 0;
            if (parts.has_later(db, stage, input.number, document, fields)) {
                // It replaced what it replaces, and was overwritten then.
                stage.delete_document(unique_term);
                ++overwritten_later_;
            } else {
                did = stage.replace_document(unique_term, document, input.text, fields);
            }
            if (++added % every == 0) {
                db.commit_transaction();
                db.begin_transaction();
            }
            if (did <= last && did > 0) ++counts_.replaced;
            last = std::max(last, did);
        }
        db.commit_transaction();
        counts_.documents += added;
        counts_.skipped_words += builder.skipped_words();
        counts_.overwritten = stage.overwritten() + overwritten_later_;
    }

    void refresh_values(Xapian::WritableDatabase& db, const Schema& schema,
                        const std::string& path) {
        arguments_.refresh.annotate.threads = console_.threads();
        arguments_.refresh.annotate.progress = console_.progress();
        arguments_.refresh.annotate.methods.clear();
        refresh(db, open_paths({path}), schema, arguments_.refresh, console_);
        counts_.held = db.get_doccount();
    }

    IndexArguments& arguments_;
    Console& console_;
    Diagnostics& problems_;
    DocumentQueue intake_;
    IndexCounts counts_;
    std::uint64_t overwritten_later_ = 0;
};

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

void read_chain(IndexArguments& arguments) {
    arguments.indexing.use_chain = arguments.chain.file != NO_CHAIN;
    arguments.indexing.chain = read_chain_file(arguments.chain);
}

// What the options ask of a new index.
Schema new_schema(const IndexingOptions& options) {
    check_slot_base(options.slot_base);
    Schema schema;
    check_id_prefix(options.id_prefix, schema.term_prefix);
    schema.slot_base = options.slot_base;
    schema.id_prefix = options.id_prefix;
    return schema;
}

// Refuses the options by name, before there is anything new.
void check_options(const IndexArguments& arguments, Schema schema) {
    DocumentFields added;
    for (const ValueField& field : arguments.indexing.fields.values) {
        if (!schema.fields.value_field(field.name)) added.add(field);
    }
    check_value_names(added);
    schema.add(arguments.indexing.fields);
    check_group_order(arguments.refresh.model.group_order_or_first(), schema);
}

int run_index(IndexArguments& arguments, Console& console) {
    const IgnoreClosedPipe ignore_closed_pipe;
    read_chain(arguments);
    const Schema asked = new_schema(arguments.indexing);
    if (!holds_database(arguments.db)) check_options(arguments, asked);
    Xapian::WritableDatabase db = open_writable(arguments.db, true);
    arguments.indexing.analyzer = AnalyzerRecipe().to_string();
    const auto stored = read_schema(db);
    if (stored ? stored->analyzer.empty() : db.get_doccount() > 0) {
        throw Xapian::InvalidOperationError(
            arguments.db +
            " was built by another program, whose terms descry cannot make; add "
            "documents with that program and use descry annotate");
    }

    // Before anything is read or written.
    Schema schema = stored.value_or(asked);
    if (!stored) schema.analyzer = arguments.indexing.analyzer;
    check_options(arguments, schema);
    schema.add(arguments.indexing.fields);
    arguments.build.names = MemberNames::of(arguments.input);
    std::optional<SignatureChainOptions> chain = arguments.indexing.chain;
    if (!chain && arguments.indexing.use_chain) chain = read_signature_chain(db);
    if (chain && !chain->enabled) chain.reset();
    arguments.input.text_optional = chain || !schema.fields.text.empty();

    Diagnostics problems;
    InputReader reader(arguments.inputs, arguments.input, problems);
    ChainMembers members(arguments.build.names, chain);
    DocumentLimits limits(schema, arguments.build);
    const auto check = [&](const InputDocument& document) {
        std::string reason = members.refusal(document);
        return reason.empty() ? limits.refusal(document) : reason;
    };
    const IndexCounts counts = IndexRun(arguments, console, reader, problems, check).run(db);

    if (counts.skipped_words > 0) {
        console.note("{} of more than 245 bytes left out of the terms",
                     counted(counts.skipped_words, "word"));
    }
    if (counts.overwritten > 0) {
        console.note("{} overwritten by a later one of the same signature",
                     counted(counts.overwritten, "document"));
    }
    problems.summarize();
    print_sources(arguments.inputs, reader.documents_of_inputs(), console);
    console.note("{} indexed ({} replaced) in {:.1f} s; the index holds {}",
                 counted(counts.documents, "document"), counts.replaced, console.seconds(),
                 counted(counts.held, "document"));
    tell_of_groups(arguments.db, console);
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
        .add_option(
            "INPUT", arguments->inputs,
            "files, directories (recursive) and - for standard input: JSON lines and arrays, "
            "CSV, TSV, text, HTML, mail, mbox, tar, zip, WARC; also compressed with gzip, "
            "zstd, xz or bzip2")
        ->required();
    add_field_options(command, arguments->input);
    add_chain_options(command, arguments->chain);
    add_indexed_field_options(command, arguments->indexing.fields);
    command.add_flag(
        "--no-store-text", [arguments](std::int64_t) { arguments->build.store_text = false; },
        "keep id and fields in the index, not the text");
    command
        .add_option("--slot-base", arguments->indexing.slot_base,
                    "first value slot of a new index, at most 4294967279")
        ->type_name("SLOT")
        ->capture_default_str();
    command
        .add_option("--id-prefix", arguments->indexing.id_prefix,
                    "prefix of the unique terms of a new index, capital letters")
        ->type_name("PREFIX")
        ->capture_default_str();
    arguments->refresh.model.add_to(command);
    console.add_options(command);
    command.callback([arguments, &console, &action] {
        action = [arguments, &console] { return run_index(*arguments, console); };
    });
}

}  // namespace descry
