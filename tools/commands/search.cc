#include <memory>

#include <nlohmann/json.hpp>

#include <descry/collapse.h>
#include <descry/document_id.h>
#include <descry/model_store.h>

#include "commands/commands.h"
#include "database.h"
#include "output/summary.h"
#include "output/text.h"
#include "query.h"

namespace descry {

namespace {

constexpr const char* DEFAULT_COLLAPSE = "group";

struct SearchArguments {
    std::vector<std::string> paths;
    std::string query;
    std::string collapse = DEFAULT_COLLAPSE;
    OutputFormat format = OutputFormat::TEXT;
    CollapseOptions options;
};

// A result's id, and the ids of the members shown with it.
struct ShownResult {
    const CollapsedResult* result;
    std::string id;
    std::vector<std::string> member_ids;
    std::string summary;
};

void print_json(const SearchArguments& arguments, const CollapsedPage& page,
                const std::vector<ShownResult>& shown) {
    nlohmann::ordered_json results = nlohmann::ordered_json::array();
    for (const auto& [result, id, member_ids, summary] : shown) {
        nlohmann::ordered_json members = nlohmann::ordered_json::array();
        for (std::size_t i = 0; i < member_ids.size(); ++i) {
            members.push_back({{"docid", result->members[i]}, {"id", member_ids[i]}});
        }
        results.push_back({{"docid", result->did},
                           {"id", id},
                           {"weight", result->weight},
                           {"percent", result->percent},
                           {"key", result->key},
                           {"size", result->size},
                           {"members", std::move(members)}});
    }
    const nlohmann::ordered_json out = {
        {"query", arguments.query},       {"start", arguments.options.start},
        {"rows", arguments.options.rows}, {"matches", page.matches},
        {"groups", page.groups},          {"results", std::move(results)}};
    fmt::print("{}\n", out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

void print_tsv(const std::vector<ShownResult>& shown) {
    for (const auto& [result, id, member_ids, summary] : shown) {
        fmt::print("{}\t{}\t{:.6f}\t{}\t{}\t{}", result->did, tsv_field(id), result->weight,
                   result->percent, tsv_field(result->key), result->size);
        for (const std::string& member : member_ids)
            fmt::print("\t{}", tsv_field(member));
        fmt::print("\n");
    }
}

void print_text(const SearchArguments& arguments, const CollapsedPage& page,
                const std::vector<ShownResult>& shown) {
    fmt::print("{} match", counted(page.matches, "document"));
    if (arguments.options.slot) fmt::print(", {} after collapsing", counted(page.groups, "result"));
    fmt::print("\n");
    Xapian::doccount rank = arguments.options.start;
    for (const auto& [result, id, member_ids, summary] : shown) {
        fmt::print("\n{:3}. {}  [{}%]\n", ++rank, one_line(id, 200), result->percent);
        if (!summary.empty()) fmt::print("     {}\n", summary);
        if (result->size <= 1) continue;
        fmt::print("     + {} more like this\n", result->size - 1);
        for (const std::string& member : member_ids) {
            fmt::print("         {}\n", one_line(member, 200));
        }
        const std::size_t rest = result->size - 1 - member_ids.size();
        if (!member_ids.empty() && rest > 0) fmt::print("         … and {} more\n", rest);
    }
}

// Prints once everything is read.
int show_page(const SearchArguments& arguments, const OpenIndex& index) {
    const Xapian::Query query = parse_query(index.db, index.schema, arguments.query);
    const CollapsedPage page = search_collapsed(index.db, query, arguments.options);
    std::vector<ShownResult> shown;
    for (const CollapsedResult& result : page.results) {
        ShownResult entry{
            &result, document_id(index.db, result.did, index.schema.id_prefix), {}, {}};
        for (const Xapian::docid member : result.members) {
            entry.member_ids.push_back(document_id(index.db, member, index.schema.id_prefix));
        }
        if (arguments.format == OutputFormat::TEXT) {
            entry.summary =
                summary_of(index.db.get_document(result.did, Xapian::DOC_ASSUME_VALID).get_data());
        }
        shown.push_back(std::move(entry));
    }
    switch (arguments.format) {
        case OutputFormat::JSON:
            print_json(arguments, page, shown);
            break;
        case OutputFormat::TSV:
            print_tsv(shown);
            break;
        case OutputFormat::TEXT:
            print_text(arguments, page, shown);
            break;
    }
    return page.matches == 0 ? EXIT_NOTHING_FOUND : EXIT_DONE;
}

int run_search(SearchArguments& arguments, Console& console) {
    const OpenIndex index = open_index(arguments.paths);
    if (arguments.collapse != "none") {
        arguments.options.slot = parse_slot(arguments.collapse, index.schema);
        if (index.db.get_value_freq(*arguments.options.slot) == 0) {
            console.note(
                "no document has a value for {}; nothing is collapsed (descry info tells "
                "what the index has)",
                arguments.collapse);
        }
    }
    return show_page(arguments, index);
}

}  // namespace

void add_search_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<SearchArguments>();
    CLI::App& command = *app.add_subcommand(
        "search", "searches, with near-duplicates collapsed into one result each");
    command
        .add_option("ARGUMENTS", arguments->paths,
                    "DB... QUERY: one or more Xapian databases, searched as one, and the query; "
                    "* matches everything")
        ->required()
        ->expected(2, 1000)
        ->type_name("DB... QUERY");
    command
        .add_option("--collapse", arguments->collapse,
                    "what makes two results one: group (verified), descriptive, "
                    "descriptive-stable, text-profile, "
                    "exact, term-profile, a field's name, slot:N for any value slot, or none")
        ->type_name("NAME")
        ->capture_default_str();
    command.add_option("--rows", arguments->options.rows, "results shown")
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--start", arguments->options.start, "results passed over first")
        ->type_name("N")
        ->capture_default_str();
    command
        .add_option("--expand", arguments->options.members,
                    "further members of its group shown with each result")
        ->type_name("K")
        ->capture_default_str();
    add_format_option(command, arguments->format);
    console.add_options(command);
    command.callback([arguments, &console, &action] {
        arguments->query = arguments->paths.back();
        arguments->paths.pop_back();
        action = [arguments, &console] {
            return read_undisturbed([&] { return run_search(*arguments, console); });
        };
    });
}

}  // namespace descry
