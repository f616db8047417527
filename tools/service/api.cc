#include <algorithm>
#include <array>
#include <limits>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include <descry/documents/stored_data.h>
#include <descry/inspection/group_list.h>
#include <descry/schema/document_id.h>

#include "tools/answers/document_answer.h"
#include "tools/answers/explain_answer.h"
#include "tools/answers/search_answer.h"
#include "tools/answers/similar_answer.h"
#include "tools/messages/printable.h"
#include "tools/output/group_lines.h"
#include "tools/output/json_text.h"
#include "tools/output/text.h"
#include "tools/service/group_choice.h"
#include "tools/service/openapi.h"
#include "tools/service/page_parts.h"
#include "tools/service/service.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t MOST_ROWS = 1000;
constexpr std::uint64_t MOST_START = std::numeric_limits<Xapian::doccount>::max() - MOST_ROWS;

template <typename Value>
Value member_of(const Json& body, const char* name, const Value& otherwise) {
    const auto found = body.find(name);
    if (found == body.end() || found->is_null()) return otherwise;
    try {
        return found->get<Value>();
    } catch (const nlohmann::json::exception&) {
        throw RequestError(400, fmt::format("{} has the wrong type", name));
    }
}

std::uint64_t number_of_member(const Json& body, const char* name, std::uint64_t otherwise) {
    const auto found = body.find(name);
    if (found == body.end() || found->is_null()) return otherwise;
    const Json number = whole_number(*found);
    if (number.is_number_unsigned() && number.get<std::uint64_t>() <= MOST_ROWS)
        return number.get<std::uint64_t>();
    throw RequestError(400, fmt::format("{} is not a number from 0 to {}", name, MOST_ROWS));
}

Json body_of(const Request& request, const std::set<std::string>& names) {
    Json body = Json::parse(request.body, nullptr, false);
    if (!body.is_object()) throw RequestError(400, "the body is not a JSON object");
    for (const auto& [name, value] : body.items())
        if (!names.contains(name)) throw RequestError(400, fmt::format("unknown field {}", name));
    return body;
}

SearchParameters search_parameters(Parameters& given) {
    SearchParameters search;
    search.query = given.text("q", "*");
    search.filters = given.all("filter");
    search.collapse = given.text("collapse", search.collapse);
    search.head = given.text("head");
    search.null_policy = given.text("null_policy", search.null_policy);
    search.sort = given.text("sort");
    search.rows = static_cast<Xapian::doccount>(given.number("rows", 10, 0, MOST_ROWS));
    search.start = static_cast<Xapian::doccount>(given.number("start", 0, 0, MOST_START));
    search.expand = static_cast<Xapian::doccount>(given.number("expand", 0, 0, MOST_ROWS));
    search.expand_sort = given.text("expand_sort");
    search.expand_query = given.text("expand_query");
    search.expand_filters = given.all("expand_filter");
    search.group_limit = static_cast<Xapian::doccount>(given.number("group", 0, 0, MOST_ROWS));
    search.facets = given.all("facets", true);
    search.facet_over = given.text("facet_over", search.facet_over);
    given.reject_others();
    if (search.group_limit > 0 && !search.head.empty())
        throw RequestError(400, "head and group cannot be combined");
    return search;
}

Json json_of_group(const OpenIndex& index, const KeyedGroup& group, std::size_t start,
                   std::size_t members) {
    GroupLine line(group.key, group.members.size());
    const std::size_t end = std::min(group.members.size(), start + members);
    for (std::size_t i = std::min(start, end); i < end; ++i) {
        const GroupMember& member = group.members[i];
        const auto did = static_cast<Xapian::docid>(member.document);
        line.add({did, index.id_of(did), member.distance,
                  printable(summary_of(index.db.get_document(did, Xapian::DOC_ASSUME_VALID))),
                  std::nullopt});
    }
    return Json::parse(line.finish());
}

}  // namespace

std::optional<Answer> Service::route_api(const Request& request) {
    const std::string& path = request.path;
    if (path == "/v1/search") return search(request);
    if (path == "/v1/similar") return similar(request);
    if (path == "/v1/groups") return groups(request);
    if (path == "/v1/explain") return explain(request);
    if (path == "/v1/decisions") return decisions(request);
    if (path.starts_with("/v1/documents/")) return document(request);
    if (path == "/v1/documents") require(request, "POST");
    if (path == "/v1/openapi.json") {
        require(request, "GET");
        Parameters(request).reject_others();
        return Answer{200, "application/json", OPENAPI};
    }
    if (path.starts_with("/v1")) throw RequestError(404, "no such address; see /v1/openapi.json");
    return std::nullopt;
}

Answer Service::search(const Request& request) {
    require(request, "GET");
    Parameters given(request);
    const SearchParameters parameters = search_parameters(given);
    return index_.read([&](const SharedIndex::Reader& reader) {
        const ShownPage page = descry::search(parameters, reader.index, reader.state->values);
        Json out = json_of(page);
        if (!page.notes.empty()) out["notes"] = page.notes;
        return json_answer(out);
    });
}

Answer Service::similar(const Request& request) {
    require(request, "GET, POST");
    Parameters given(request);
    FindOptions options;
    options.inside = true;
    InputDocument asked;
    std::string id;
    std::size_t differences = 0;
    double share = share_of(FindOptions::DEFAULT_SHARE);
    if (request.method == "POST") {
        const Json body =
            body_of(request, {"id", "text", "fields", "rows", "share", "differences"});
        id = member_of(body, "id", std::string());
        asked.text = member_of(body, "text", std::string());
        options.rows = number_of_member(body, "rows", 10);
        share = member_of(body, "share", share);
        differences = number_of_member(body, "differences", 0);
        const auto fields = body.find("fields");
        if (fields != body.end() && !fields->is_object())
            throw RequestError(400, "fields is not an object");
        if (fields != body.end())
            for (const auto& [name, value] : fields->items())
                asked.add_field(name, plain_text(value));
    } else {
        id = given.text("id");
        asked.text = given.text("text");
        options.rows = given.number("rows", 10, 0, MOST_ROWS);
        share = given.share("share", share);
        differences = given.number("differences", 0, 0, MOST_ROWS);
    }
    given.reject_others();
    if (id.empty() == asked.text.empty()) throw RequestError(400, "either id or text is needed");
    if (!(share >= 0 && share <= 1)) throw RequestError(400, "share is not a number from 0 to 1");
    options.share = distance_from(share);
    if (!asked.text.empty()) {
        Json out = index_.find(asked, options, differences);
        out.erase("id");
        return json_answer(out);
    }
    return index_.read([&](const SharedIndex::Reader& reader) {
        const Xapian::docid did = known_document(reader.index, id);
        Json out = {{"id", reader.index.id_of(did)},
                    {"near", Json::array()},
                    {"inside", Json::array()},
                    {"holds", Json::array()}};
        for (const ShownSimilar& other :
             similar_to(reader.index, reader.state->known_model(), did, 0, options.rows))
            out["near"].push_back(json_of(other));
        for (const ShownInside& other :
             inside_of(reader.index, did, options.share, 0, options.rows)) {
            const DocumentInside& found = other.found;
            const bool is_inside = found.of_asked > found.of_other;
            out[is_inside ? "inside" : "holds"].push_back(
                {{"docid", found.did},
                 {"id", other.id},
                 {"share", rounded(share_of(found.greater()))},
                 {"title", other.title}});
        }
        return json_answer(out);
    });
}

Answer Service::groups(const Request& request) {
    require(request, "GET");
    Parameters given(request);
    GroupChoice choice;
    const std::string key = given.text("key");
    const std::string id = given.text("id");
    choice.sort = given.text("sort", choice.sort);
    choice.query = given.text("q");
    choice.place = given.text("place");
    choice.least = given.share("least", 0);
    choice.most = given.share("most", 1);
    const std::size_t rows = given.number("rows", 10, 0, MOST_ROWS);
    const std::size_t start = given.number("start", 0, 0, MOST_START);
    const std::size_t members = given.number("members", 10, 0, MOST_ROWS);
    given.reject_others();
    if (!key.empty() && !id.empty()) throw RequestError(400, "key and id cannot be combined");
    return index_.read([&](const SharedIndex::Reader& reader) {
        const OpenIndex& index = reader.index;
        if (!key.empty() || !id.empty()) {
            const auto group =
                list_group(index.db, index.schema,
                           key.empty() ? index.db.get_document(known_document(index, id))
                                             .get_value(index.schema.slot(Slot::GROUP))
                                       : key);
            if (!group) throw RequestError(404, "no such group");
            return json_answer(json_of_group(index, *group, start, rows));
        }
        const auto groups = chosen_groups(reader, choice);
        std::size_t documents = 0;
        for (const KeyedGroup* group : groups)
            documents += group->members.size();
        Json shown = Json::array();
        for (std::size_t i = start; i < std::min(groups.size(), start + rows); ++i)
            shown.push_back(json_of_group(index, *groups[i], 0, members));
        return json_answer({{"start", start},
                            {"rows", rows},
                            {"groups", groups.size()},
                            {"documents", documents},
                            {"results", std::move(shown)}});
    });
}

Answer Service::explain(const Request& request) {
    require(request, "GET");
    Parameters given(request);
    const std::string a = given.required("a");
    const std::string b = given.required("b");
    const std::size_t differences = given.number("differences", 10, 0, MOST_ROWS);
    given.reject_others();
    return index_.read([&](const SharedIndex::Reader& reader) {
        const OpenIndex& index = reader.index;
        const Xapian::docid did_a = known_document(index, a);
        const Xapian::docid did_b = known_document(index, b);
        const Explanation explanation =
            descry::explain(index.db, index.schema, reader.state->known_model(), did_a, did_b);
        return json_answer(json_of(
            index, explanation, compare_words(index.db, index.schema, did_a, did_b, differences)));
    });
}

Answer Service::document(const Request& request) {
    require(request, "GET");
    Parameters(request).reject_others();
    const std::string id = request.path.substr(std::string_view("/v1/documents/").size());
    if (id.empty()) throw RequestError(404, "the address names no document");
    return index_.read([&](const SharedIndex::Reader& reader) {
        return json_answer(json_of(read_document(reader.index, known_document(reader.index, id))));
    });
}

Answer Service::decisions(const Request& request) {
    require(request, "GET, POST");
    Parameters given(request);
    if (request.method == "POST") {
        given.reject_others();
        const Json body = body_of(request, {"id", "kept", "decision"});
        const auto id = member_of(body, "id", std::string());
        const auto kept = member_of(body, "kept", std::string());
        const auto decision = member_of(body, "decision", std::string());
        decide(request, id, kept, decision);
        return json_answer({{"id", id}, {"kept", kept}, {"decision", decision_of(id, kept)}});
    }
    const std::string format = given.text("format", "json");
    given.reject_others();
    if (format != "json" && format != "tsv") throw RequestError(400, "format must be json or tsv");
    const std::lock_guard lock(decisions_mutex_);
    if (format == "tsv")
        return {200, "text/tab-separated-values; charset=utf-8", all_decisions().text()};
    Json out = Json::array();
    for (const auto& [pair, decision] : all_decisions().all()) {
        out.push_back({{"id", pair.first},
                       {"kept", pair.second},
                       {"decision", decision == Decision::DROP ? "drop" : "keep"}});
    }
    return json_answer({{"decisions", std::move(out)}});
}

void Service::decide(const Request& request, const std::string& id, const std::string& kept,
                     const std::string& decision) {
    if (!takes_decisions())
        throw RequestError(403,
                           "the service does not take decisions; start it with --decisions FILE");
    if (request.caller == Caller::READER)
        throw RequestError(401, "deciding needs the token: Authorization: Bearer TOKEN");
    if (id.empty() || kept.empty() || id == kept)
        throw RequestError(400, "a decision needs two documents, id and kept");
    constexpr std::array<std::string_view, 4> KINDS = {"keep", "drop", "swap", "undo"};
    if (std::ranges::find(KINDS, decision) == KINDS.end())
        throw RequestError(400, "decision must be keep, drop, swap or undo");
    const auto [dropped_id, kept_id] = index_.read([&](const SharedIndex::Reader& reader) {
        const OpenIndex& index = reader.index;
        const auto key_of = [&](Xapian::docid did) {
            return index.schema.has(Slot::GROUP)
                       ? index.db.get_document(did).get_value(index.schema.slot(Slot::GROUP))
                       : std::string();
        };
        const Xapian::docid a = known_document(index, id);
        const Xapian::docid b = known_document(index, kept);
        if (decision != "undo" && (key_of(a).empty() || key_of(a) != key_of(b)))
            throw RequestError(409, "the two documents are not in one group");
        return Decisions::Pair(index.id_of(a), index.id_of(b));
    });
    const std::lock_guard lock(decisions_mutex_);
    Decisions::change(
        options_.decisions, false, [&, &dropped = dropped_id, &head = kept_id](Decisions& all) {
            if (decision == "undo") {
                all.forget(dropped, head);
            } else if (decision == "swap") {
                all.set(head, dropped, Decision::DROP);
            } else {
                all.set(dropped, head, decision == "keep" ? Decision::KEEP_BOTH : Decision::DROP);
            }
        });
}

const Decisions& Service::all_decisions() {
    struct stat status{};
    std::string state;
    if (takes_decisions() && ::stat(options_.decisions.c_str(), &status) == 0)
        state = fmt::format("{} {} {} {}", status.st_ino, status.st_size, status.st_mtim.tv_sec,
                            status.st_mtim.tv_nsec);
    if (state != decisions_read_) {
        decisions_ = state.empty() ? Decisions() : Decisions::read(options_.decisions);
        decisions_read_ = std::move(state);
    }
    return decisions_;
}

std::string Service::decision_of(const std::string& id, const std::string& kept) {
    const std::lock_guard lock(decisions_mutex_);
    const auto decision = all_decisions().of(id, kept);
    if (!decision) return {};
    if (*decision == Decision::KEEP_BOTH) return "keep";
    return *decision == Decision::DROP ? "drop" : "swap";
}

}  // namespace descry
