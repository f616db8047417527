#include <memory>
#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

#include <descry/documents/stored_data.h>
#include <descry/inspection/inside.h>
#include <descry/inspection/similar.h>
#include <descry/reading/open_index.h>
#include <descry/schema/document_id.h>
#include <descry/texts/text_finder.h>

#include "engine/keys/field_values.h"
#include "engine/mechanics/parallel.h"
#include "engine/mechanics/pool.h"
#include "plugin/documents/document_builder.h"
#include "plugin/documents/fields_of.h"
#include "tools/arguments/database.h"
#include "tools/arguments/option.h"
#include "tools/commands/shared/commands.h"
#include "tools/commands/shared/index_options.h"
#include "tools/commands/shared/inputs.h"
#include "tools/input/input_reader.h"
#include "tools/messages/printable.h"
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
    std::string inside;     // as it was given; empty: not
    double share = share_of(FindOptions::DEFAULT_SHARE);
    std::size_t differences = 0;
    OutputFormat format = OutputFormat::TEXT;
};

struct ShownDocument {
    SimilarDocument found;
    std::string id;
    std::string key;
    std::string title;
};

void print(const ShownDocument& document, OutputFormat format) {
    switch (format) {
        case OutputFormat::JSON: {
            const nlohmann::ordered_json out = {
                {"docid", document.found.did},
                {"id", document.id},
                {"similarity", rounded(similarity(document.found.distance))},
                {"key", document.key},
                {"near", document.found.near},
                {"order_differs", document.found.order_differs},
                {"title", document.title}};
            fmt::print("{}\n", json_text(out));
            break;
        }
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

struct ShownInside {
    DocumentInside found;
    std::string id;
    std::string title;
};

void print(const ShownInside& document, OutputFormat format) {
    const double of_asked = share_of(document.found.of_asked);
    const double of_other = share_of(document.found.of_other);
    switch (format) {
        case OutputFormat::JSON: {
            const nlohmann::ordered_json out = {{"docid", document.found.did},
                                                {"id", document.id},
                                                {"asked", rounded(of_asked)},
                                                {"inside", rounded(of_other)},
                                                {"title", document.title}};
            fmt::print("{}\n", json_text(out));
            break;
        }
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

int run_inside(const SimilarArguments& arguments, const OpenIndex& index) {
    const Xapian::docid did = document_of_id(index, arguments.id);
    const std::size_t wanted = std::size_t{arguments.start} + arguments.rows;
    const auto inside = find_inside(index.db, index.schema, did, distance_from(arguments.share),
                                    FindOptions().min_words, wanted);
    for (std::size_t i = arguments.start; i < inside.size(); ++i) {
        const Xapian::docid other = inside[i].did;
        print(ShownInside{inside[i], index.id_of(other),
                          printable(
                              summary_of(index.db.get_document(other, Xapian::DOC_ASSUME_VALID)))},
              arguments.format);
    }
    return inside.empty() ? EXIT_NOTHING_FOUND : EXIT_DONE;
}

int run_similar(const SimilarArguments& arguments, const OpenIndex& index) {
    const Model model = model_in_use(index);
    const Xapian::docid did = document_of_id(index, arguments.id);
    const std::size_t wanted = std::size_t{arguments.start} + arguments.rows;
    const auto similar = find_similar(index.db, index.schema, model, did, wanted);
    std::vector<ShownDocument> shown;
    for (std::size_t i = arguments.start; i < similar.size(); ++i) {
        const SimilarDocument& other = similar[i];
        const Xapian::Document document =
            index.db.get_document(other.did, Xapian::DOC_ASSUME_VALID);
        shown.push_back({other, index.id_of(other.did),
                         document.get_value(index.schema.slot(Slot::GROUP)),
                         printable(summary_of(document))});
    }
    for (const ShownDocument& document : shown)
        print(document, arguments.format);
    return similar.empty() ? EXIT_NOTHING_FOUND : EXIT_DONE;
}

// What a thread finds documents of an input with.
class DocumentFinder {
  public:
    DocumentFinder(const SimilarArguments& arguments, const OpenIndex& index,
                   const TextFinder& finder, const std::vector<std::string>& apart_fields)
        : arguments_(arguments),
          schema_(index.schema),
          db_(index.open()),
          texts_(db_, schema_),
          apart_fields_(apart_fields),
          reader_(finder) {
        options_.inside = true;
        options_.share = distance_from(arguments.share);
        options_.rows = arguments.rows;
        if (!apart_fields.empty()) builder_.emplace(schema_, BuildOptions{names(), false});
    }

    /// The line of a document; empty where nothing was found. @param line gains it
    bool find(const InputDocument& document, std::string& line) {
        using Json = nlohmann::ordered_json;
        // As the index would store them.
        if (builder_)
            options_.apart =
                apart_value_of(fields_of_data(builder_->data_of(document)), apart_fields_);
        const FoundDocuments found = reader_.find(document.text, options_);
        Json near = Json::array();
        for (const NearDocument& other : found.near) {
            near.push_back(named(other.document));
            near.back()["similarity"] = rounded(similarity(other.distance));
            if (arguments_.differences > 0)
                near.back()["differences"] = differences_from(document, other.document);
        }
        Json out = {{"id", document.id}, {"near", std::move(near)}};
        for (const auto& [name, list] :
             {std::pair("inside", &found.inside), std::pair("holds", &found.holds)}) {
            out[name] = Json::array();
            for (const InsideDocument& other : *list) {
                out[name].push_back(named(other.document));
                out[name].back()["share"] = rounded(share_of(other.share));
            }
        }
        line = json_text(out);
        return !found.is_empty();
    }

  private:
    MemberNames names() const { return arguments_.files.input.names(); }

    nlohmann::ordered_json named(Xapian::docid did) const {
        return {{"docid", did}, {"id", document_id(db_, did, schema_.id_prefix)}};
    }

    nlohmann::ordered_json differences_from(const InputDocument& document, Xapian::docid did) {
        const auto text = texts_.read(did);
        if (!text) return nullptr;
        std::optional<WrittenTexts> written;
        const bool is_text = texts_.source() == WordSource::TEXT;
        const std::string stored = is_text ? texts_.read_as_written(did) : std::string();
        if (is_text) written = {document.text, stored};
        return json_of(compare_words(reader_.words(), *text, written, arguments_.differences));
    }

    const SimilarArguments& arguments_;
    const Schema& schema_;
    Xapian::Database db_;
    TextReader texts_;
    const std::vector<std::string>& apart_fields_;
    TextFinder::Reader reader_;
    std::optional<DocumentBuilder> builder_;  // where fields count
    FindOptions options_;
};

// Documents of an input, each of which is found once, however often a writer is quicker.
class DocumentRun {
  public:
    DocumentRun(const SimilarArguments& arguments, Console& console)
        : arguments_(arguments),
          work_(console.work()),
          reader_({arguments.documents}, arguments.files.input, problems_) {}

    int find_all(const OpenIndex& index) {
        const auto model = std::make_shared<const Model>(model_in_use(index));
        const TextFinder finder = make_text_finder(index, model, work_);
        Pool<DocumentFinder> finders([&] {
            return std::make_unique<DocumentFinder>(arguments_, index, finder,
                                                    model->parameters().keep_apart.fields);
        });
        while (take_batch()) {
            std::vector<std::string> lines(batch_.size());
            std::vector<char> are_found(batch_.size());
            parallel_each(work_.threads, batch_.size(), 4, [&] {
                return [&, own = std::make_unique<Pool<DocumentFinder>::Loan>(finders)](
                           std::size_t i) {
                    are_found[i] = (*own)->find(batch_[i], lines[i]) ? 1 : 0;
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
        return problems_.any_refused() ? EXIT_ERROR : code;
    }

  private:
    // Keeps one that was begun.
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
            return arguments.inside.empty() ? run_similar(arguments, index)
                                            : run_inside(arguments, index);
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
                           "Look up each document of this file or directory, - for standard input, "
                           "instead of ID; print a JSON line for each"),
                FileUse::STREAMED_INPUTS);
    add_share_flag(
        command, "--inside", arguments->share, arguments->inside,
        fmt::format("List documents that it stands inside of, or that stand inside it, by SHARE of "
                    "their words (if omitted: {}); --documents lists them always",
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
