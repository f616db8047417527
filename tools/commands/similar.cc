#include <memory>

#include <nlohmann/json.hpp>

#include <descry/documents/stored_data.h>
#include <descry/inspection/containment.h>
#include <descry/inspection/similar.h>
#include <descry/reading/open_index.h>

#include "tools/arguments/database.h"
#include "tools/commands/shared/commands.h"
#include "tools/commands/shared/index_options.h"
#include "tools/commands/shared/inputs.h"
#include "tools/messages/printable.h"
#include "tools/output/json_text.h"
#include "tools/output/text.h"

namespace descry {

namespace {

struct SimilarArguments {
    FilesAsIndex files;
    std::string db;
    std::string id;
    Xapian::doccount rows = 10;
    Xapian::doccount start = 0;
    bool contained = false;
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

struct ShownContainment {
    ContainedDocument found;
    std::string id;
    std::string title;
};

void print(const ShownContainment& document, OutputFormat format) {
    const auto& [did, of_asked, of_other] = document.found;
    switch (format) {
        case OutputFormat::JSON: {
            const nlohmann::ordered_json out = {{"docid", did},
                                                {"id", document.id},
                                                {"asked_in_it", rounded(of_asked)},
                                                {"it_in_asked", rounded(of_other)},
                                                {"title", document.title}};
            fmt::print("{}\n", json_text(out));
            break;
        }
        case OutputFormat::TSV:
            fmt::print("{}\t{}\t{:.4f}\t{:.4f}\n", did, tsv_field(document.id), rounded(of_asked),
                       rounded(of_other));
            break;
        case OutputFormat::TEXT:
            fmt::print("{}  {}{}\n",
                       of_asked > of_other ? fmt::format("has {:5.1f}% of it", 100 * of_asked)
                                           : fmt::format("{:5.1f}% of it inside", 100 * of_other),
                       one_line(document.id, 200), title_after_id(document.title));
            break;
    }
}

int run_contained(const SimilarArguments& arguments, const OpenIndex& index) {
    const Xapian::docid did = document_of_id(index, arguments.id);
    const std::size_t wanted = std::size_t{arguments.start} + arguments.rows;
    const auto contained = find_contained(index.db, index.schema, did, wanted);
    for (std::size_t i = arguments.start; i < contained.size(); ++i) {
        const Xapian::docid other = contained[i].did;
        print(
            ShownContainment{
                contained[i], index.id_of(other),
                printable(summary_of(index.db.get_document(other, Xapian::DOC_ASSUME_VALID)))},
            arguments.format);
    }
    return contained.empty() ? EXIT_NOTHING_FOUND : EXIT_DONE;
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

}  // namespace

void add_similar_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<SimilarArguments>();
    CLI::App& command = *app.add_subcommand(
        "similar", "List the documents most similar to a document; similarity is 1 - distance");
    declare(command.add_option("DB", arguments->db, "Xapian index, or a file of documents"),
            FileUse::DATABASES)
        ->required();
    command.add_option("ID", arguments->id, "Id of the document, or #docid")->required();
    command.add_flag("--contained", arguments->contained,
                     "List documents that contain it, or are at least half contained in it");
    add_page_options(command, "documents", arguments->rows, arguments->start);
    add_format_option(command, arguments->format);
    command.footer("descry similar harbour.db log-03-22");
    arguments->files.add_to(command);
    finish_command(command, console, action, [arguments, &console] {
        return read_index_or_files(
            {arguments->db}, arguments->files, console, [&](const OpenIndex& index) {
                return arguments->contained ? run_contained(*arguments, index)
                                            : run_similar(*arguments, index);
            });
    });
}

}  // namespace descry
