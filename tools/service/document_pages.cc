#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <descry/inspection/explanation.h>
#include <descry/inspection/group_list.h>

#include "analyzers/utf8.h"
#include "engine/report/aligned_texts.h"
#include "engine/report/text_tokens.h"
#include "tools/answers/document_answer.h"
#include "tools/answers/explain_answer.h"
#include "tools/output/json_text.h"
#include "tools/output/text.h"
#include "tools/service/page_parts.h"
#include "tools/service/pages.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t MEMBERS_A_PAGE = 20;

// The group's place in the list it was opened from.
void write_place_in_list(HtmlWriter& to, const SharedIndex::Reader& reader,
                         const RequestedGroups& asked, const std::string& key) {
    if (!asked.is_given) return;
    const auto list = chosen_groups(reader, asked.choice);
    const auto found = std::ranges::find(list, key, &KeyedGroup::key);
    if (found == list.end()) return;
    const auto at = static_cast<std::size_t>(found - list.begin());
    to.begin("p", {{"class", "paging"}});
    to.text(fmt::format("Group {} of {} ", grouped_digits(at + 1), grouped_digits(list.size())));
    if (at > 0) {
        write_link(to, "previous group", address_of(asked, 0, list[at - 1]->key));
        to.text(" ");
    }
    if (at + 1 < list.size()) {
        write_link(to, "next group", address_of(asked, 0, list[at + 1]->key));
        to.text(" ");
    }
    write_link(to, "the list", address_of(asked, at / GROUPS_A_PAGE * GROUPS_A_PAGE));
    to.end();
}

}  // namespace

Answer Pages::group(const Request& request) {
    Parameters given(request);
    const std::string key = given.required("key");
    const std::size_t start = given.number("start", 0, 0, 1'000'000'000);
    const RequestedGroups asked = requested_groups(given);
    given.reject_others();
    return service_.index_.read([&](const Reader& reader) {
        const OpenIndex& index = reader.index;
        const auto group = list_group(index.db, index.schema, key);
        if (!group || group->members.size() < 2)
            throw RequestError(404, "This group does not exist.");
        std::vector<GroupMember> members(group->members.begin() + 1, group->members.end());
        std::ranges::stable_sort(members, std::ranges::greater(), &GroupMember::distance);
        TextReader texts(index.db, index.schema);
        WordAnalyzer analyzer{AnalyzerRecipe()};
        const ReportedText kept = shown_document(index, texts, group->head().document);
        const PageHead head = this->head(heading_of(kept), {});
        HtmlWriter to;
        begin_served_page(to, head);
        const std::string back = address_of(asked, start, key);
        const std::size_t begin = std::min(start, members.size());
        const std::size_t end = std::min(begin + MEMBERS_A_PAGE, members.size());
        const auto anchor_of = [](std::size_t i) { return fmt::format("pair-{}", i + 1); };
        std::vector<ReportedText> shown;
        std::vector<MemberView> views = {{kept, true}};
        shown.reserve(end - begin);
        for (std::size_t i = begin; i < end; ++i) {
            shown.push_back(shown_document(index, texts, members[i].document));
            views.push_back(
                {shown.back(), false, members[i].distance, Relation::NEAR, anchor_of(i - begin)});
        }
        write_place_in_list(to, reader, asked, key);
        const std::size_t decided = decided_of(index, *group);
        to.element(
            "p", {},
            fmt::format("{}: 1 kept, {} {}{}; the least similar first.",
                        counted(group->members.size(), "document"),
                        grouped_digits(members.size() - decided),
                        service_.takes_decisions() ? "to decide" : "dropped",
                        decided == 0 ? std::string()
                                     : fmt::format(", {} decided", grouped_digits(decided))));
        const auto write_pages = [&] {
            write_paging(to, begin, MEMBERS_A_PAGE, members.size(),
                         [&](std::size_t at) { return address_of(asked, at, key); });
        };
        write_pages();
        write_members(to, views);
        write_keys(to);
        for (std::size_t i = 0; i < shown.size(); ++i) {
            write_texts(to, analyzer,
                        {kept, shown[i], members[begin + i].distance, Relation::NEAR, anchor_of(i),
                         true, decision_form(shown[i].id, kept.id, back + "#" + anchor_of(i))});
        }
        write_pages();
        return page_answer(to, head);
    });
}

Answer Pages::pair(const Request& request) {
    Parameters given(request);
    const std::string a = given.required("a");
    const std::string b = given.required("b");
    given.reject_others();
    return service_.index_.read([&](const Reader& reader) {
        const OpenIndex& index = reader.index;
        TextReader texts(index.db, index.schema);
        WordAnalyzer analyzer{AnalyzerRecipe()};
        const Xapian::docid did_a = known_document(index, a);
        const Xapian::docid did_b = known_document(index, b);
        const Explanation why =
            explain(index.db, index.schema, reader.state->known_model(), did_a, did_b);
        const DecisionText decision = decision_of(index, why);
        // The head is the kept document of a group.
        const bool is_b_kept = why.b.head == why.b.did && why.b.head != 0;
        const ReportedText kept = shown_document(index, texts, is_b_kept ? did_b : did_a);
        const ReportedText dropped = shown_document(index, texts, is_b_kept ? did_a : did_b);
        const PageHead head = this->head(heading_of(kept), {});
        HtmlWriter to;
        begin_served_page(to, head);
        to.element(
            "p", {},
            fmt::format("{}: {}.", is_one_group(why.decision) ? "One group" : "Not one group",
                        decision.reason));
        to.element("p", {}, decision.advice + ".");
        write_keys(to);
        write_texts(to, analyzer,
                    {kept, dropped, why.distance, Relation::NEAR, "pair-1", true,
                     decision_form(dropped.id, kept.id, address("/pair", {{"a", a}, {"b", b}}))});
        return page_answer(to, head);
    });
}

Answer Pages::document(const Request& request) {
    Parameters given(request);
    const std::string id = given.required("id");
    given.reject_others();
    return service_.index_.read([&](const Reader& reader) {
        const OpenIndex& index = reader.index;
        const ShownDocument shown = read_document(index, known_document(index, id));
        TextReader texts(index.db, index.schema);
        const std::string text = texts.read_as_written(shown.did);
        const PageHead head =
            this->head(heading_of(shown_document(index, texts, shown.did, BYTES_OF_A_ROW)), {});
        HtmlWriter to;
        begin_served_page(to, head);
        PageFacts facts = {{"Id", shown.id}, {"Words", grouped_digits(count_tokens(text))}};
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
        to.element("pre", {{"dir", "auto"}, {"tabindex", "0"}},
                   beginning_of(text, 10 * BYTES_OF_A_TEXT));
        if (text.size() > 10 * BYTES_OF_A_TEXT)
            to.element("p", {{"class", "small"}}, "The rest of the text is not shown.");
        return page_answer(to, head);
    });
}

// A form of type text/plain: "text=", the typed text, and a line end.
Answer Pages::text(const Request& request) {
    constexpr std::string_view NAME = "text=";
    Parameters(request).reject_others();
    // Forms end lines with CR LF.
    std::string asked = boost::replace_all_copy(request.body, "\r\n", "\n");
    if (asked.starts_with(NAME)) asked.erase(0, NAME.size());
    asked.erase(asked.find_last_not_of(" \t\r\n") + 1);
    if (!is_valid_utf8(asked)) throw RequestError(400, "The text is not in UTF-8.");
    HtmlWriter to;
    const PageHead head = this->head("Compare a text", "/text");
    begin_served_page(to, head);
    to.begin(
        "form",
        {{"class", "ask"}, {"method", "post"}, {"action", "/text"}, {"enctype", "text/plain"}});
    to.begin("label", {{"class", "long"}});
    to.text("Is this text in the collection already?");
    to.element("textarea", {{"name", "text"}, {"rows", "8"}, {"dir", "auto"}}, asked);
    to.end();
    end_form(to, "Compare");
    if (!asked.empty()) {
        InputDocument document;
        document.text = asked;
        FindOptions options;
        options.inside = true;
        const Json found = service_.index_.find(document, options, 0);
        if (!DocumentFinder::is_any(found))
            to.element("p", {}, "No document is near the text, stands inside it, or holds it.");
        to.append(service_.index_.read([&](const Reader& reader) {
            HtmlWriter pairs = HtmlWriter::part();
            TextReader texts(reader.index.db, reader.index.schema);
            WordAnalyzer analyzer{AnalyzerRecipe()};
            ReportedText own{{}, asked};
            complete(own);
            std::size_t number = 0;
            for (const auto& [list, relation, heading] :
                 {std::tuple("near", Relation::NEAR, "Near-duplicates"),
                  std::tuple("inside", Relation::INSIDE, "It stands inside"),
                  std::tuple("holds", Relation::HOLDS, "It holds")}) {
                if (found[list].empty()) continue;
                pairs.element("h2", {}, heading);
                for (const Json& other : found[list]) {
                    const auto did = other["docid"].get<Xapian::docid>();
                    const double alike =
                        other[relation == Relation::NEAR ? "similarity" : "share"].get<double>();
                    const ReportedText kept = shown_document(reader.index, texts, did);
                    write_texts(pairs, analyzer,
                                {kept,
                                 own,
                                 distance_from(1 - alike),
                                 relation,
                                 fmt::format("pair-{}", ++number),
                                 number <= 3,
                                 {},
                                 true});
                }
            }
            return pairs;
        }));
    }
    return page_answer(to, head);
}

}  // namespace descry
