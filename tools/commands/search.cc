#include <algorithm>
#include <limits>
#include <memory>
#include <unordered_map>

#include <fmt/format.h>

#include <descry/collapse/collapsing_enquire.h>
#include <descry/collapse/doc_values.h>
#include <descry/collapse/search_parameters.h>
#include <descry/documents/stored_data.h>
#include <descry/query/query.h>
#include <descry/reading/open_index.h>

#include "plugin/schema/groups_info.h"
#include "tools/arguments/database.h"
#include "tools/arguments/slot_argument.h"
#include "tools/commands/shared/commands.h"
#include "tools/commands/shared/index_options.h"
#include "tools/commands/shared/search_page.h"
#include "tools/messages/printable.h"
#include "tools/output/json_text.h"

namespace descry {

namespace {

struct SearchArguments {
    std::vector<std::string> paths;
    std::string query;
    std::string collapse = "group";
    std::string head;
    std::string null_policy = "expand";
    std::string sort;
    std::vector<std::string> filters;
    Xapian::doccount rows = 10;
    Xapian::doccount start = 0;
    Xapian::doccount expand = 0;
    std::string expand_sort;
    std::string expand_query;
    std::vector<std::string> expand_filters;
    Xapian::doccount group_limit = 0;
    std::vector<std::string> facets;
    std::string facet_over = "heads";
    OutputFormat format = OutputFormat::TEXT;

    bool narrows_expansion() const {
        return !expand_sort.empty() || !expand_query.empty() || !expand_filters.empty();
    }
};

// One run of the command.
class Search {
  public:
    Search(const SearchArguments& arguments, const OpenIndex& index, Console& console)
        : arguments_(arguments),
          index_(index),
          enquire_(index.db, arguments.expand > 0 || arguments.group_limit > 0
                                 ? std::make_shared<DocValues>(index.db)
                                 : nullptr) {
        enquire_.set_query(query_of(arguments.query));
        for (const std::string& filter : arguments.filters)
            enquire_.add_filter(query_of(filter));
        if (arguments.collapse != "none") collapse(console);
        enquire_.set_null_policy(parse_null_policy("--null-policy", arguments.null_policy));
        const SortOrder sort = order_of("--sort", arguments.sort);
        enquire_.set_sort(sort);
        if (arguments.group_limit > 0) {
            enquire_.set_head(HeadRule::sort(sort));
        } else if (!arguments.head.empty()) {
            enquire_.set_head(parse_head("--head", arguments.head, resolver("--head")));
        }
        expand_order_ = order_of("--expand-sort", arguments.expand_sort);
        const FacetOver over = parse_facet_over("--facet-over", arguments.facet_over);
        for (const std::string& facet : arguments.facets)
            enquire_.add_facet(resolve_slot("--facet", facet, index_.schema).slot, over);
    }

    ShownPage run() {
        const CollapsedMSet mset = enquire_.get_mset(arguments_.start, arguments_.rows);
        ShownPage page;
        page.query = arguments_.query;
        page.start = arguments_.start;
        page.rows = arguments_.rows;
        page.matches = mset.matches;
        page.groups = mset.groups;
        page.is_collapsed = is_collapsed_;
        page.shows_expanded = arguments_.narrows_expansion();
        for (const CollapsedItem& item : mset) {
            ShownResult result;
            result.item = item;
            result.id = index_.id_of(item.did);
            read_stored(result);
            page.results.push_back(std::move(result));
        }
        if (is_collapsed_) count_filtered(mset, page);
        if (is_collapsed_ && arguments_.expand > 0) expand(mset, page);
        if (arguments_.group_limit > 0) show_groups(page);
        for (std::size_t i = 0; i < mset.facets.size(); ++i) {
            page.facets.push_back(
                {arguments_.facets[i],
                 resolve_slot("--facet", arguments_.facets[i], index_.schema).type,
                 mset.facets[i]});
        }
        return page;
    }

    /// What the user should know of the query.
    const std::vector<std::string>& notes() const { return notes_; }

  private:
    Xapian::Query query_of(const std::string& text) {
        ParsedQuery parsed = parse_query(index_.db, index_.schema, text);
        for (std::string& note : parsed.notes)
            notes_.push_back(std::move(note));
        return std::move(parsed.query);
    }

    SlotResolver resolver(std::string_view parameter) const {
        return [this, parameter](std::string_view name) {
            return resolve_slot(parameter, name, index_.schema);
        };
    }

    SortOrder order_of(std::string_view parameter, const std::string& text) const {
        return text.empty() ? SortOrder() : parse_sort(parameter, text, resolver(parameter));
    }

    // What is shown of its data.
    void read_stored(ShownResult& result) const {
        const Xapian::Document document =
            index_.db.get_document(result.item.did, Xapian::DOC_ASSUME_VALID);
        if (arguments_.format == OutputFormat::TEXT)
            result.summary = printable(summary_of(document));
        if (arguments_.format == OutputFormat::JSON)
            result.fields = object_of(read_stored_data(document.get_data(), result.id).fields);
    }

    void collapse(Console& console) {
        const Xapian::valueno slot = parse_slot(arguments_.collapse, index_.schema);
        if (index_.db.get_value_freq(slot) == 0) tell_why_not(console);
        enquire_.set_collapse_key(slot);
        is_collapsed_ = true;
    }

    // Groups are of two documents and more: where all are formed, no key says that there are none.
    bool has_no_duplicates() const {
        if (arguments_.collapse != "group" || !index_.schema.has(Slot::GROUP)) return false;
        const auto made = read_groups_info(index_.db);
        return made && made->complete;
    }

    void tell_why_not(Console& console) const {
        const bool is_signature = find_signature_method(arguments_.collapse) != nullptr;
        if (is_signature && !index_.annotated) {
            console.note("no document has {} values; results are not collapsed",
                         arguments_.collapse);
            return tell_of_missing_values(arguments_.paths, console);
        }
        if (has_no_duplicates()) return;
        console.note("no document has {} values; results are not collapsed (see descry info)",
                     arguments_.collapse);
    }

    ShownMembers shown(const MemberGroup& group) const {
        ShownMembers members;
        members.matches = group.matches;
        for (const FoundMember& member : group.members)
            members.documents.push_back({member.did, index_.id_of(member.did), member.weight});
        return members;
    }

    // Sizes are of the index; with --filter, of what of it passes that.
    void count_filtered(const CollapsedMSet& mset, ShownPage& page) const {
        if (arguments_.filters.empty()) return;
        ExpandOptions all;
        all.rows = 0;
        all.query = Xapian::Query::MatchAll;
        std::unordered_map<std::string, Xapian::doccount> others;
        try {
            for (const MemberGroup& group : enquire_.expand(mset, all))
                others[group.key] = group.matches;
        } catch (const Xapian::UnimplementedError&) {  // a remote database
            for (ShownResult& result : page.results)
                result.item.size = std::max<Xapian::doccount>(result.item.matching, 1);
            return;
        }
        for (ShownResult& result : page.results)
            if (!result.item.key.empty()) result.item.size = 1 + others[result.item.key];
    }

    // Members of the index that pass the filters, and those that match.
    void expand(const CollapsedMSet& mset, ShownPage& page) {
        std::unordered_map<std::string, ShownResult*> by_key;
        for (ShownResult& result : page.results) {
            if (result.item.key.empty()) continue;
            result.expanded.emplace();
            by_key.emplace(result.item.key, &result);
        }
        ExpandOptions matching;
        matching.rows = arguments_.expand;
        matching.sort = expand_order_;
        if (!arguments_.expand_query.empty()) matching.query = query_of(arguments_.expand_query);
        if (!arguments_.expand_filters.empty()) matching.filters.emplace();
        for (const std::string& filter : arguments_.expand_filters)
            matching.filters->push_back(query_of(filter));
        for (const MemberGroup& group : enquire_.expand(mset, matching))
            by_key.at(group.key)->expanded = shown(group);
        ExpandOptions all;
        all.rows = arguments_.expand;
        all.sort = {SortKey::docid()};
        all.query = Xapian::Query::MatchAll;
        all.filters = matching.filters;
        for (const MemberGroup& group : enquire_.expand(mset, all))
            by_key.at(group.key)->members = shown(group).documents;
    }

    // The same groups in the same order: their heads are the first by --sort.
    void show_groups(ShownPage& page) {
        GroupOptions options;
        options.limit = arguments_.group_limit;
        options.sort = expand_order_;
        options.null_policy = parse_null_policy("--null-policy", arguments_.null_policy);
        const GroupedMSet groups = enquire_.get_groups(arguments_.start, arguments_.rows, options);
        for (std::size_t i = 0; i < page.results.size(); ++i)
            page.results[i].group = shown(groups.items.at(i));
    }

    const SearchArguments& arguments_;
    const OpenIndex& index_;
    CollapsingEnquire enquire_;
    SortOrder expand_order_;
    std::vector<std::string> notes_;
    bool is_collapsed_ = false;
};

int run_search(const SearchArguments& arguments, const OpenIndex& index, Console& console) {
    Search search(arguments, index, console);
    const ShownPage page = search.run();
    for (const std::string& note : search.notes())
        console.note("{}", note);
    print_page(page, arguments.format);
    return page.matches == 0 ? EXIT_NOTHING_FOUND : EXIT_DONE;
}

void add_collapse_options(CLI::App& command, SearchArguments& arguments) {
    add_option(command, "--collapse", arguments.collapse, "NAME",
               fmt::format("Collapse results that share this; only group is verified by edit "
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
               "Require this query without affecting scores; repeatable");
}

void add_member_options(CLI::App& command, SearchArguments& arguments) {
    constexpr auto MAX = std::numeric_limits<Xapian::doccount>::max();
    CLI::Option* const expand = add_option(command, "--expand", arguments.expand, "K",
                                           "Group members to show under each result")
                                    ->check(CLI::Range(Xapian::doccount{0}, MAX));
    add_option(command, "--expand-sort", arguments.expand_sort, "ORDER",
               "Order of these members, as for --sort (with --expand or --group-limit)");
    add_option(command, "--expand-query", arguments.expand_query, "QUERY",
               "Show members that match this query, not the search's")
        ->needs(expand);
    add_option(command, "--expand-filter", arguments.expand_filters, "QUERY",
               "Show members that match this, not --filter; repeatable")
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
    add_collapse_options(command, *arguments);
    add_page_options(command, "results", arguments->rows, arguments->start);
    add_member_options(command, *arguments);
    add_format_option(command, arguments->format);
    command.footer("descry search harbour.db \"regatta june\" --rows 2 --expand 3");
    finish_command(command, console, action, [=, &console] {
        arguments->query = arguments->paths.back();
        arguments->paths.pop_back();
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
