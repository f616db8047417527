#include <algorithm>
#include <iostream>
#include <memory>

#include <descry/jobs/duplicate_removal.h>
#include <descry/schema/document_id.h>

#include "tools/arguments/database.h"
#include "tools/commands/shared/commands.h"
#include "tools/output/text.h"

namespace descry {

namespace {

struct DeleteArguments {
    std::string db;
    std::vector<std::string> ids;
};

constexpr const char* STANDARD_INPUT = "-";

constexpr std::uint64_t MAX_UNKNOWN_SHOWN = 20;

std::vector<std::string> all_ids(const std::vector<std::string>& arguments) {
    std::vector<std::string> ids;
    for (const std::string& argument : arguments) {
        if (argument != STANDARD_INPUT) {
            ids.push_back(argument);
            continue;
        }
        for (std::string line; std::getline(std::cin, line);) {
            if (!line.empty()) ids.push_back(from_tsv_field(line));
        }
        if (std::cin.bad()) throw std::runtime_error("standard input cannot be read");
    }
    return ids;
}

int run_delete(const DeleteArguments& arguments, Console& console) {
    const IgnoreClosedPipe ignore_closed_pipe;
    const std::vector<std::string> ids = all_ids(arguments.ids);
    Xapian::WritableDatabase db = open_writable(arguments.db, false);
    const auto schema = read_schema(db);
    const std::string id_prefix = schema.value_or(Schema()).id_prefix;
    // Looks up all first: "#7" is the document with that number when the user saw it.
    std::uint64_t unknown = 0;
    std::vector<Xapian::docid> dids;
    for (const std::string& id : ids) {
        if (const Xapian::docid did = find_document(db, id, id_prefix)) {
            dids.push_back(did);
        } else if (++unknown <= MAX_UNKNOWN_SHOWN) {
            console.error("no such document: {}", one_line(id, 200));
        }
    }
    std::sort(dids.begin(), dids.end());
    dids.erase(std::unique(dids.begin(), dids.end()), dids.end());
    delete_documents(db, dids);
    if (unknown > 0) console.error("{} unknown, nothing done for them", counted(unknown, "id"));
    console.note("{} deleted in {:.1f} s", counted(dids.size(), "document"), console.seconds());
    return unknown > 0 ? EXIT_ERROR : EXIT_DONE;
}

}  // namespace

void add_delete_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<DeleteArguments>();
    CLI::App& command = *app.add_subcommand(
        "delete", "Delete documents by id; a group whose head is deleted gets a new one");
    declare(command.add_option("DB", arguments->db, "Xapian index"), FileUse::CHANGED_DATABASES)
        ->required();
    declare(command.add_option("ID", arguments->ids,
                               "Ids of documents, or #docid; - reads ids from standard input, one "
                               "per line, as --format tsv writes them"),
            FileUse::IDS)
        ->required()
        ->type_name("ID...");
    command.footer("descry delete harbour.db log-03-22");
    finish_command(command, console, action,
                   [=, &console] { return run_delete(*arguments, console); });
}

}  // namespace descry
