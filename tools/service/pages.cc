#include "tools/service/pages.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <descry/documents/stored_data.h>
#include <descry/inspection/explanation.h>
#include <descry/inspection/group_list.h>

#include "analyzers/utf8.h"
#include "engine/report/aligned_texts.h"
#include "engine/report/groups_page.h"
#include "engine/report/html_writer.h"
#include "plugin/documents/fields_of.h"
#include "tools/answers/document_answer.h"
#include "tools/answers/explain_answer.h"
#include "tools/answers/search_answer.h"
#include "tools/messages/printable.h"
#include "tools/output/json_text.h"
#include "tools/output/text.h"
#include "tools/service/group_choice.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;
using Values = std::initializer_list<std::pair<std::string_view, std::string_view>>;

constexpr std::size_t GROUPS_A_PAGE = 50;
constexpr std::size_t MEMBERS_A_PAGE = 100;
constexpr std::size_t PAIRS_A_PAGE = 10;
constexpr std::size_t MEMBERS_OF_A_RESULT = 10;
constexpr std::size_t FACETS = 3;
constexpr std::size_t VALUES_OF_A_FACET = 10;
// In which a first difference is looked for where no texts are shown.
constexpr std::size_t BYTES_OF_A_ROW = 4'000;
constexpr std::size_t BYTES_OF_A_TEXT = 64'000;
constexpr const char* HTML = "text/html; charset=utf-8";

constexpr std::string_view STYLE = R"(
.ask{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:end;margin:1rem 0}
.ask label{display:grid;font-size:.875rem;color:var(--soft)}.ask label.long{flex:1 1 100%}
.ask [name=q]{width:24rem}.ask :is(input,select,textarea){color:var(--text);font-size:1rem;max-width:100%}.ask input[type=number]{width:6rem}
textarea,pre{font:.875rem/1.5 ui-monospace,monospace;width:100%;background:var(--back);border:1px solid var(--line);border-radius:.3rem;padding:.5rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere}
.results>li{margin:.6rem 0;overflow-wrap:anywhere}.results details{max-width:46rem}
.facet{display:inline-block;vertical-align:top;margin-right:.5rem}
.decide{display:flex;flex-wrap:wrap;gap:.4rem;align-items:center;margin:.5rem .8rem}
.members .decide,.results .decide{margin:.2rem 0}
.decide [aria-pressed=true]{border-color:var(--link);font-weight:700}
)";

std::string encoded(std::string_view text) {
    constexpr std::string_view PLAIN =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
    std::string out;
    for (const char byte : text) {
        if (PLAIN.find(byte) != PLAIN.npos) {
            out += byte;
        } else {
            out += fmt::format("%{:02X}", static_cast<unsigned char>(byte));
        }
    }
    return out;
}

// An address of this service; values that are empty are left out.
std::string address(std::string_view path, Values values) {
    std::string out(path);
    char separator = '?';
    for (const auto& [name, value] : values) {
        if (value.empty()) continue;
        out += fmt::format("{}{}={}", std::exchange(separator, '&'), name, encoded(value));
    }
    return out;
}

// The document as it is shown; its id leads to its own page.
ReportedText shown_document(const OpenIndex& index, TextReader& texts, Xapian::docid did,
                            std::size_t most_bytes = BYTES_OF_A_TEXT) {
    const Xapian::Document document = index.db.get_document(did);
    ReportedText shown;
    shown.id = index.id_of(did);
    shown.text = beginning_of(texts.read_as_written(did), 4 * most_bytes);
    shown.is_as_written = texts.source() == WordSource::TEXT;
    shown.fields = shortened(fields_of_data(document.get_data()));
    shown.title = summary_of(document);
    shown.words = index.db.get_doclength(did);
    complete(shown);
    shown.link = address("/document", {{"id", shown.id}});
    return shown;
}

void write_input(HtmlWriter& to, std::string_view label, std::string_view name,
                 std::string_view value, std::string_view type = "search") {
    to.begin("label");
    to.text(label);
    to.element("input", {{"name", name}, {"type", type}, {"value", value}});
    to.end();
}

void begin_search_form(HtmlWriter& to, std::string_view action) {
    to.begin("form", {{"class", "ask"}, {"action", action}, {"role", "search"}});
}

void end_form(HtmlWriter& to, std::string_view button) {
    to.element("button", {}, button);
    to.end();
}

// Links to the pages before and after.
template <typename Address>
void write_paging(HtmlWriter& to, std::size_t start, std::size_t rows, std::size_t all,
                  const Address& address_of) {
    if (all <= rows && start == 0) return;
    to.begin("p", {{"class", "paging"}});
    to.text(fmt::format("{} to {} of {} ", grouped_digits(std::min(start + 1, all)),
                        grouped_digits(std::min(start + rows, all)), grouped_digits(all)));
    if (start > 0) {
        write_link(to, "previous", address_of(start > rows ? start - rows : 0));
        to.text(" ");
    }
    if (start + rows < all) write_link(to, "next", address_of(start + rows));
    to.end();
}

Answer page_answer(HtmlWriter& to, const PageHead& head) {
    return {200, HTML, end_page(to, head)};
}

std::string number_text(std::size_t number) {
    return number == 0 ? std::string() : std::to_string(number);
}

Xapian::docid known_document(const OpenIndex& index, const std::string& id) {
    const Xapian::docid did = find_document(index.db, id, index.schema.id_prefix);
    if (did == 0) throw RequestError(404, fmt::format("no such document: {}", printable(id)));
    return did;
}

// What is counted beside a search: the first fields of the index that hold texts.
std::vector<std::string> facet_names(const Schema& schema) {
    std::vector<std::string> names;
    for (const ValueField& field : schema.fields.values)
        if (field.type == ValueType::STRING && names.size() < FACETS) names.push_back(field.name);
    return names;
}

void write_facets(HtmlWriter& to, const Schema& schema, const ShownPage& page,
                  const std::string& filter) {
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
            // What a filter can find again: a field that is searched as well.
            const bool is_searched = schema.fields.text_field(facet.name) != nullptr &&
                                     value.find('"') == std::string::npos;
            const std::string narrowed = fmt::format("{}:\"{}\"", facet.name, value);
            write_link(to, one_line(value, 60),
                       is_searched && narrowed != filter
                           ? address("/", {{"q", page.query}, {"filter", narrowed}})
                           : std::string());
            to.text(" " + grouped_digits(values[i].count));
            to.end();
        }
        if (values.size() > VALUES_OF_A_FACET)
            to.element("li", {}, counted(values.size() - VALUES_OF_A_FACET, "more value"));
        to.end();
        to.end();
    }
}

// A pair with its texts, each read here.
void write_texts(HtmlWriter& to, WordAnalyzer& analyzer, const PairView& pair) {
    write_pair(to, pair, align_texts(analyzer, pair.kept.text, pair.dropped.text, BYTES_OF_A_TEXT),
               {BYTES_OF_A_TEXT, BYTES_OF_A_TEXT});
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
    const std::string& path = request.path;
    if (path == "/decide") return decide(request);
    if (path == "/text") return text(request);
    if (request.method != "GET") throw RequestError(405, "pages are read with GET");
    if (path == "/favicon.ico") return {204, HTML, {}};
    if (path == "/") return front(request);
    if (path == "/groups") return groups(request);
    if (path == "/group") return group(request);
    if (path == "/pair") return pair(request);
    if (path == "/document") return document(request);
    if (path == "/decisions") return decisions(request);
    throw RequestError(404, "There is no such page.");
}

std::string Pages::failure(unsigned status, const std::string& message) {
    HtmlWriter to;
    const PageHead head{fmt::format("{} - descry", status),
                        "This cannot be shown",
                        {},
                        {{"Search", "/", false}, {"Groups", "/groups", false}},
                        true};
    begin_page(to, head, STYLE);
    to.element("p", {}, message);
    return end_page(to, head);
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

// The search, and before it is used what there is to search.
Answer Pages::front(const Request& request) {
    Parameters given(request);
    SearchParameters search;
    search.query = given.text("q");
    const std::string filter = given.text("filter");
    if (!filter.empty()) search.filters = {filter};
    const std::size_t start = given.number("start", 0, 0, 1'000'000'000);
    given.refuse_others();
    search.start = static_cast<Xapian::doccount>(start);
    search.expand = MEMBERS_OF_A_RESULT;
    search.shows = SearchParameters::Shows::SUMMARIES;
    HtmlWriter to;
    PageHead head = this->head(search.query.empty() ? "Search" : "Search: " + search.query, "/");
    if (search.query.empty()) head.facts = service_.options_.facts;
    begin_page(to, head, STYLE);
    begin_search_form(to, "/");
    write_input(to, "Words", "q", search.query);
    if (!filter.empty()) write_input(to, "Filter", "filter", filter);
    end_form(to, "Search");
    service_.index_.read([&](const Reader& reader) {
        if (search.query.empty()) return write_collection(to, collection(reader));
        const Schema& schema = reader.index.schema;
        search.facets = facet_names(schema);
        const ShownPage page = descry::search(search, reader.index, reader.state->values);
        to.element("p", {},
                   fmt::format("{} match, {} after collapsing.", counted(page.matches, "document"),
                               counted(page.groups, "result")));
        for (const std::string& note : page.notes)
            to.element("p", {{"class", "small"}}, note);
        write_facets(to, schema, page, filter);
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
        write_paging(to, start, search.rows, page.groups, [&](std::size_t at) {
            return address("/",
                           {{"q", search.query}, {"filter", filter}, {"start", number_text(at)}});
        });
    });
    return page_answer(to, head);
}

Answer Pages::groups(const Request& request) {
    Parameters given(request);
    GroupChoice choice;
    choice.sort = given.text("sort", choice.sort);
    choice.query = given.text("q");
    choice.place = given.text("place");
    const std::uint64_t from = given.number("from", 0, 0, 100);
    const std::uint64_t to_percent = given.number("to", 100, 0, 100);
    const std::size_t start = given.number("start", 0, 0, 1'000'000'000);
    given.refuse_others();
    choice.least = static_cast<double>(from) / 100;
    choice.most = static_cast<double>(to_percent) / 100;
    HtmlWriter to;
    const PageHead head = this->head("Groups of near-duplicates", "/groups");
    begin_page(to, head, STYLE);
    begin_search_form(to, "/groups");
    write_input(to, "Words", "q", choice.query);
    write_input(to, "Id begins", "place", choice.place);
    write_input(to, "Similarity from, %", "from", number_text(from), "number");
    write_input(to, "to, %", "to", to_percent == 100 ? "" : std::to_string(to_percent), "number");
    to.begin("label");
    to.text("Order");
    to.begin("select", {{"name", "sort"}});
    for (const auto& [name, label] :
         {std::pair("least-alike", "least alike first"), std::pair("size", "largest first"),
          std::pair("newest", "newest first"), std::pair("place", "by id"),
          std::pair("docid", "in the order of the index")}) {
        to.element(
            "option",
            {{"value", name}, {"selected", choice.sort == name ? "selected" : std::string_view()}},
            label);
    }
    to.end();
    to.end();
    end_form(to, "Show");
    service_.index_.read([&](const Reader& reader) {
        const OpenIndex& index = reader.index;
        const auto chosen = chosen_groups(reader, choice);
        to.element("p", {}, counted(chosen.size(), "group") + ".");
        TextReader texts(index.db, index.schema);
        WordAnalyzer analyzer{AnalyzerRecipe()};
        begin_groups(to, false);
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
            begin_group(
                to,
                {kept.title, kept.id, address("/group", {{"key", group.key}}), group.members.size(),
                 farthest.distance, first, kept.date, kept.place, kept.words},
                {}, GroupLook::ROW);
            to.end();
        }
        to.end();
        write_paging(to, start, GROUPS_A_PAGE, chosen.size(), [&](std::size_t at) {
            return address("/groups", {{"sort", choice.sort},
                                       {"q", choice.query},
                                       {"place", choice.place},
                                       {"from", number_text(from)},
                                       {"to", to_percent == 100 ? "" : std::to_string(to_percent)},
                                       {"start", number_text(at)}});
        });
    });
    return page_answer(to, head);
}

Answer Pages::group(const Request& request) {
    Parameters given(request);
    const std::string key = given.required("key");
    const std::size_t start = given.number("start", 0, 0, 1'000'000'000);
    given.refuse_others();
    HtmlWriter to;
    const PageHead head = this->head("A group", {});
    begin_page(to, head, STYLE);
    service_.index_.read([&](const Reader& reader) {
        const OpenIndex& index = reader.index;
        const auto group = list_group(index.db, index.schema, key);
        if (!group || group->members.size() < 2) throw RequestError(404, "There is no such group.");
        std::vector<GroupMember> members(group->members.begin() + 1, group->members.end());
        std::ranges::stable_sort(members, std::ranges::greater(), &GroupMember::distance);
        TextReader texts(index.db, index.schema);
        WordAnalyzer analyzer{AnalyzerRecipe()};
        const ReportedText kept = shown_document(index, texts, group->head().document);
        const std::string back = address("/group", {{"key", key}, {"start", number_text(start)}});
        const std::size_t begin = std::min(start, members.size());
        const std::size_t end = std::min(begin + MEMBERS_A_PAGE, members.size());
        std::vector<ReportedText> shown;
        std::vector<MemberView> views = {{kept, true}};
        shown.reserve(end - begin);
        for (std::size_t i = begin; i < end; ++i) {
            shown.push_back(shown_document(index, texts, members[i].document));
            const bool has_pair = i - begin < PAIRS_A_PAGE;
            const std::string anchor = fmt::format("pair-{}", i - begin + 1);
            views.push_back(
                {shown.back(), false, members[i].distance, Relation::NEAR,
                 has_pair ? anchor : std::string(),
                 has_pair ? ViewHook() : decision_form(shown.back().id, kept.id, back)});
        }
        to.element("p", {},
                   fmt::format("{}; the least similar first.",
                               counted(group->members.size(), "document")));
        write_members(to, views);
        write_paging(to, begin, MEMBERS_A_PAGE, members.size(), [&](std::size_t at) {
            return address("/group", {{"key", key}, {"start", number_text(at)}});
        });
        for (std::size_t i = 0; i < std::min(shown.size(), PAIRS_A_PAGE); ++i) {
            const std::string anchor = fmt::format("pair-{}", i + 1);
            write_texts(to, analyzer,
                        {kept, shown[i], members[begin + i].distance, Relation::NEAR, anchor, true,
                         decision_form(shown[i].id, kept.id, back + "#" + anchor)});
        }
    });
    return page_answer(to, head);
}

Answer Pages::pair(const Request& request) {
    Parameters given(request);
    const std::string a = given.required("a");
    const std::string b = given.required("b");
    given.refuse_others();
    HtmlWriter to;
    const PageHead head = this->head("Two documents", {});
    begin_page(to, head, STYLE);
    service_.index_.read([&](const Reader& reader) {
        const OpenIndex& index = reader.index;
        if (!reader.state->model)
            throw RequestError(409, "The index has no groups; run descry annotate.");
        TextReader texts(index.db, index.schema);
        WordAnalyzer analyzer{AnalyzerRecipe()};
        const Xapian::docid did_a = known_document(index, a);
        const Xapian::docid did_b = known_document(index, b);
        const Explanation why = explain(index.db, index.schema, *reader.state->model, did_a, did_b);
        const DecisionText decision = decision_of(index, why);
        to.element(
            "p", {},
            fmt::format("{}: {}.", is_one_group(why.decision) ? "One group" : "Not one group",
                        decision.reason));
        to.element("p", {}, decision.advice + ".");
        // The head of a group is what is kept of it.
        const bool is_b_kept = why.b.head == why.b.did && why.b.head != 0;
        const ReportedText kept = shown_document(index, texts, is_b_kept ? did_b : did_a);
        const ReportedText dropped = shown_document(index, texts, is_b_kept ? did_a : did_b);
        write_texts(to, analyzer,
                    {kept, dropped, why.distance, Relation::NEAR, "pair-1", true,
                     decision_form(dropped.id, kept.id, address("/pair", {{"a", a}, {"b", b}}))});
    });
    return page_answer(to, head);
}

Answer Pages::document(const Request& request) {
    Parameters given(request);
    const std::string id = given.required("id");
    given.refuse_others();
    HtmlWriter to;
    const PageHead head = this->head("A document", {});
    begin_page(to, head, STYLE);
    service_.index_.read([&](const Reader& reader) {
        const OpenIndex& index = reader.index;
        const ShownDocument shown = read_document(index, known_document(index, id));
        PageFacts facts = {{"Id", shown.id}, {"Words", grouped_digits(shown.words)}};
        if (shown.group) {
            facts.emplace_back("Group of", counted(shown.group->members.size(), "document"));
            facts.emplace_back("Kept", shown.head);
        }
        const Json fields = object_of(shown.stored.fields);
        for (const auto& [name, value] : fields.items())
            facts.emplace_back(name, plain_text(value));
        write_facts(to, facts);
        to.begin("p");
        if (shown.group) {
            write_link(to, "its group", address("/group", {{"key", shown.group->key}}));
            to.text(" ");
        }
        if (shown.group && shown.head != shown.id) {
            write_link(to, "compared with the kept one",
                       address("/pair", {{"a", shown.head}, {"b", shown.id}}));
            to.text(" ");
        }
        const auto url = fields.find("url");
        if (url != fields.end() && url->is_string() &&
            url->get_ref<const std::string&>().find("://") != std::string::npos)
            write_link(to, "open it", url->get_ref<const std::string&>());
        to.end();
        TextReader texts(index.db, index.schema);
        const std::string text = texts.read_as_written(shown.did);
        to.element("pre", {{"dir", "auto"}, {"tabindex", "0"}},
                   beginning_of(text, 10 * BYTES_OF_A_TEXT));
        if (text.size() > 10 * BYTES_OF_A_TEXT)
            to.element("p", {{"class", "small"}}, "The text goes on.");
    });
    return page_answer(to, head);
}

// A form of the type text/plain: "text=", what was typed, and a line end.
Answer Pages::text(const Request& request) {
    constexpr std::string_view NAME = "text=";
    Parameters(request).refuse_others();
    std::string asked = request.body;
    if (asked.starts_with(NAME)) asked.erase(0, NAME.size());
    asked.erase(asked.find_last_not_of(" \t\r\n") + 1);
    if (!is_valid_utf8(asked)) throw RequestError(400, "The text is not in UTF-8.");
    HtmlWriter to;
    const PageHead head = this->head("Compare a text", "/text");
    begin_page(to, head, STYLE);
    to.begin(
        "form",
        {{"class", "ask"}, {"method", "post"}, {"action", "/text"}, {"enctype", "text/plain"}});
    to.begin("label", {{"class", "long"}});
    to.text("Is this text there already?");
    to.element("textarea", {{"name", "text"}, {"rows", "8"}, {"dir", "auto"}}, asked);
    to.end();
    end_form(to, "Compare");
    if (!asked.empty()) {
        InputDocument document;
        document.text = asked;
        FindOptions options;
        options.inside = true;
        Json found;
        service_.index_.find(options, 0, [&](DocumentFinder& finder) {
            bool is_any = false;
            found = finder.find(document, is_any);
            if (!is_any)
                to.element("p", {}, "No document is near to it, or inside it, or holds it.");
        });
        service_.index_.read([&](const Reader& reader) {
            TextReader texts(reader.index.db, reader.index.schema);
            WordAnalyzer analyzer{AnalyzerRecipe()};
            ReportedText own{"the text above", asked};
            complete(own);
            std::size_t number = 0;
            for (const auto& [list, relation, heading] :
                 {std::tuple("near", Relation::NEAR, "Near-duplicates"),
                  std::tuple("inside", Relation::INSIDE, "It stands inside"),
                  std::tuple("holds", Relation::HOLDS, "It holds")}) {
                if (found[list].empty()) continue;
                to.element("h2", {}, heading);
                for (const Json& other : found[list]) {
                    const auto did = other["docid"].get<Xapian::docid>();
                    const double alike =
                        other[relation == Relation::NEAR ? "similarity" : "share"].get<double>();
                    const ReportedText kept = shown_document(reader.index, texts, did);
                    write_texts(to, analyzer,
                                {kept, own, distance_from(1 - alike), relation,
                                 fmt::format("pair-{}", ++number), number <= 3});
                }
            }
        });
    }
    return page_answer(to, head);
}

Answer Pages::decisions(const Request& request) {
    Parameters(request).refuse_others();
    if (!service_.takes_decisions()) throw RequestError(404, "No decisions are taken here.");
    HtmlWriter to;
    const PageHead head = this->head("Decisions", "/decisions");
    begin_page(to, head, STYLE);
    std::vector<std::pair<Decisions::Pair, Decision>> all;
    {
        const std::lock_guard lock(service_.decisions_mutex_);
        all.assign(service_.decisions_.all().begin(), service_.decisions_.all().end());
    }
    constexpr std::size_t MOST_SHOWN = 500;
    const auto drops =
        std::ranges::count(all, Decision::DROP, &std::pair<Decisions::Pair, Decision>::second);
    to.element("p", {},
               fmt::format("{}: {} to drop, {} to keep both.", counted(all.size(), "decision"),
                           grouped_digits(static_cast<std::uint64_t>(drops)),
                           grouped_digits(all.size() - static_cast<std::size_t>(drops))));
    to.begin("p");
    write_link(to, "the file", "/v1/decisions?format=tsv");
    to.text(" To apply them: ");
    const std::string command = fmt::format("{} {} --decisions {}", service_.options_.next_command,
                                            fmt::join(service_.options_.inputs, " "),
                                            as_argument(service_.options_.decisions));
    to.element("code", {}, command);
    to.text("; to drop only what was confirmed, add ");
    to.element("code", {}, "--only-confirmed");
    to.end();
    to.begin("ul", {{"class", "results"}});
    for (std::size_t i = 0; i < std::min(all.size(), MOST_SHOWN); ++i) {
        const auto& [pair, decision] = all[i];
        to.begin("li");
        to.text(decision == Decision::DROP ? "Drop " : "Keep both: ");
        write_link(to, one_line(pair.first, 120),
                   address("/pair", {{"a", pair.second}, {"b", pair.first}}));
        to.text(decision == Decision::DROP ? " for " : " and ");
        to.element("span", {{"dir", "auto"}}, one_line(pair.second, 120));
        decision_form(pair.first, pair.second, "/decisions")(to);
        to.end();
    }
    to.end();
    if (all.size() > MOST_SHOWN)
        to.element("p", {}, counted(all.size() - MOST_SHOWN, "more decision") + " in the file.");
    return page_answer(to, head);
}

ViewHook Pages::decision_form(const std::string& id, const std::string& kept,
                              const std::string& back) const {
    if (!service_.takes_decisions()) return {};
    return [this, id, kept, back](HtmlWriter& to) {
        const std::string now = service_.decision_of(id, kept);
        to.begin("form", {{"class", "decide"}, {"method", "post"}});
        for (const auto& [decision, label, key] :
             {std::tuple("keep", "Keep both", "b"), std::tuple("swap", "Swap", "s"),
              std::tuple("drop", "Drop", "d"), std::tuple("undo", "Undo", "u")}) {
            to.element(
                "button",
                {{"formaction", address("/decide", {{"id", id},
                                                    {"kept", kept},
                                                    {"decision", decision},
                                                    {"back", back},
                                                    {"token", service_.options_.page_token}})},
                 {"data-key", key},
                 {"title", fmt::format("Key: {}", key)},
                 {"aria-pressed", now == decision ? "true" : "false"}},
                label);
        }
        to.element("output", {}, now.empty() ? "Not decided" : "Decided: " + now);
        to.end();
    };
}

Answer Pages::decide(const Request& request) {
    if (request.method != "POST") throw RequestError(405, "decisions are taken with POST");
    Parameters given(request);
    const std::string id = given.required("id");
    const std::string kept = given.required("kept");
    const std::string decision = given.required("decision");
    const std::string back = given.text("back", "/decisions");
    given.refuse_others();
    if (!back.starts_with('/') || back.starts_with("//") || back.starts_with("/\\") ||
        back.find_first_of("\r\n") != back.npos)
        throw RequestError(400, "back is no page of this service");
    service_.decide(request, id, kept, decision);
    return {303, "text/plain; charset=utf-8", service_.decision_of(id, kept), back};
}

}  // namespace descry
