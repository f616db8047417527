#include <algorithm>

#include "tools/service/solr/lucene_query.h"
#include "tools/service/solr/select.h"

namespace descry {

namespace {

using nlohmann::json;

constexpr std::int64_t MOST_BUCKETS = 1000;

int required_number(const SolrParameters& parameters, const std::string& name) {
    if (!parameters.get(name)) throw SolrRefused(name + " is missing");
    return parameters.number(name, 0);
}

}  // namespace

FacetRequests::FacetRequests(const SolrCore& core, const SolrParameters& parameters)
    : wanted_(parameters.flag("facet")),
      least_(parse_count(parameters, "facet.mincount", 0)),
      most_(static_cast<Xapian::doccount>(parameters.number("facet.limit", 100))),  // -1: all
      by_value_(parameters.get("facet.sort", "count") == "index"),
      missing_(parameters.flag("facet.missing")),
      list_(parameters.get("json.nl", "flat")) {
    if (!wanted_) return;
    for (const std::string& text : parameters.all("facet.field")) {
        const LocalParameters local = parse_local(text);
        local.reject_others({"ex"});
        fields_.push_back({&groupable_field(core, local.rest), local.get("ex")});
    }
    queries_ = parameters.all("facet.query");
    for (const std::string& name : parameters.all("facet.range")) {
        const RangeFacet range{&core.field(name), required_number(parameters, "facet.range.start"),
                               required_number(parameters, "facet.range.end"),
                               required_number(parameters, "facet.range.gap")};
        if (range.gap <= 0 || (range.end - range.start) / range.gap > MOST_BUCKETS)
            throw SolrRefused("facet.range.gap is not above 0, or there are too many ranges");
        ranges_.push_back(range);
    }
}

void FacetRequests::add_to(const SolrCore& core, CollapsingEnquire& enquire, FacetOver over,
                           const std::vector<CollapseRequest>& collapses) const {
    for (const FieldFacet& facet : fields_) {
        const bool excluded =
            !facet.excluded_tag.empty() &&
            std::any_of(collapses.begin(), collapses.end(), [&](const CollapseRequest& collapse) {
                return collapse.tag == facet.excluded_tag;
            });
        enquire.add_facet(facet.field->slot, excluded ? FacetOver::MATCHES : over);
    }
    for (const std::string& query : queries_)
        enquire.add_facet_query(parse_lucene(core, query), over);
    for (const RangeFacet& range : ranges_) {
        for (std::int64_t low = range.start; low < range.end; low += range.gap) {
            enquire.add_facet_query(
                parse_lucene(core, range.field->name + ":[" + std::to_string(low) + " TO " +
                                       std::to_string(low + range.gap) + "}"),
                over);
        }
    }
}

json FacetRequests::counts(const FieldFacet& facet, const FacetCounts& counted) const {
    std::vector<FacetCount> values = counted.values;
    if (!by_value_) {
        std::stable_sort(
            values.begin(), values.end(),
            [](const FacetCount& a, const FacetCount& b) { return a.count > b.count; });
    }
    json list = json::array();
    for (const FacetCount& value : values) {
        if (value.count < least_ || list.size() / 2 == most_) continue;
        list.push_back(facet.field->shown_name(value.value));
        list.push_back(value.count);
    }
    if (missing_) {
        list.push_back(nullptr);
        list.push_back(counted.missing);
    }
    return named_list(list);
}

json FacetRequests::named_list(const json& flat) const {
    if (list_ == "flat") return flat;
    json list = list_ == "map" ? json::object() : json::array();
    for (std::size_t i = 0; i < flat.size(); i += 2) {
        if (list_ == "map") {
            list[flat[i].is_null() ? "" : flat[i].get<std::string>()] = flat[i + 1];
        } else {
            list.push_back(json::array({flat[i], flat[i + 1]}));
        }
    }
    return list;
}

json FacetRequests::answer(const CollapsedMSet& mset) const {
    json fields = json::object();
    for (std::size_t i = 0; i < fields_.size(); ++i)
        fields[fields_[i].field->name] = counts(fields_[i], mset.facets.at(i));
    json queries = json::object();
    std::size_t counted = 0;
    for (const std::string& query : queries_)
        queries[query] = mset.facet_queries.at(counted++);
    json ranges = json::object();
    for (const RangeFacet& range : ranges_) {
        json buckets = json::array();
        for (std::int64_t low = range.start; low < range.end; low += range.gap) {
            const Xapian::doccount count = mset.facet_queries.at(counted++);
            if (count < least_) continue;
            buckets.push_back(std::to_string(low));
            buckets.push_back(count);
        }
        ranges[range.field->name] = {{"counts", named_list(buckets)},
                                     {"gap", range.gap},
                                     {"start", range.start},
                                     {"end", range.end}};
    }
    return {{"facet_queries", std::move(queries)},
            {"facet_fields", std::move(fields)},
            {"facet_ranges", std::move(ranges)},
            {"facet_intervals", json::object()},
            {"facet_heatmaps", json::object()}};
}

}  // namespace descry
