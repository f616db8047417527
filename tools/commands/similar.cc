#include <memory>
#include <optional>
#include <vector>

#include <descry/inspection/similar.h>
#include <descry/reading/open_index.h>
#include <descry/texts/text_finder.h>

#include "engine/mechanics/parallel.h"
#include "engine/mechanics/pool.h"
#include "tools/answers/similar_answer.h"
#include "tools/arguments/database.h"
#include "tools/arguments/option.h"
#include "tools/commands/shared/commands.h"
#include "tools/commands/shared/index_options.h"
#include "tools/commands/shared/inputs.h"
#include "tools/input/input_reader.h"
#include "tools/output/json_text.h"
#include "tools/output/text.h"
#include "tools/output/word_differences.h"

namespace descry {

namespace {

struct SimilarArguments {
    FilesAsIndex files;
    std::string db;
    std::string id;
    Xapian::doccount rows = 10;
    Xapian::doccount start = 0;
    std::string documents;  // empty: none
    std::string inside;     // as given; empty: not given
    double share = share_of(FindOptions::DEFAULT_SHARE);
    std::size_t differences = 0;
    OutputFormat format = OutputFormat::TEXT;
};

void print(const ShownSimilar& document, OutputFormat format) {
    switch (format) {
        case OutputFormat::JSON:
            fmt::print("{}\n", json_text(json_of(document)));
            break;
        case OutputFormat::TSV:
            fmt::print("{}\t{}\t{:.4f}\t{}\n", document.found.did, tsv_field(document.id),
                       rounded(similarity(document.found.distance)), tsv_field(document.key));
            break;
        case OutputFormat::TEXT:
            fmt::print("{:5.1f}%  {}{}{}\n", percent_alike(document.found.distance),
                       one_line(document.id, 200),
                       document.found.is_parted_by_order ? "  (in another order)" : "",
                       title_after_id(document.title));
            break;
    }
}

void print(const ShownInside& document, OutputFormat format) {
    const double of_asked = share_of(document.found.of_asked);
    const double of_other = share_of(document.found.of_other);
    switch (format) {
        case OutputFormat::JSON:
            fmt::print("{}\n", json_text(json_of(document)));
            break;
        case OutputFormat::TSV:
            fmt::print("{}\t{}\t{:.4f}\t{:.4f}\n", document.found.did, tsv_field(document.id),
                       rounded(of_asked), rounded(of_other));
            break;
        case OutputFormat::TEXT:
            fmt::print("{}  {}{}\n",
                       of_asked > of_other ? fmt::format("has {:5.1f}% of it", 100 * of_asked)
                                           : fmt::format("{:5.1f}% of it inside", 100 * of_other),
                       one_line(document.id, 200), title_after_id(document.title));
            break;
    }
}

template <typename Shown>
int print_all(const std::vector<Shown>& documents, bool is_any, OutputFormat format) {
    for (const Shown& document : documents)
        print(document, format);
    return is_any ? EXIT_DONE : EXIT_NOTHING_FOUND;
}

int run_one(const SimilarArguments& arguments, const OpenIndex& index) {
    const Xapian::docid did = document_of_id(index, arguments.id);
    if (arguments.inside.empty()) {
        const auto similar =
            similar_to(index, model_in_use(index), did, arguments.start, arguments.rows);
        return print_all(similar, !similar.empty(), arguments.format);
    }
    const auto inside =
        inside_of(index, did, distance_from(arguments.share), arguments.start, arguments.rows);
    return print_all(inside, !inside.empty(), arguments.format);
}

// Documents of an input, each searched once, even if a writer forces several attempts.
class DocumentRun {
  public:
    DocumentRun(const SimilarArguments& arguments, Console& console)
        : arguments_(arguments),
          work_(console.work()),
          reader_({arguments.documents}, arguments.files.input, problems_) {}

    int find_all(const OpenIndex& index) {
        const auto model = std::make_shared<const Model>(model_in_use(index));
        const TextFinder finder = make_text_finder(index, model, work_);
        FindOptions options;
        options.inside = true;
        options.share = distance_from(arguments_.share);
        options.rows = arguments_.rows;
        Pool<DocumentFinder> finders([&] {
            return std::make_unique<DocumentFinder>(index, finder, *model,
                                                    arguments_.files.input.names());
        });
        while (take_batch()) {
            std::vector<std::string> lines(batch_.size());
            std::vector<char> are_found(batch_.size());
            parallel_each(work_.threads, batch_.size(), 4, [&] {
                return [&, own = std::make_unique<Pool<DocumentFinder>::Loan>(finders)](
                           std::size_t i) {
                    const auto found = (*own)->find(batch_[i], options, arguments_.differences);
                    lines[i] = json_text(found);
                    are_found[i] = DocumentFinder::is_any(found) ? 1 : 0;
                };
            });
            for (std::size_t i = 0; i < batch_.size(); ++i) {
                fmt::print("{}\n", lines[i]);
                any_found_ = any_found_ || are_found[i] != 0;
            }
            batch_.clear();
        }
        return any_found_ ? EXIT_DONE : EXIT_NOTHING_FOUND;
    }

    int finish(int code) const {
        problems_.summarize();
        return problems_.any_rejected() ? EXIT_ERROR : code;
    }

  private:
    bool take_batch() {
        constexpr std::size_t DOCUMENTS = 512;
        constexpr std::size_t BYTES = std::size_t{16} << 20;
        std::size_t bytes = 0;
        InputDocument document;
        while (!is_ended_ && batch_.size() < DOCUMENTS && bytes < BYTES) {
            is_ended_ = !reader_.next(document);
            if (is_ended_) break;
            bytes += document.text.size();
            batch_.push_back(std::move(document));
        }
        return !batch_.empty();
    }

    const SimilarArguments& arguments_;
    Work work_;
    Diagnostics problems_;
    InputReader reader_;
    std::vector<InputDocument> batch_;
    bool is_ended_ = false;
    bool any_found_ = false;
};

int run(const SimilarArguments& arguments, Console& console) {
    if (arguments.id.empty() == arguments.documents.empty())
        throw std::invalid_argument("name a document by its ID, or --documents, and not both");
    std::optional<DocumentRun> documents;
    if (!arguments.documents.empty()) documents.emplace(arguments, console);
    const int code =
        read_index_or_files({arguments.db}, arguments.files, console, [&](const OpenIndex& index) {
            if (documents) return documents->find_all(index);
            return run_one(arguments, index);
        });
    return documents ? documents->finish(code) : code;
}

}  // namespace

void add_similar_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<SimilarArguments>();
    CLI::App& command = *app.add_subcommand(
        "similar", "List the documents most similar to a document; similarity is 1 - distance");
    declare(command.add_option("DB", arguments->db, "Xapian index, or a file of documents"),
            FileUse::DATABASES)
        ->required();
    command.add_option("ID", arguments->id, "Id of the document, or #docid");
    CLI::Option* const documents =
        declare(add_option(command, "--documents", arguments->documents, "INPUT",
                           "Look up each document of INPUT, a file, a directory or - for standard "
                           "input, instead of ID; print one JSON line each"),
                FileUse::STREAMED_INPUTS);
    add_share_flag(
        command, "--inside", arguments->share, arguments->inside,
        fmt::format("List documents that stand inside this one, or hold it, by SHARE of the words "
                    "of the inner one (if omitted: {}); --documents always lists them",
                    arguments->share),
        [&share = arguments->share](double given) { share = given; });
    add_option(command, "--differences", arguments->differences, "N",
               "Number of differing places to show of each near-duplicate")
        ->check(CLI::Range(std::size_t{0}, MAX_COMPARED_WORDS))
        ->needs(documents);
    add_page_options(command, "documents", arguments->rows, arguments->start);
    add_format_option(command, arguments->format);
    for (const char* const other : {"--start", "--format"})
        documents->excludes(command.get_option(other));
    console.add_threads_option(command);
    command.footer("descry similar harbour.db log-03-22");
    arguments->files.add_to(command);
    finish_command(command, console, action,
                   [arguments, &console] { return run(*arguments, console); });
}

}  // namespace descry
