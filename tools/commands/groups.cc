#include <memory>

#include <nlohmann/json.hpp>

#include <descry/collapse.h>
#include <descry/document_id.h>

#include "commands/commands.h"
#include "database.h"
#include "output/text.h"

namespace descry {

namespace {

struct GroupsArguments {
    std::vector<std::string> paths;
    std::string by = "descriptive";
    Xapian::doccount min_size = 2;
    OutputFormat format = OutputFormat::TEXT;
};

void print(const KeyGroup& group, const std::vector<std::string>& ids, OutputFormat format) {
    switch (format) {
        case OutputFormat::JSON: {
            nlohmann::ordered_json members = nlohmann::ordered_json::array();
            for (std::size_t i = 0; i < ids.size(); ++i) {
                // The similarity to the head is null: equality does not measure it.
                members.push_back({{"docid", group.members[i]},
                                   {"id", ids[i]},
                                   {"head", i == 0},
                                   {"similarity", nullptr}});
            }
            const nlohmann::ordered_json out = {{"key", group.key},
                                                {"size", group.members.size()},
                                                {"members", std::move(members)}};
            fmt::print("{}\n", out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
            break;
        }
        case OutputFormat::TSV:
            for (std::size_t i = 0; i < ids.size(); ++i) {
                // The last field is the similarity, as above.
                fmt::print("{}\t{}\t{}\t{}\t\n", tsv_field(group.key), i == 0 ? 1 : 0,
                           group.members[i], tsv_field(ids[i]));
            }
            break;
        case OutputFormat::TEXT:
            fmt::print("{} alike\n", counted(ids.size(), "document"));
            for (const std::string& id : ids)
                fmt::print("    {}\n", one_line(id, 200));
            fmt::print("\n");
            break;
    }
}

int run_groups(const GroupsArguments& arguments, Console& console) {
    const OpenIndex index = open_index(arguments.paths);
    const Xapian::valueno slot = parse_slot(arguments.by, index.schema);
    const std::vector<KeyGroup> groups = groups_by_key(index.db, slot, arguments.min_size);
    std::size_t documents = 0;
    std::vector<std::vector<std::string>> ids;
    for (const KeyGroup& group : groups) {
        std::vector<std::string>& members = ids.emplace_back();
        for (const Xapian::docid did : group.members) {
            members.push_back(document_id(index.db, did, index.schema.id_prefix));
        }
        documents += members.size();
    }
    for (std::size_t i = 0; i < groups.size(); ++i)
        print(groups[i], ids[i], arguments.format);
    console.note("{} of {}, by {}", counted(groups.size(), "group"), counted(documents, "document"),
                 arguments.by);
    return groups.empty() ? EXIT_NOTHING_FOUND : EXIT_DONE;
}

}  // namespace

void add_groups_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<GroupsArguments>();
    CLI::App& command =
        *app.add_subcommand("groups", "lists every group of documents that share a signature");
    command.add_option("DB", arguments->paths, "one or more Xapian databases, read as one")
        ->required();
    command
        .add_option("--by", arguments->by,
                    "what makes documents a group: descriptive, descriptive-stable, text-profile, "
                    "exact, term-profile, or slot:N for any value slot")
        ->type_name("NAME")
        ->capture_default_str();
    command.add_option("--min-size", arguments->min_size, "documents a group has at least")
        ->type_name("N")
        ->check(CLI::Range(1u, 1000000000u))
        ->capture_default_str();
    add_format_option(command, arguments->format);
    console.add_options(command);
    command.callback([arguments, &console, &action] {
        action = [arguments, &console] {
            return read_undisturbed([&] { return run_groups(*arguments, console); });
        };
    });
}

}  // namespace descry
