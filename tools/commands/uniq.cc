#include <algorithm>
#include <memory>
#include <optional>
#include <ranges>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/mechanics/output_file.h"
#include "tools/arguments/model_file.h"
#include "tools/arguments/model_options.h"
#include "tools/commands/shared/commands.h"
#include "tools/input/parsing/member_path.h"
#include "tools/input/parsing/table_header.h"
#include "tools/output/text.h"
#include "tools/unique/piece_run.h"
#include "tools/unique/record_output.h"
#include "tools/unique/review_source.h"
#include "tools/unique/state_file.h"
#include "tools/unique/unique_run.h"

namespace descry {

namespace {

struct UniqArguments {
    std::vector<std::string> inputs = {"-"};
    std::vector<std::string> references;
    std::string update;
    bool is_order_given = false;
    SpoolOptions spool;
    GroupingArguments grouping;
    std::string model;
    UniqueOutputs outputs;
    std::string report;
    std::optional<std::size_t> report_rows;
    std::string rejected;
    std::string decisions;
    bool only_confirmed = false;
    std::string by;
    std::string pieces;
    bool cuts = false;
    bool drops_emptied = false;
};

class RejectedRecords {
  public:
    explicit RejectedRecords(const std::string& path) : out_(path) {}

    // Rows of a table follow its header.
    void add(std::string_view record, std::string_view header) {
        if (header != header_) write(header);
        header_ = header;
        write(record);
    }

    void commit() { out_.commit(); }

  private:
    void write(std::string_view line) {
        if (line.empty()) return;
        out_.write(line);
        if (line_end_of(line).empty()) out_.write("\n");
    }

    OutputFile out_;
    std::string header_;
};

// Saves rejected records. @return where; null if no file is named
std::unique_ptr<RejectedRecords> save_rejected(const std::string& path, InputOptions& input) {
    if (path.empty()) return nullptr;
    auto rejected = std::make_unique<RejectedRecords>(path);
    input.take_rejected = [saved = rejected.get()](std::string_view record,
                                                   std::string_view header) {
        saved->add(record, header);
    };
    return rejected;
}

void report_input(const SpooledInput& input, RejectedRecords* rejected, const Diagnostics& problems,
                  Console& console) {
    if (rejected != nullptr) rejected->commit();
    problems.summarize();
    if (problems.savable() != 0 && rejected == nullptr) {
        console.note("rejected records were not written; --refused FILE saves them");
    }
    if (input.turns_rows_into_json()) {
        console.note("inputs mix tables and other formats; writing table rows as JSON lines");
    }
    if (!input.mixed_encodings().empty()) {
        console.note("records are in {}; writing all as UTF-8",
                     fmt::join(std::views::keys(input.mixed_encodings()), ", "));
    }
}

// Removes the prepared files from the references; later documents are compared by their model.
std::optional<PreparedDocuments> read_prepared_references(UniqArguments& arguments,
                                                          std::optional<Model>& model,
                                                          Console& console) {
    const auto files = std::ranges::stable_partition(
        arguments.references, [](const std::string& path) { return !is_prepared(path); });
    if (files.empty()) return std::nullopt;
    const std::string option = arguments.grouping.first_given();
    if (!option.empty()) {
        throw std::invalid_argument(fmt::format(
            "{} is a prepared file, whose model sets the distance and the rules; omit {}",
            files.front(), option));
    }
    PreparedDocuments prepared(console.work());
    for (const std::string& path : files) {
        read_prepared(path, prepared);
        const std::string id = prepared.header().model.id();
        if (model && model->id() != id) {
            throw std::runtime_error(fmt::format("{} is of model {}, {} of model {}", path, id,
                                                 arguments.model, model->id()));
        }
    }
    model = prepared.header().model;
    arguments.references.erase(files.begin(), files.end());
    return prepared;
}

// Documents kept by earlier runs, with their model and order, which given options must match.
std::optional<PreparedDocuments> read_state(const UniqArguments& arguments, StateFile& state,
                                            UniqueRunOptions& options, Console& console) {
    const auto file = std::ranges::find_if(arguments.references, is_prepared);
    if (file != arguments.references.end()) {
        throw std::invalid_argument(fmt::format(
            "--reference {} is a prepared file; with --update, give its documents as files",
            *file));
    }
    if (TextOrder(options.spool.order).keeps_none()) {
        throw std::invalid_argument(
            "--update adds the document that is kept of each group, and --keep none keeps none");
    }
    if (state.is_new()) return std::nullopt;
    PreparedDocuments prepared = state.read(console.work());
    const auto& [model, order] = prepared.header();
    std::string unlike = arguments.grouping.first_unlike(model.parameters());
    if (arguments.is_order_given && options.spool.order != order)
        unlike = fmt::format("with --keep {}, not {}", order, options.spool.order);
    if (options.model && options.model->id() != model.id()) {
        unlike = fmt::format("with model {}, not --model {} ({})", model.id(), arguments.model,
                             options.model->id());
    }
    if (!unlike.empty()) {
        throw std::invalid_argument(fmt::format(
            "{} was made {}; use the same options, or another file", state.path(), unlike));
    }
    options.spool.order = order;
    options.spool.first_number = state.next_number();
    if (!options.model)
        options.model = renewed_model(prepared, options.grouping.character_keys).value_or(model);
    return prepared;
}

void report_written_files(const UniqArguments& arguments, std::vector<std::string> written,
                          Console& console) {
    for (const auto& [path, content] :
         {std::pair(&arguments.rejected, "rejected records"),
          std::pair(&arguments.report, "report"), std::pair(&arguments.pieces, "pieces")}) {
        if (!path->empty()) written.push_back(fmt::format("{} ({})", *path, content));
    }
    if (!written.empty()) console.note("wrote {}", fmt::join(written, ", "));
}

void report_state(const StateFile& state, Console& console) {
    console.note("{}: {} added, {} in all{}", state.path(), counted(state.added(), "document"),
                 grouped_digits(state.documents()),
                 state.is_renewed() ? "; learned its model again" : "");
}

void check_options(const UniqArguments& arguments) {
    // Each document would be a near-duplicate of itself.
    for (const std::string& reference : arguments.references) {
        const std::string file = common_file(arguments.inputs, {reference});
        if (file.empty()) continue;
        throw std::invalid_argument(
            fmt::format("--reference {}: {} is also an input; name it only once", reference, file));
    }
    if (!arguments.outputs.held.empty() && arguments.spool.own_words)
        throw std::invalid_argument("--held gives places in whole texts; omit --mail own");
    if (!TextOrder(arguments.spool.order).keeps_none()) return;
    if (!arguments.report.empty()) {
        throw std::invalid_argument(
            "--report shows dropped documents beside kept ones, and --keep none keeps none of a "
            "group; omit one of them");
    }
    if (arguments.only_confirmed) {
        throw std::invalid_argument(
            "--only-confirmed drops one of two documents, and --keep none drops both; omit one of "
            "them");
    }
}

UniqueRunOptions run_options(const UniqArguments& arguments, Console& console) {
    UniqueRunOptions options{arguments.spool, arguments.grouping.choices()};
    const UniqueOutputs& outputs = options.outputs = arguments.outputs;
    if (!outputs.held.empty() && !options.grouping.holds) {
        options.grouping.holds = GroupingOptions::DEFAULT_HOLDS;
        options.grouping.drops_holders = false;
    }
    if (!arguments.model.empty()) options.model = read_model_file(arguments.model);
    options.holds_prepared = arguments.update.empty();
    options.exact_distances = outputs.marks || !outputs.dropped.empty() ||
                              !outputs.groups.empty() || !arguments.report.empty();
    options.spool.keeps_titles = options.spool.keeps_texts = !arguments.report.empty();
    options.spool.work = console.work();
    return options;
}

// Only texts are compared: reports other fields of dropped documents that differ.
void report_differing_fields(const UniqueRun& run, Console& console) {
    if (console.is_quiet()) return;
    constexpr std::size_t MOST_NAMED = 5;
    const auto [documents, by_field] = run.count_differing_fields();
    if (documents == 0) return;
    std::vector<std::string> fields;
    for (const auto& [name, count] : by_field) {
        if (fields.size() == MOST_NAMED) break;
        fields.push_back(fmt::format("{} ({})", one_line(name, 40), grouped_digits(count)));
    }
    if (by_field.size() > MOST_NAMED)
        fields.push_back(counted(by_field.size() - MOST_NAMED, "more field"));
    const std::uint64_t dropped = run.grouped().dropped();
    const std::string which = dropped == 1
                                  ? "the dropped document"
                                  : fmt::format("{} of the {} dropped documents",
                                                grouped_digits(documents), grouped_digits(dropped));
    console.note(
        "{} {} from the {} one in fields that are not compared: {}; --keep-apart FIELD keeps "
        "both",
        which, documents == 1 ? "differs" : "differ", run.keeps_none() ? "nearest" : "kept",
        fmt::join(fields, ", "));
}

void check_kept_apart(const UniqueRunOptions& options, bool has_prepared) {
    if (has_prepared) {
        throw std::invalid_argument(
            "--kept-apart groups all documents once more, and the keys of a prepared file are "
            "made for one grouping; give the references as files");
    }
    if (options.grouping.keep_apart_with(options.model).is_nothing())
        throw std::invalid_argument("--kept-apart needs --keep-apart: nothing is kept apart");
}

// Numbers of documents dropped for other relations than near.
std::string relations_of(const GroupingOptions& options, const GroupedTexts& grouped) {
    std::string text;
    if (options.inside)
        text += fmt::format(", {} inside longer ones",
                            grouped_digits(grouped.count_dropped(Relation::INSIDE)));
    if (options.holds && options.drops_holders)
        text += fmt::format(", {} holding references",
                            grouped_digits(grouped.count_dropped(Relation::HOLDS)));
    return text;
}

// Rejects options about documents, as pieces have none. @param command whose options were read
void check_pieces(const UniqArguments& arguments, const CLI::App& command) {
    for (const char* const option :
         {"--reference", "--holds", "--held-words", "--held", "--inside", "--groups", "--report",
          "--dropped", "--mark", "--decisions", "--kept-apart", "--keep", "--prefer", "--model",
          "--mail", "--update"}) {
        if (command.get_option(option)->count() == 0) continue;
        throw std::invalid_argument(fmt::format(
            "--by {} compares pieces of documents, not documents; omit {}", arguments.by, option));
    }
    const auto& apart = arguments.grouping.choices().keep_apart;
    if (apart && !apart->fields.empty()) {
        throw std::invalid_argument(
            fmt::format("--keep-apart {}: pieces have no fields; with --by, use numbers or nothing",
                        apart->fields.front()));
    }
    if (!arguments.cuts) return;
    const auto& texts = arguments.spool.input.text_fields;
    const MemberPath path(texts.front());
    bool is_one = texts.size() == 1;
    for (std::size_t i = 0; i < path.size(); ++i)
        is_one = is_one && !path.leads_to(i, "*");
    if (is_one) return;
    throw std::invalid_argument(
        fmt::format("--text-field {} joins several values, from which --cut cannot remove pieces; "
                    "name one value, or omit --cut",
                    arguments.spool.input.text_names()));
}

int run_pieces(UniqArguments& arguments, Console& console) {
    GroupingOptions grouping = arguments.grouping.choices();
    if (!grouping.keep_apart) grouping.keep_apart = KeepApart{.numbers = true};
    SpoolOptions spool = arguments.spool;
    spool.recipe = arguments.grouping.recipe();
    spool.pieces = arguments.by == "line" ? PieceKind::LINE : PieceKind::PARAGRAPH;
    spool.keeps_texts = arguments.cuts;
    spool.work = console.work();
    Diagnostics problems;
    problems.show_details(console.is_verbose());
    const auto rejected = save_rejected(arguments.rejected, spool.input);
    PieceRun run(spool, grouping);
    run.read(arguments.inputs, problems);
    run.group(!arguments.pieces.empty());
    if (!arguments.pieces.empty()) run.write_pieces(arguments.pieces);
    CutCounts cut;
    if (arguments.cuts) {
        cut = run.write_cut("-", arguments.drops_emptied, problems);
    } else {
        run.write_all("-");
    }
    report_input(run.input(), rejected.get(), problems, console);
    const GroupedTexts& grouped = run.grouped();
    console.note(
        "{}{}: {} of {} or more words, {} repeated ({:.1f}%); {}; distance {} "
        "({:.1f} s)",
        counted(run.input().size(), "document"), arguments.drops_emptied ? "" : ", all printed",
        counted(grouped.documents(), arguments.by.c_str()), spool.piece_words,
        grouped_digits(grouped.dropped()),
        100.0 * static_cast<double>(grouped.dropped()) /
            static_cast<double>(std::max<std::uint64_t>(1, grouped.documents())),
        counted(grouped.groups().groups, "group"),
        share_of(grouped.model().parameters().grouping.distance), console.seconds());
    if (arguments.cuts) {
        console.note("cut {} ({}) from {}; {} became empty{}",
                     counted(cut.pieces, arguments.by.c_str()), counted(cut.bytes, "byte"),
                     counted(cut.documents, "document"), grouped_digits(cut.emptied),
                     arguments.drops_emptied ? " and were dropped"
                     : cut.emptied == 0      ? ""
                                             : "; --drop-empty drops them");
    }
    report_written_files(arguments, {}, console);
    return problems.any_rejected() ? EXIT_ERROR : EXIT_DONE;
}

void report_counts(const UniqueRunOptions& options, const GroupedTexts& grouped, Console& console) {
    const std::uint64_t documents = grouped.documents();
    const std::uint64_t dropped = grouped.dropped();
    const bool marks = options.outputs.marks;
    console.note("{}{}{}: {}{} kept, {} dropped ({:.1f}%{}); {}; distance {} ({:.1f} s)",
                 counted(documents, "document"),
                 grouped.references() == 0
                     ? std::string()
                     : fmt::format(" beside {}", counted(grouped.references(), "reference")),
                 marks ? ", all printed" : "", marks ? "marked " : "",
                 grouped_digits(documents - dropped), grouped_digits(dropped),
                 documents == 0
                     ? 0.0
                     : 100.0 * static_cast<double>(dropped) / static_cast<double>(documents),
                 relations_of(options.grouping, grouped), counted(grouped.groups().groups, "group"),
                 share_of(grouped.model().parameters().grouping.distance), console.seconds());
}

int run_uniq(UniqArguments& arguments, Console& console) {
    check_options(arguments);
    UniqueRunOptions options = run_options(arguments, console);
    std::optional<StateFile> state;
    if (!arguments.update.empty()) state.emplace(arguments.update);
    auto prepared = state ? read_state(arguments, *state, options, console)
                          : read_prepared_references(arguments, options.model, console);
    options.spool.recipe =
        options.model ? recipe_of_texts(&*options.model) : arguments.grouping.recipe();
    Diagnostics problems;
    problems.show_details(console.is_verbose());
    const auto rejected = save_rejected(arguments.rejected, options.spool.input);
    std::optional<Decisions> decisions;
    if (!arguments.decisions.empty()) decisions = Decisions::read(arguments.decisions);
    if (!options.outputs.kept_apart.empty()) check_kept_apart(options, prepared.has_value());
    UniqueRun run(options);
    if (prepared) run.take_references(std::move(*prepared));
    run.read_references(arguments.references, problems);
    run.read(arguments.inputs, problems);
    run.group();
    if (decisions) {
        report_decisions(arguments.decisions,
                         run.apply_decisions(*decisions, arguments.only_confirmed), console);
        report_void_decisions(arguments.decisions, run.void_decisions(*decisions), console);
    }
    // Before printing: after a full disk no printed document may be missing from the state.
    if (state) state->write(run, arguments.model.empty() ? run.grouped().model() : *options.model);
    std::vector<std::string> written = run.write_files();
    if (!arguments.report.empty())
        write_page(arguments.report, arguments.inputs, review_source(run, problems),
                   arguments.report_rows.value_or(GroupsPage::ANY_ROWS), console);
    run.write_documents();
    if (state) state->commit();
    report_input(run.input(), rejected.get(), problems, console);
    report_counts(options, run.grouped(), console);
    report_differing_fields(run, console);
    report_written_files(arguments, std::move(written), console);
    if (state) report_state(*state, console);
    return problems.any_rejected() ? EXIT_ERROR : EXIT_DONE;
}

}  // namespace

void add_uniq_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<UniqArguments>();
    CLI::App& command = *app.add_subcommand(
        "uniq", "Print one document from each group of near-duplicates; needs no index");
    declare(
        command.add_option("INPUT", arguments->inputs,
                           "Files, directories (recursive) and - for standard input [default: -]"),
        FileUse::INPUTS);
    arguments->grouping.add_for_files(command);
    arguments->grouping.add_inside(command);
    add_mail_option(command, arguments->spool.own_words);
    add_keep_options(command, arguments->spool.order, true);
    CLI::Option* const references =
        add_option(command, "--reference", arguments->references, "INPUT",
                   "Drop documents near those in INPUT (files or a prepared file); repeatable");
    declare(references, FileUse::FILES_OR_STREAM);
    CLI::Option* const update =
        add_option(command, "--update", arguments->update, "STATE",
                   "Drop documents near those that earlier runs with STATE (a prepared file) kept, "
                   "and add those kept now; STATE is created if it does not exist");
    declare_output(command, update, FileUse::BESIDE, PREPARED_FILE);
    arguments->grouping.add_holds(command, *references);
    CLI::Option* const held = add_option(
        command, "--held", arguments->outputs.held, "FILE",
        "Write one TSV line per reference that a document holds to FILE: id, reference, share, "
        "first and last byte, bits, differing words; only --holds drops such documents");
    held->needs(references);
    declare_output(command, held, FileUse::BESIDE, HELD_FILE);
    command.add_flag("--mark", arguments->outputs.marks,
                     "Print all documents, marked with group, head, similarity and whether they "
                     "are kept");
    CLI::Option* const dropped =
        add_option(command, "--dropped", arguments->outputs.dropped, "FILE",
                   "Write one TSV line per dropped document to FILE: id, "
                   "kept id, similarity, near, inside or holds, differing fields");
    declare_output(command, dropped, FileUse::BESIDE, PAIR_FILE);
    CLI::Option* const kept_apart = add_option(
        command, "--kept-apart", arguments->outputs.kept_apart, "FILE",
        "Write one TSV line per document kept only because of --keep-apart to FILE: id, near id, "
        "similarity, what differs; groups twice, in up to twice the time");
    kept_apart->excludes(update);
    declare_output(command, kept_apart, FileUse::BESIDE, PAIR_FILE);
    CLI::Option* const groups = add_option(command, "--groups", arguments->outputs.groups, "FILE",
                                           "Write groups to FILE as JSON lines");
    declare_output(command, groups, FileUse::BESIDE, GROUP_FILE);
    CLI::Option* const report =
        add_option(command, "--report", arguments->report, "FILE",
                   "Write an HTML report of kept and dropped documents to FILE");
    declare_output(command, report, FileUse::BESIDE, PAGE_FILE);
    add_report_rows_option(command, arguments->report_rows)->needs(report);
    CLI::Option* const rejected = add_option(command, "--refused", arguments->rejected, "FILE",
                                             "Write rejected records to FILE, unchanged");
    declare_output(command, rejected, FileUse::BESIDE, PAIR_FILE);
    add_decision_options(command, arguments->decisions, arguments->only_confirmed);
    CLI::Option* const by =
        add_option(command, "--by", arguments->by, "PIECE",
                   "Compare documents; or find repeated paragraphs or lines, print all documents, "
                   "and keep numbers apart unless --keep-apart nothing is given [default: "
                   "document]")
            ->check(CLI::IsMember({"document", "paragraph", "line"}));
    add_option(command, "--piece-words", arguments->spool.piece_words, "N",
               "Fewest words of a paragraph or line that --by compares")
        ->check(CLI::Range(1, 1'000'000))
        ->needs(by);
    CLI::Option* const pieces = add_option(
        command, "--pieces", arguments->pieces, "FILE",
        "Write one TSV line per repeated paragraph or line to FILE: id, first byte, end, kept id, "
        "first byte, end, similarity, occurrences");
    declare_output(command, pieces->needs(by), FileUse::BESIDE, PIECE_FILE);
    CLI::Option* const cut =
        command
            .add_flag("--cut", arguments->cuts,
                      "Remove repeated paragraphs or lines from the documents; one of each is kept")
            ->needs(by);
    command
        .add_flag("--drop-empty", arguments->drops_emptied,
                  "Do not print documents that --cut leaves empty")
        ->needs(cut);
    CLI::Option* const model = add_option(
        command, "--model", arguments->model, "FILE",
        "Use this model file instead of learning a model from the input; - for standard input");
    declare(model, FileUse::FILES_OR_STREAM);
    arguments->grouping.exclude_from(*model);
    console.add_memory_option(command);
    add_field_options(command, arguments->spool.input, MissingIds::NUMBERED);
    console.add_threads_option(command);
    console.add_verbose_option(command);
    command.footer("descry uniq harbour.jsonl --dropped dropped.tsv > kept.jsonl");
    finish_command(command, console, action, [arguments, &command, &console] {
        arguments->is_order_given = command.count("--keep") > 0 || command.count("--prefer") > 0;
        const bool by_document = arguments->by.empty() || arguments->by == "document";
        for (const char* const option : {"--pieces", "--cut", "--drop-empty", "--piece-words"}) {
            if (by_document && command.count(option) > 0)
                throw std::invalid_argument(
                    fmt::format("{} needs --by paragraph or --by line", option));
        }
        if (by_document) return run_uniq(*arguments, console);
        check_pieces(*arguments, command);
        return run_pieces(*arguments, console);
    });
}

}  // namespace descry
