#include <limits>

#include "tools/service/solr/lucene_query.h"
#include "tools/service/solr/select.h"

namespace descry {

namespace {

using nlohmann::json;

GroupOptions group_options(const SolrCore& core, const SolrParameters& parameters) {
    GroupOptions options;
    const int limit = parameters.number("group.limit", 1);
    options.limit = limit < 0 ? std::numeric_limits<Xapian::doccount>::max()
                              : static_cast<Xapian::doccount>(limit);
    options.offset = parse_count(parameters, "group.offset", 0);
    options.sort = parse_solr_sort(core, "group.sort", parameters.get("group.sort", ""));
    return options;
}

std::vector<FoundMember> flat(const GroupedMSet& groups) {
    std::vector<FoundMember> documents;
    for (const MemberGroup& group : groups.items)
        documents.insert(documents.end(), group.members.begin(), group.members.end());
    return documents;
}

json groups_of_field(const SolrCore& core, const SelectRequest& request,
                     const SolrParameters& parameters, const SolrField& field, json& answer) {
    CollapsingEnquire enquire = make_enquire(core, request);
    enquire.set_collapse_key(field.slot);
    const GroupOptions options = group_options(core, parameters);
    const GroupedMSet groups = enquire.get_groups(request.start, request.rows, options);
    json described = {{"matches", groups.matches}};
    if (parameters.flag("group.ngroups")) described["ngroups"] = groups.groups;
    const bool main = parameters.flag("group.main");
    if (main || parameters.get("group.format", "grouped") == "simple") {
        json list = document_list(core, request, groups.matches, request.start, flat(groups));
        if (main) {
            answer["response"] = std::move(list);
        } else {
            described["doclist"] = std::move(list);
        }
        return described;
    }
    described["groups"] = json::array();
    for (const MemberGroup& group : groups.items) {
        described["groups"].push_back({{"groupValue", field.shown(group.key)},
                                       {"doclist", document_list(core, request, group.matches,
                                                                 options.offset, group.members)}});
    }
    return described;
}

json group_of_query(const SolrCore& core, const SelectRequest& request,
                    const SolrParameters& parameters, const std::string& query) {
    const GroupOptions options = group_options(core, parameters);
    CollapsingEnquire enquire = make_enquire(core, request);
    const Xapian::doccount matches = enquire.get_mset(0, 0).matches;
    enquire.add_filter(parse_filter(core, query));
    if (!options.sort.empty()) enquire.set_sort(options.sort);
    const CollapsedMSet page = enquire.get_mset(options.offset, options.limit);
    return {{"matches", matches},
            {"doclist", document_list(core, request, page.matches, options.offset, page.items)}};
}

json facets_of_groups(const SolrCore& core, const SelectRequest& request,
                      const SolrParameters& parameters, const std::string& field) {
    const FacetRequests facets(core, parameters);
    CollapsingEnquire enquire = make_enquire(core, request);
    FacetOver over = FacetOver::MATCHES;
    if (!field.empty()) {
        enquire.set_collapse_key(groupable_field(core, field).slot);
        enquire.set_null_policy(NullPolicy::COLLAPSE);
        const GroupOptions options = group_options(core, parameters);
        enquire.set_head(HeadRule::sort(options.sort.empty() ? request.sort : options.sort));
        if (parameters.flag("group.truncate")) over = FacetOver::HEADS;
        if (parameters.flag("group.facet")) over = FacetOver::GROUPS;
    }
    facets.add_to(core, enquire, over, {});
    return facets.answer(enquire.get_mset(0, 0));
}

}  // namespace

void answer_groups(const SolrCore& core, const SelectRequest& request,
                   const SolrParameters& parameters, json& answer) {
    const std::vector<std::string> fields = parameters.all("group.field");
    const std::vector<std::string> queries = parameters.all("group.query");
    if (fields.empty() && queries.empty())
        throw SolrRefused("group: no group.field or group.query");
    json grouped = json::object();
    for (const std::string& name : fields)
        grouped[name] =
            groups_of_field(core, request, parameters, groupable_field(core, name), answer);
    for (const std::string& query : queries)
        grouped[query] = group_of_query(core, request, parameters, query);
    if (!parameters.flag("group.main")) answer["grouped"] = std::move(grouped);
    if (parameters.flag("facet")) {
        answer["facet_counts"] =
            facets_of_groups(core, request, parameters, fields.empty() ? "" : fields.front());
    }
}

}  // namespace descry
