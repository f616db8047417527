#include "tools/commands/shared/inputs.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <stdexcept>
#include <system_error>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <descry/hashing/hash.h>
#include <descry/inspection/group_list.h>
#include <descry/jobs/bulk_indexer.h>
#include <descry/reading/open_index.h>
#include <descry/reading/text_reader.h>

#include "plugin/base/open_database.h"
#include "plugin/documents/fields_of.h"
#include "tools/commands/shared/commands.h"
#include "tools/input/input_reader.h"
#include "tools/messages/diagnostics.h"
#include "tools/spooling/document_names.h"
#include "tools/spooling/temporary_folder.h"
#include "tools/unique/unique_run.h"

namespace descry {

namespace {

// Whether a file begins like a stub, valid or not. Does not read pipes.
bool begins_as_stub(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) return false;
    std::ifstream file(path);
    std::string word;
    file >> word;
    return word == "auto" || word == "glass" || word == "chert" || word == "remote" ||
           word == "inmemory";
}

bool is_marked(const std::string& folder) {
    std::error_code ignored;
    return std::ranges::any_of(
        std::filesystem::directory_iterator(folder, ignored),
        [](const auto& entry) { return entry.path().filename().string().starts_with("iam"); });
}

// Whether the path is certainly not a database, valid or damaged.
bool are_files(const std::string& path) {
    std::error_code ignored;
    if (path == "-") return true;
    if (!std::filesystem::exists(path, ignored) || is_certainly_database(path)) return false;
    return std::filesystem::is_directory(path, ignored) ? !holds_database(path) && !is_marked(path)
                                                        : !begins_as_stub(path);
}

struct RepeatedId : std::exception {};

// Names documents as descry uniq does; otherwise a later one would replace an earlier one with its
// id. The names are known after all were read once.
class NamedDocuments final : public DocumentSource {
  public:
    NamedDocuments(DocumentSource& source, DocumentNames& names, bool are_known)
        : source_(source), names_(names), are_known_(are_known) {}

    /// @throw RepeatedId if an id was repeated and names are unknown, after all were read
    bool next(InputDocument& document) override {
        if (!source_.next(document)) return false;
        if (are_known_) {
            const std::string place = place_of(document);
            std::string name = names_.name(place, document.id, names_.count(place, document.id));
            if (name != document.id) document.id_kind = InputValue::Kind::STRING;
            document.id = std::move(name);
            return true;
        }
        names_.add(place_of(document), document.id);
        if (ids_.insert(secret_hash(document.id)).second) return true;
        while (source_.next(document))
            names_.add(place_of(document), document.id);
        throw RepeatedId();
    }
    std::uint64_t bytes_read() const override { return source_.bytes_read(); }
    std::optional<std::uint64_t> total_bytes() const override { return source_.total_bytes(); }

  private:
    static std::string place_of(const InputDocument& document) {
        return document.location == document.id ? std::string() : document.location;
    }

    DocumentSource& source_;
    DocumentNames& names_;
    bool are_known_;
    std::unordered_set<std::uint64_t> ids_;  // hashes
};

bool can_be_read_again(const std::vector<std::string>& paths) {
    return std::ranges::all_of(paths, [](const std::string& path) {
        std::error_code ignored;
        return std::filesystem::is_regular_file(path, ignored) ||
               std::filesystem::is_directory(path, ignored);
    });
}

int review_index(const OpenIndex& index, const std::function<int(const ReviewSource&)>& look) {
    const Model model = model_in_use(index);
    std::vector<DroppedDocument> dropped;
    const auto fields_of = [&index](Xapian::docid did) {
        return shortened(fields_of_data(index.db.get_document(did).get_data()));
    };
    const std::vector<KeyedGroup> groups = list_groups(index.db, index.schema, 2, index.shards);
    for (const KeyedGroup& group : groups) {
        for (std::size_t i = 1; i < group.members.size(); ++i) {
            const Xapian::docid did = group.members[i].document;
            const Xapian::docid head = group.head().document;
            dropped.push_back(
                {did, head, group.members[i].distance, Relation::NEAR, group.members.size(),
                 index.db.get_doclength(did),
                 are_of_attachments(differing_fields(fields_of(head), fields_of(did)))});
        }
    }
    std::ranges::sort(dropped, {}, &DroppedDocument::document);
    TextReader texts(index.db, index.schema);
    const auto show = [&](std::uint64_t number) {
        const auto did = static_cast<Xapian::docid>(number);
        std::string text = texts.read_as_written(did);
        return ReportedText{index.id_of(did), std::move(text), fields_of(did),
                            texts.source() == WordSource::TEXT};
    };
    return look(
        {model, index.db.get_doccount(), 0, groups.size(), std::move(dropped), show, {}, true});
}

}  // namespace

void reject_for_index(const std::string& path, const std::string& option) {
    throw std::invalid_argument(
        fmt::format("{} already has groups; {} is for files", path, option));
}

void FilesAsIndex::add_to(CLI::App& command) {
    check_distance(add_option(command, "--distance", grouping.distance, "D",
                              "Files only: largest edit distance from the head [default: 0.15]"));
    add_field_options(command, input, MissingIds::NUMBERED);
}

int use_index_or_files(
    const std::vector<std::string>& paths, const FilesAsIndex& files, Console& console,
    const std::function<int(const std::vector<std::string>&, const UnreadInput&)>& use) {
    const auto count = std::ranges::count_if(paths, are_files);
    if (count == 0) {
        if (files.grouping.distance) reject_for_index(paths.front(), "--distance");
        return use(paths, {});
    }
    if (count < std::ssize(paths))
        throw std::invalid_argument("cannot mix indexes and files as inputs");
    const TemporaryFolder folder;
    DocumentNames names;
    std::vector<std::pair<std::string, std::string>> rejected;  // of the final index
    const auto index = [&](const std::string& path, Diagnostics& problems, bool are_names_known) {
        rejected.clear();
        BulkIndexingOptions options;
        options.build.names = files.input.names();
        options.grouping = files.grouping;
        options.work = console.work();
        options.rejected = [&rejected](const InputDocument& document, std::string_view reason) {
            rejected.emplace_back(document.location, reason);
        };
        BulkIndexer indexer(open_writable(path, true), path, options);
        InputReader reader(paths, files.input, problems);
        if (!can_be_read_again(paths)) return indexer.add(reader).replaced;
        NamedDocuments documents(reader, names, are_names_known);
        return indexer.add(documents).replaced;
    };
    Diagnostics problems;
    std::string path = (folder.path() / "index").string();
    std::uint64_t replaced = 0;
    try {
        replaced = index(path, problems, false);
    } catch (const RepeatedId&) {
        std::ostream unheard(nullptr);  // messages were already printed
        Diagnostics again(unheard);
        names.find();
        std::filesystem::remove_all(path);
        path = (folder.path() / "index-by-place").string();
        index(path, again, true);
    }
    for (const auto& [location, reason] : rejected)
        problems.reject(location, reason);
    problems.summarize();
    if (replaced > 0)
        console.note("{} replaced by later ones with the same id", counted(replaced, "document"));
    if (open_database(path).get_doccount() == 0) {
        throw std::runtime_error(
            fmt::format("{}: neither a Xapian database nor documents", fmt::join(paths, ", ")));
    }
    const int code = use({path}, problems.unread_input());
    return problems.any_rejected() ? EXIT_ERROR : code;
}

int read_index_or_files(const std::vector<std::string>& paths, const FilesAsIndex& files,
                        Console& console, const std::function<int(const OpenIndex&)>& read) {
    return use_index_or_files(
        paths, files, console,
        [&](const std::vector<std::string>& opened, const UnreadInput& /*unread*/) {
            return read_index(opened, read);
        });
}

void ReviewInputs::add_to(CLI::App& command, Console& console) {
    declare(command.add_option("INPUT", inputs_,
                               "Indexes, read as one; or files and directories (recursive)"),
            FileUse::INPUTS)
        ->required();
    grouping_.add_for_files(command);
    grouping_.add_inside(command);
    add_mail_option(command, spool_.own_words);
    add_keep_options(command, spool_.order);
    console.add_memory_option(command);
    add_field_options(command, spool_.input, MissingIds::NUMBERED);
}

int review_inputs(const ReviewInputs& options, Console& console,
                  const std::function<int(const ReviewSource&)>& look) {
    std::vector<std::string> databases;
    std::vector<std::string> notes;
    for (const std::string& path : options.inputs_) {
        std::string found = find_database(path, notes);
        if (holds_database(found) || is_database_among_inputs(found))
            databases.push_back(std::move(found));
    }
    for (const std::string& note : notes)
        console.note("{}", note);
    if (!databases.empty()) {
        if (databases.size() < options.inputs_.size())
            throw std::invalid_argument("cannot mix indexes and files as inputs");
        const std::string option = options.grouping_.first_given();
        if (!option.empty()) reject_for_index(databases.front(), option);
        if (options.grouping_.choices().inside) reject_for_index(databases.front(), "--inside");
        if (options.spool_.own_words) reject_for_index(databases.front(), "--mail");
        if (options.spool_.order != SpoolOptions().order) {
            throw std::invalid_argument(fmt::format(
                "{} already has groups; --keep and --prefer are for files", databases.front()));
        }
        return read_index(databases,
                          [&](const OpenIndex& index) { return review_index(index, look); });
    }
    UniqueRunOptions run_options{options.spool_, options.grouping_.choices()};
    SpoolOptions& spool = run_options.spool;
    spool.recipe = options.grouping_.recipe();
    spool.keeps_texts = true;
    spool.keeps_titles = true;
    spool.keeps_records = false;
    spool.work = console.work();
    Diagnostics problems;
    problems.show_details(console.is_verbose());
    UniqueRun run(run_options);
    run.read(options.inputs_, problems);
    run.group();
    problems.summarize();
    const int code = look(review_source(run, problems));
    return problems.any_rejected() ? EXIT_ERROR : code;
}

}  // namespace descry
