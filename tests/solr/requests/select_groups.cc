#include <limits>

#include "tests/solr/requests/lucene_query.h"
#include "tests/solr/requests/select.h"

namespace descry::testing {

namespace {

using nlohmann::json;

GroupOptions group_options(const Parameters& parameters) {
    GroupOptions options;
    const int limit = parameters.number("group.limit", 1);
    options.limit = limit < 0 ? std::numeric_limits<Xapian::doccount>::max()
                              : static_cast<Xapian::doccount>(limit);
    options.offset = parse_count(parameters, "group.offset", 0);
    options.sort = parse_solr_sort("group.sort", parameters.get("group.sort", ""));
    return options;
}

std::vector<FoundMember> flat(const GroupedMSet& groups) {
    std::vector<FoundMember> documents;
    for (const MemberGroup& group : groups.items)
        documents.insert(documents.end(), group.members.begin(), group.members.end());
    return documents;
}

json groups_of_field(const Xapian::Database& db, const SelectRequest& request,
                     const Parameters& parameters, const SearchMeans& means, const Field& field,
                     json& answer) {
    CollapsingEnquire enquire = make_enquire(db, request, means);
    enquire.set_collapse_key(field.slot);
    const GroupOptions options = group_options(parameters);
    const GroupedMSet groups = enquire.get_groups(request.start, request.rows, options);
    json described = {{"matches", groups.matches}};
    if (parameters.flag("group.ngroups")) described["ngroups"] = groups.groups;
    const bool main = parameters.flag("group.main");
    if (main || parameters.get("group.format", "grouped") == "simple") {
        json list = document_list(db, request, groups.matches, request.start, flat(groups));
        if (main) {
            answer["response"] = std::move(list);
        } else {
            described["doclist"] = std::move(list);
        }
        return described;
    }
    described["groups"] = json::array();
    for (const MemberGroup& group : groups.items) {
        described["groups"].push_back({{"groupValue", shown_value(field, group.key)},
                                       {"doclist", document_list(db, request, group.matches,
                                                                 options.offset, group.members)}});
    }
    return described;
}

json group_of_query(const Xapian::Database& db, const SelectRequest& request,
                    const Parameters& parameters, const SearchMeans& means,
                    const std::string& query) {
    const GroupOptions options = group_options(parameters);
    CollapsingEnquire enquire = make_enquire(db, request, means);
    const Xapian::doccount matches = enquire.get_mset(0, 0).matches;
    enquire.add_filter(parse_filter(query));
    if (!options.sort.empty()) enquire.set_sort(options.sort);
    const CollapsedMSet page = enquire.get_mset(options.offset, options.limit);
    return {{"matches", matches},
            {"doclist", document_list(db, request, page.matches, options.offset, page.items)}};
}

json facets_of_groups(const Xapian::Database& db, const SelectRequest& request,
                      const Parameters& parameters, const SearchMeans& means,
                      const std::string& field) {
    const FacetRequests facets(parameters);
    CollapsingEnquire enquire = make_enquire(db, request, means);
    FacetOver over = FacetOver::MATCHES;
    if (!field.empty()) {
        enquire.set_collapse_key(groupable_field(field).slot);
        enquire.set_null_policy(NullPolicy::COLLAPSE);
        const GroupOptions options = group_options(parameters);
        enquire.set_head(HeadRule::sort(options.sort.empty() ? request.sort : options.sort));
        if (parameters.flag("group.truncate")) over = FacetOver::HEADS;
        if (parameters.flag("group.facet")) over = FacetOver::GROUPS;
    }
    facets.add_to(enquire, over, {});
    return facets.answer(enquire.get_mset(0, 0));
}

}  // namespace

void answer_groups(const Xapian::Database& db, const SelectRequest& request,
                   const Parameters& parameters, const SearchMeans& means, json& answer) {
    const std::vector<std::string> fields = parameters.all("group.field");
    const std::vector<std::string> queries = parameters.all("group.query");
    if (parameters.get("group.func")) throw Refused("group.func: no functions");
    if (fields.empty() && queries.empty()) throw Refused("group: no group.field or group.query");
    json grouped = json::object();
    for (const std::string& name : fields)
        grouped[name] =
            groups_of_field(db, request, parameters, means, groupable_field(name), answer);
    for (const std::string& query : queries)
        grouped[query] = group_of_query(db, request, parameters, means, query);
    if (!parameters.flag("group.main")) answer["grouped"] = std::move(grouped);
    if (parameters.flag("facet")) {
        answer["facet_counts"] =
            facets_of_groups(db, request, parameters, means, fields.empty() ? "" : fields.front());
    }
}

}  // namespace descry::testing
