#include "tools/service/pages.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/report/aligned_texts.h"
#include "engine/report/groups_page.h"
#include "tools/answers/search_answer.h"
#include "tools/output/text.h"
#include "tools/service/group_choice.h"
#include "tools/service/page_parts.h"

namespace descry {

namespace {

constexpr std::size_t MEMBERS_OF_A_RESULT = 10;
constexpr std::size_t FACETS = 3;
constexpr std::size_t VALUES_OF_A_FACET = 10;

// Facets of a search: the index's first fields with texts.
std::vector<std::string> facet_names(const Schema& schema) {
    std::vector<std::string> names;
    for (const ValueField& field : schema.fields.values)
        if (field.type == ValueType::STRING && names.size() < FACETS) names.push_back(field.name);
    return names;
}

// @param narrowed the address with another filter
void write_facets(HtmlWriter& to, const ShownPage& page,
                  const std::function<std::string(const std::string&)>& narrowed) {
    for (const ShownFacet& facet : page.facets) {
        std::vector<FacetCount> values = facet.counts.values;
        if (values.empty()) continue;
        std::ranges::stable_sort(values, std::ranges::greater(), &FacetCount::count);
        to.begin("details", {{"class", "facet"}});
        to.element("summary", {}, facet.name);
        to.begin("ul");
        for (std::size_t i = 0; i < std::min(values.size(), VALUES_OF_A_FACET); ++i) {
            const std::string& value = values[i].value;
            to.begin("li");
            write_link(to, one_line(value, 60), narrowed(facet.name + "=" + value));
            to.text(" " + grouped_digits(values[i].count));
            to.end();
        }
        if (values.size() > VALUES_OF_A_FACET)
            to.element("li", {}, counted(values.size() - VALUES_OF_A_FACET, "more value"));
        to.end();
        to.end();
    }
}

void write_form(HtmlWriter& to, const SharedIndex::Reader& reader, const RequestedGroups& asked) {
    begin_search_form(to, "/groups");
    write_input(to, "Words", "q", asked.choice.query);
    write_input(to, "Id begins", "place", asked.choice.place);
    for (const auto& [label, name, value] :
         {std::tuple("Least similar member from, %", "from", &asked.from),
          std::tuple("to, %", "to", &asked.to)}) {
        to.begin("label");
        to.text(label);
        to.element("input", {{"name", name},
                             {"type", "number"},
                             {"min", "0"},
                             {"max", "100"},
                             {"step", "any"},
                             {"value", *value}});
        to.end();
    }
    to.begin("label");
    to.text("Order");
    to.begin("select", {{"name", "sort"}});
    const auto write_order = [&](std::string_view name, std::string_view label) {
        to.element("option",
                   {{"value", name},
                    {"selected", asked.choice.sort == name ? "selected" : std::string_view()}},
                   label);
    };
    for (const auto& [name, label] :
         {std::pair("least-alike", "least similar first"),
          std::pair("most-alike", "most similar first"), std::pair("size", "largest first"),
          std::pair("newest", "newest first"), std::pair("place", "by id"),
          std::pair("docid", "in the order of the index")}) {
        if (name != std::string_view("newest") || date_field(reader.index.schema) != nullptr)
            write_order(name, label);
    }
    std::set<std::string> fields = fields_to_sort_by(reader);
    if (asked.choice.sort.starts_with(BY_FIELD))
        fields.insert(asked.choice.sort.substr(BY_FIELD.size()));
    for (const std::string& field : fields)
        write_order(std::string(BY_FIELD) + field, "by " + one_line(field, 60));
    to.end();
    to.end();
    end_form(to, "Show");
}

}  // namespace

PageHead Pages::head(std::string_view heading, std::string_view current) const {
    PageHead head;
    head.title = fmt::format("{} - descry", heading);
    head.heading = heading;
    head.is_served = true;
    head.has_script = true;
    const auto add = [&](const char* name, const char* link) {
        head.navigation.push_back({name, link, current == link});
    };
    add("Search", "/");
    add("Groups", "/groups");
    add("Compare a text", "/text");
    if (service_.takes_decisions()) add("Decisions", "/decisions");
    return head;
}

Answer Pages::answer(const Request& request) {
    using Page = std::pair<std::string_view, Answer (Pages::*)(const Request&)>;
    static constexpr Page PAGES[] = {{"/", &Pages::front},
                                     {"/groups", &Pages::groups},
                                     {"/group", &Pages::group},
                                     {"/pair", &Pages::pair},
                                     {"/document", &Pages::document},
                                     {"/decisions", &Pages::decisions}};
    const std::string& path = request.path;
    if (path == "/decide") return decide(request);
    if (path == "/text") return text(request);
    const auto page = std::ranges::find(PAGES, path, &Page::first);
    const bool is_icon = path == "/favicon.ico";
    if (page == std::end(PAGES) && !is_icon) throw RequestError(404, "This page does not exist.");
    require(request, "GET");
    return is_icon ? Answer{204, "text/html", {}} : (this->*page->second)(request);
}

Answer Pages::failure(unsigned status, const std::string& message) const {
    HtmlWriter to;
    PageHead head = this->head("This cannot be shown", {});
    head.title = fmt::format("{} - descry", status);
    begin_served_page(to, head);
    to.element("p", {}, message);
    Answer answer = page_answer(to, head);
    answer.status = status;
    return answer;
}

ReportedCollection Pages::collection(const Reader& reader) const {
    ReportedCollection collection;
    collection.documents = reader.state->documents;
    collection.unread = service_.options_.unread;
    if (!reader.state->model) return collection;
    collection.limit = reader.state->model->parameters().grouping.distance;
    collection.details = {{"Limit", fmt::format("distance up to {:g}", share_of(collection.limit))},
                          {"Model", reader.state->model->id()}};
    for (const KeyedGroup& group : reader.state->groups(reader.index)) {
        ++collection.groups;
        for (const GroupMember& member : group.others())
            collection.distances.push_back(member.distance);
    }
    return collection;
}

// The search form, and before a search an overview of the index.
Answer Pages::front(const Request& request) {
    Parameters given(request);
    SearchParameters search;
    search.query = given.text("q");
    for (std::string& filter : given.all("filter"))
        if (!filter.empty()) search.filters.push_back(std::move(filter));
    const std::size_t start = given.number("start", 0, 0, 1'000'000'000);
    given.reject_others();
    search.start = static_cast<Xapian::doccount>(start);
    search.expand = MEMBERS_OF_A_RESULT;
    search.shows = SearchParameters::Shows::SUMMARIES;
    PageHead head = this->head(search.query.empty() ? "Search" : "Search: " + search.query, "/");
    if (search.query.empty()) head.facts = service_.options_.facts;
    return service_.index_.read([&](const Reader& reader) {
        HtmlWriter to;
        begin_served_page(to, head);
        begin_search_form(to, "/");
        write_input(to, "Words", "q", search.query);
        for (const std::string& filter : search.filters)
            write_input(to, "Filter", "filter", filter);
        end_form(to, "Search");
        if (search.query.empty()) {
            write_collection(to, collection(reader));
            return page_answer(to, head);
        }
        const Schema& schema = reader.index.schema;
        search.facets = facet_names(schema);
        const ShownPage page = descry::search(search, reader.index, reader.state->values);
        to.element("p", {},
                   fmt::format("{} match, {} after collapsing.", counted(page.matches, "document"),
                               counted(page.groups, "result")));
        for (const std::string& note : page.notes)
            to.element("p", {{"class", "small"}}, note);
        const auto address_of = [&search](std::size_t at, const std::string& more) {
            std::string link = address("/", {{"q", search.query}, {"start", number_text(at)}});
            for (const std::string& filter : search.filters)
                if (filter != more) link += "&filter=" + percent_encoded(filter);
            return more.empty() ? link : link + "&filter=" + percent_encoded(more);
        };
        write_facets(to, page, [&](const std::string& filter) { return address_of(0, filter); });
        to.begin("ol", {{"class", "results"}, {"start", std::to_string(start + 1)}});
        for (const ShownResult& result : page.results) {
            to.begin("li");
            write_link(to, one_line(result.summary.empty() ? result.id : result.summary, 160),
                       address("/document", {{"id", result.id}}));
            to.element("span", {{"class", "facts"}, {"dir", "auto"}},
                       " " + one_line(result.id, 120) + fmt::format(" {} %", result.item.percent));
            if (result.item.size > 1) {
                to.begin("details");
                to.element("summary", {},
                           fmt::format("{} more like this", grouped_digits(result.item.size - 1)));
                to.begin("ul");
                for (const ShownMember& member : result.members) {
                    to.begin("li");
                    write_link(to, one_line(member.id, 120),
                               address("/pair", {{"a", result.id}, {"b", member.id}}));
                    to.end();
                }
                to.end();
                write_link(to, "the whole group", address("/group", {{"key", result.item.key}}));
                to.end();
            }
            to.end();
        }
        to.end();
        write_paging(to, start, search.rows, page.groups,
                     [&](std::size_t at) { return address_of(at, {}); });
        return page_answer(to, head);
    });
}

Answer Pages::groups(const Request& request) {
    Parameters given(request);
    const RequestedGroups asked = requested_groups(given);
    const GroupChoice& choice = asked.choice;
    const std::size_t start = given.number("start", 0, 0, 1'000'000'000);
    given.reject_others();
    const PageHead head = this->head("Groups of near-duplicates", "/groups");
    return service_.index_.read([&](const Reader& reader) {
        const OpenIndex& index = reader.index;
        HtmlWriter to;
        begin_served_page(to, head);
        write_form(to, reader, asked);
        const auto chosen = chosen_groups(reader, choice);
        write_counts(to, reader, chosen.size());
        const auto write_pages = [&] {
            write_paging(to, start, GROUPS_A_PAGE, chosen.size(),
                         [&](std::size_t at) { return address_of(asked, at); });
        };
        write_pages();
        TextReader texts(index.db, index.schema);
        WordAnalyzer analyzer{AnalyzerRecipe()};
        begin_groups(to, false);
        RequestedGroups list = asked;
        list.is_given = true;
        for (std::size_t i = start; i < std::min(chosen.size(), start + GROUPS_A_PAGE); ++i) {
            const KeyedGroup& group = *chosen[i];
            const auto farthest = std::ranges::max(group.members, {}, &GroupMember::distance);
            const ReportedText kept =
                shown_document(index, texts, group.head().document, BYTES_OF_A_ROW);
            const ReportedText member =
                shown_document(index, texts, farthest.document, BYTES_OF_A_ROW);
            const FirstDifference first =
                align_texts(analyzer, beginning_of(kept.text, BYTES_OF_A_ROW),
                            beginning_of(member.text, BYTES_OF_A_ROW))
                    .first;
            const std::size_t decided = decided_of(index, group);
            begin_group(to,
                        {kept.title, kept.id, address_of(list, 0, group.key), group.members.size(),
                         farthest.distance, first, kept.date, kept.place, kept.words,
                         decided == 0 ? std::string()
                                      : fmt::format("{} of {} decided", grouped_digits(decided),
                                                    grouped_digits(group.members.size() - 1))},
                        {}, GroupDisplay::ROW);
            to.end();
        }
        to.end();
        write_pages();
        return page_answer(to, head);
    });
}

void Pages::write_counts(HtmlWriter& to, const Reader& reader, std::size_t groups) const {
    to.element("p", {}, counted(groups, "group") + ".");
    if (!service_.takes_decisions()) return;
    reader.state->groups(reader.index);
    const std::uint64_t dropped = reader.state->dropped();
    std::size_t decided = 0;
    {
        const std::lock_guard lock(service_.decisions_mutex_);
        decided = service_.all_decisions().size();
    }
    to.element("p", {},
               fmt::format("{} of {}.", counted(decided, "decision"),
                           counted(dropped, "dropped document")));
}

}  // namespace descry
