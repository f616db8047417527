#include <limits>
#include <memory>

#include <fmt/format.h>

#include <descry/reading/open_index.h>

#include "plugin/schema/groups_info.h"
#include "tools/answers/search_answer.h"
#include "tools/arguments/database.h"
#include "tools/arguments/slot_argument.h"
#include "tools/commands/shared/commands.h"
#include "tools/commands/shared/index_options.h"
#include "tools/commands/shared/search_page.h"

namespace descry {

namespace {

struct SearchArguments {
    std::vector<std::string> paths;
    SearchParameters search;
    OutputFormat format = OutputFormat::TEXT;
};

// Groups have at least two documents: if all are formed, no key means no duplicates.
bool has_no_duplicates(const std::string& collapse, const OpenIndex& index) {
    if (collapse != "group" || !index.schema.has(Slot::GROUP)) return false;
    const auto made = read_groups_info(index.db);
    return made && made->complete;
}

void report_missing_keys(const SearchArguments& arguments, const OpenIndex& index,
                         Console& console) {
    const std::string& collapse = arguments.search.collapse;
    const bool is_signature = find_signature_method(collapse) != nullptr;
    if (is_signature && !index.annotated) {
        console.note("no document has {} values; results are not collapsed", collapse);
        return report_missing_values(arguments.paths, console);
    }
    if (has_no_duplicates(collapse, index)) return;
    console.note("no document has {} values; results are not collapsed (see descry info)",
                 collapse);
}

int run_search(const SearchArguments& arguments, const OpenIndex& index, Console& console) {
    const ShownPage page = search(arguments.search, index);
    if (page.lacks_keys) report_missing_keys(arguments, index, console);
    for (const std::string& note : page.notes)
        console.note("{}", note);
    print_page(page, arguments.format);
    return page.matches == 0 ? EXIT_NOTHING_FOUND : EXIT_DONE;
}

void add_collapse_options(CLI::App& command, SearchParameters& arguments) {
    add_option(command, "--collapse", arguments.collapse, "NAME",
               fmt::format("Collapse results with the same NAME; only group is verified by edit "
                           "distance: {}, a field, slot:N, none",
                           signature_names()));
    add_option(command, "--head", arguments.head, "RULE",
               "Group member to show: score (the default), min:S or max:S (missing numbers are 0), "
               "sort:\"S asc,S desc\"; S is a field or slot:N");
    add_option(command, "--null-policy", arguments.null_policy, "POLICY",
               "Results without a key: expand (show each), ignore, collapse (show one)");
    add_option(command, "--sort", arguments.sort, "ORDER",
               "Order of results: \"KEY asc,KEY desc\", KEY being score, docid, a field or slot:N "
               "[default: by score]");
    add_option(command, "--filter", arguments.filters, "QUERY",
               "Require this query, or NAME=VALUE, without affecting scores; repeatable");
}

void add_member_options(CLI::App& command, SearchParameters& arguments) {
    constexpr auto MAX = std::numeric_limits<Xapian::doccount>::max();
    CLI::Option* const expand = add_option(command, "--expand", arguments.expand, "K",
                                           "Group members to show under each result")
                                    ->check(CLI::Range(Xapian::doccount{0}, MAX));
    add_option(command, "--expand-sort", arguments.expand_sort, "ORDER",
               "Order of these members, as for --sort (with --expand or --group-limit)");
    add_option(command, "--expand-query", arguments.expand_query, "QUERY",
               "Show members that match this query instead of the search's")
        ->needs(expand);
    add_option(command, "--expand-filter", arguments.expand_filters, "QUERY",
               "Show members that match this query instead of --filter; repeatable")
        ->needs(expand);
    command
        .add_option("--group-limit", arguments.group_limit,
                    "Show N documents per group; order groups by their first document")
        ->type_name("N")
        ->check(CLI::Range(Xapian::doccount{1}, MAX))
        ->excludes("--head");
    add_option(command, "--facet", arguments.facets, "S",
               "Count the values of a field or slot:N; repeatable");
    add_option(command, "--facet-over", arguments.facet_over, "WHAT",
               "What --facet counts: heads (results), matches (documents), groups");
}

}  // namespace

void add_search_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<SearchArguments>();
    CLI::App& command = *app.add_subcommand("search", "Search, showing one result per group");
    command
        .add_option(
            "ARGUMENTS", arguments->paths,
            "One or more Xapian indexes, searched as one, and the query; * matches everything")
        ->required()
        ->expected(2, 1000)
        ->type_name("DB... QUERY");
    add_collapse_options(command, arguments->search);
    add_page_options(command, "results", arguments->search.rows, arguments->search.start);
    add_member_options(command, arguments->search);
    add_format_option(command, arguments->format);
    command.footer("descry search harbour.db \"regatta june\" --rows 2 --expand 3");
    finish_command(command, console, action, [=, &console] {
        arguments->search.query = arguments->paths.back();
        arguments->paths.pop_back();
        using Shows = SearchParameters::Shows;
        arguments->search.shows = arguments->format == OutputFormat::TEXT   ? Shows::SUMMARIES
                                  : arguments->format == OutputFormat::JSON ? Shows::FIELDS
                                                                            : Shows::IDS;
        std::vector<std::string> notes;
        for (std::string& path : arguments->paths)
            path = find_database(path, notes);
        for (const std::string& note : notes)
            console.note("{}", note);
        return read_index(arguments->paths, [&](const OpenIndex& index) {
            return run_search(*arguments, index, console);
        });
    });
}

}  // namespace descry
