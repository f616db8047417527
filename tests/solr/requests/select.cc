#include "tests/solr/requests/select.h"

#include "tests/solr/requests/lucene_query.h"
#include "tests/solr/requests/solr_documents.h"

namespace descry::testing {

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

// The field of the groups that are expanded: the collapse's unless another is named.
const Field& expanded_field(const SelectRequest& request, const Parameters& parameters) {
    if (const auto name = parameters.get("expand.field")) return groupable_field(*name);
    if (request.collapses.empty()) throw Refused("expand: neither a collapse nor expand.field");
    return *request.collapses.front().field;
}

json expanded(const Xapian::Database& db, const CollapsingEnquire& enquire,
              const CollapsedMSet& page, const SelectRequest& request,
              const Parameters& parameters) {
    const Field& field = expanded_field(request, parameters);
    ExpandOptions options;
    options.slot = field.slot;
    options.rows = parse_count(parameters, "expand.rows", 5);
    options.sort = parse_solr_sort("expand.sort", parameters.get("expand.sort", ""));
    options.null_group = parameters.flag("expand.nullGroup");
    if (const auto query = parameters.get("expand.q")) options.query = parse_lucene(*query);
    if (parameters.get("expand.fq")) {
        options.filters.emplace();
        for (const std::string& filter : parameters.all("expand.fq"))
            options.filters->push_back(parse_filter(filter));
    }
    SelectRequest members = request;
    members.query = options.query.value_or(request.query);
    json groups = json::object();
    for (const MemberGroup& group : enquire.expand(page, options)) {
        groups[group.key.empty() ? "" : value_name(field, group.key)] =
            document_list(db, members, group.matches, 0, group.members);
    }
    return groups;
}

}  // namespace

CollapsingEnquire make_enquire(const Xapian::Database& db, const SelectRequest& request,
                               const SearchMeans& means) {
    CollapsingEnquire enquire(db, means.columns);
    enquire.set_whole_limit(means.whole_limit);
    enquire.set_query(request.query);
    enquire.set_weighting_scheme(lucene_weight(db, request.scoring));
    enquire.set_sort(request.sort);
    add_filters(enquire, request);
    return enquire;
}

json shown_document(const Xapian::Database& db, const SelectRequest& request, Xapian::docid did,
                    double weight) {
    const json stored = json::parse(db.get_document(did).get_data());
    json shown = json::object();
    for (const std::string& name : request.shown_fields) {
        if (name == "score") {
            shown[name] = is_match_all(request.query) ? 1 : weight;
        } else if (stored.contains(name)) {
            shown[name] = stored[name];
        }
    }
    return shown;
}

json shown_value(const Field& field, const std::string& value) {
    if (value.empty()) return nullptr;
    if (field.type == Field::Type::STRING) return value;
    if (field.type == Field::Type::INT || field.type == Field::Type::LONG) {
        return static_cast<std::int64_t>(Xapian::sortable_unserialise(value));
    }
    if (field.is_number()) return Xapian::sortable_unserialise(value);
    return decoded_value(field, value);
}

std::string value_name(const Field& field, const std::string& value) {
    const json shown = shown_value(field, value);
    return shown.is_string() ? shown.get<std::string>() : shown.dump();
}

json select(const Xapian::Database& db, const Parameters& parameters, const SearchMeans& means) {
    const SelectRequest request = parse_select(parameters);
    json answer = json::object();
    if (parameters.flag("group")) {
        if (!request.collapses.empty()) throw Refused("collapse and group exclude each other");
        answer_groups(db, request, parameters, means, answer);
        return answer;
    }
    CollapsingEnquire enquire = make_enquire(db, request, means);
    add_collapses(enquire, request);
    const FacetRequests facets(parameters);
    facets.add_to(enquire, FacetOver::HEADS, request.collapses);
    const CollapsedMSet page = enquire.get_mset(request.start, request.rows);
    answer["response"] = document_list(db, request, page.groups, page.first, page.items);
    if (!facets.empty()) answer["facet_counts"] = facets.answer(page);
    if (parameters.flag("expand")) {
        answer["expanded"] = expanded(db, enquire, page, request, parameters);
    }
    return answer;
}

}  // namespace descry::testing
