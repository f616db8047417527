#include "tools/service/solr/select.h"

#include <algorithm>
#include <utility>

#include <descry/documents/stored_data.h>
#include <descry/schema/document_id.h>

#include "tools/output/json_text.h"
#include "tools/service/solr/lucene_query.h"

namespace descry {

namespace {

using nlohmann::json;

void add_filters(CollapsingEnquire& enquire, const SelectRequest& request) {
    for (const Xapian::Query& filter : request.filters)
        enquire.add_filter(filter);
}

void add_collapses(CollapsingEnquire& enquire, const SelectRequest& request) {
    for (std::size_t i = 0; i < request.collapses.size(); ++i) {
        Collapse collapse = request.collapses[i].collapse;
        if (i + 1 == request.collapses.size()) collapse.head_filter = request.head_filter;
        enquire.add_collapse(collapse);
    }
}

// The field of expanded groups: the collapse's unless another is named.
const SolrField& expanded_field(const SolrCore& core, const SelectRequest& request,
                                const SolrParameters& parameters) {
    if (const auto name = parameters.get("expand.field")) return groupable_field(core, *name);
    if (request.collapses.empty()) throw SolrRefused("expand: neither a collapse nor expand.field");
    return *request.collapses.front().field;
}

json expanded(const SolrCore& core, const CollapsingEnquire& enquire, const CollapsedMSet& page,
              const SelectRequest& request, const SolrParameters& parameters) {
    const SolrField& field = expanded_field(core, request, parameters);
    ExpandOptions options;
    options.slot = field.slot;
    options.rows = parse_count(parameters, "expand.rows", 5);
    options.sort = parse_solr_sort(core, "expand.sort", parameters.get("expand.sort", ""));
    options.null_group = parameters.flag("expand.nullGroup");
    if (const auto query = parameters.get("expand.q")) options.query = parse_lucene(core, *query);
    if (parameters.get("expand.fq")) {
        options.filters.emplace();
        for (const std::string& filter : parameters.all("expand.fq"))
            options.filters->push_back(parse_filter(core, filter));
    }
    SelectRequest members = request;
    members.query = options.query.value_or(request.query);
    json groups = json::object();
    for (const MemberGroup& group : enquire.expand(page, options)) {
        groups[group.key.empty() ? "" : field.shown_name(group.key)] =
            document_list(core, members, group.matches, 0, group.members);
    }
    return groups;
}

}  // namespace

CollapsingEnquire make_enquire(const SolrCore& core, const SelectRequest& request) {
    CollapsingEnquire enquire(core.db, core.columns);
    enquire.set_whole_limit(core.whole_limit);
    enquire.set_query(request.query);
    if (core.weigh) core.weigh(request.scoring, enquire);
    enquire.set_sort(request.sort);
    add_filters(enquire, request);
    return enquire;
}

json shown_document(const SolrCore& core, const SelectRequest& request, Xapian::docid did,
                    double weight) {
    const std::string id = document_id(core.db, did, core.schema.id_prefix);
    const Xapian::Document document = core.db.get_document(did);
    const StoredData data = read_stored_data(document.get_data());
    json stored = object_of(data.fields);
    if (data.text) stored["text"] = *data.text;
    stored["id"] = id;
    const auto is_named = [&request](const std::string& name) {
        return std::ranges::find(request.shown_fields, name) != request.shown_fields.end();
    };
    // Numbers may be stored as texts, and signatures only as values.
    for (const SolrField& field : core.fields) {
        const auto found = stored.find(field.name);
        if (field.slot == Xapian::BAD_VALUENO ||
            (found != stored.end() && !(field.type == ValueType::NUMBER && found->is_string())))
            continue;
        const std::string value = document.get_value(field.slot);
        const bool is_shown = core.schema.fields.value_field(field.name) || is_named(field.name);
        if (!value.empty() && is_shown) stored[field.name] = field.shown(value);
    }
    json shown = json::object();
    for (const std::string& name : request.shown_fields) {
        if (name == "*") {
            shown.update(stored);
        } else if (name == "score") {
            shown[name] = is_match_all(request.query) ? 1 : weight;
        } else if (stored.contains(name)) {
            shown[name] = stored[name];
        }
    }
    return shown;
}

json solr_select(SolrCore core, const SolrParameters& parameters) {
    parameters.check();
    core.default_field = parameters.get("df", core.default_field);
    core.wants_all = parameters.get("q.op", "OR") == "AND";
    const SelectRequest request = parse_select(core, parameters);
    json answer = json::object();
    if (parameters.flag("group")) {
        if (!request.collapses.empty()) throw SolrRefused("collapse and group cannot be combined");
        answer_groups(core, request, parameters, answer);
        return answer;
    }
    CollapsingEnquire enquire = make_enquire(core, request);
    add_collapses(enquire, request);
    const FacetRequests facets(core, parameters);
    facets.add_to(core, enquire, FacetOver::HEADS, request.collapses);
    const CollapsedMSet page = enquire.get_mset(request.start, request.rows);
    answer["response"] = document_list(core, request, page.groups, page.first, page.items);
    if (std::ranges::find(request.shown_fields, "score") != request.shown_fields.end())
        answer["response"]["maxScore"] = is_match_all(request.query) ? 1 : page.max_weight;
    if (!facets.empty()) answer["facet_counts"] = facets.answer(page);
    if (parameters.flag("expand"))
        answer["expanded"] = expanded(core, enquire, page, request, parameters);
    return answer;
}

}  // namespace descry
