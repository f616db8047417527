#include "tools/service/solr/select_request.h"

#include <algorithm>
#include <sstream>

#include <descry/collapse/search_parameters.h>

#include "plugin/base/match_all.h"
#include "tools/service/solr/lucene_query.h"

namespace descry {

namespace {

constexpr int FILTER_COST = 0;
constexpr Xapian::doccount MOST_SOLR_ROWS = 10000;

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, separator);) {
        const std::size_t begin = part.find_first_not_of(' ');
        if (begin == std::string::npos) continue;
        parts.push_back(part.substr(begin, part.find_last_not_of(' ') - begin + 1));
    }
    return parts;
}

std::vector<std::string> parse_fields(std::vector<std::string> lists) {
    std::vector<std::string> fields;
    for (std::string& list : lists) {
        std::ranges::replace(list, ' ', ',');
        for (std::string& name : split(list, ',')) {
            if (name != "*" && name.find_first_of("*?([:") != name.npos)
                throw SolrRefused("fl: neither *, score nor a field: " + name);
            fields.push_back(std::move(name));
        }
    }
    return fields.empty() ? std::vector<std::string>{"*"} : fields;
}

Xapian::valueno numeric_slot(const SolrCore& core, const std::string& name) {
    if (name.find('(') != std::string::npos) throw SolrRefused("no functions: " + name);
    const SolrField& field = core.field(name);
    if (field.slot == Xapian::BAD_VALUENO || field.type != ValueType::NUMBER)
        throw SolrRefused("not a field of numbers: " + name);
    return field.slot;
}

HeadRule solr_head(const SolrCore& core, const LocalParameters& local) {
    const std::string min = local.get("min");
    const std::string max = local.get("max");
    const std::string sort = local.get("sort");
    if (!min.empty() + !max.empty() + !sort.empty() > 1)
        throw SolrRefused("more than one of min, max and sort");
    if (!min.empty()) return HeadRule::min(numeric_slot(core, min));
    if (!max.empty()) return HeadRule::max(numeric_slot(core, max));
    return sort.empty() ? HeadRule::score() : HeadRule::sort(parse_solr_sort(core, "sort", sort));
}

CollapseRequest parse_collapse(const SolrCore& core, const LocalParameters& local) {
    local.reject_others(
        {"field", "min", "max", "sort", "nullPolicy", "tag", "cost", "cache", "hint", "size"});
    if (!local.values.contains("field"))
        throw SolrRefused("collapse: the parameter field is missing");
    CollapseRequest request;
    request.field = &groupable_field(core, local.get("field"));
    if (!request.field->is_collapsible)
        throw SolrRefused("collapse: not by a field of this type: " + local.get("field"));
    request.tag = local.get("tag");
    if (local.values.contains("cost")) request.cost = parse_int("cost", local.get("cost"));
    request.collapse.slot = request.field->slot;
    const std::string policy = local.get("nullPolicy");
    request.collapse.null_policy =
        policy.empty() ? NullPolicy::IGNORE : parse_null_policy("nullPolicy", policy);
    request.collapse.head = solr_head(core, local);
    return request;
}

struct CostedFilter {
    int cost;
    Xapian::Query query;
};

void place_filters(const std::vector<CostedFilter>& filters, SelectRequest& request) {
    for (const CostedFilter& filter : filters) {
        const bool after =
            !request.collapses.empty() && filter.cost > request.collapses.back().cost;
        if (!after) {
            request.filters.push_back(filter.query);
        } else {
            request.head_filter =
                request.head_filter.empty()
                    ? filter.query
                    : Xapian::Query(Xapian::Query::OP_FILTER, request.head_filter, filter.query);
        }
    }
}

}  // namespace

SortOrder parse_solr_sort(const SolrCore& core, const std::string& name, const std::string& text) {
    SortOrder order;
    for (const std::string& part : split(text, ',')) {
        const std::size_t space = part.find(' ');
        const std::string what = part.substr(0, space);
        const std::string direction =
            space == std::string::npos ? "" : part.substr(part.find_first_not_of(' ', space));
        if (direction != "asc" && direction != "desc") {
            throw SolrRefused(name + ": neither asc nor desc: '" + part + "'");
        }
        const bool ascending = direction == "asc";
        if (what == "score") {
            order.push_back(SortKey::score(ascending));
            continue;
        }
        if (what.find('(') != std::string::npos)
            throw SolrRefused(name + ": no functions: " + what);
        const SolrField& field = core.field(what);
        if (field.slot == Xapian::BAD_VALUENO)
            throw SolrRefused(name + ": no values to sort by: " + what);
        order.push_back(SortKey::value(field.slot, field.type, ascending));
    }
    return order;
}

const SolrField& groupable_field(const SolrCore& core, const std::string& name) {
    const SolrField& field = core.field(name);
    if (field.slot == Xapian::BAD_VALUENO)
        throw SolrRefused("not a field with one value per document: " + name);
    return field;
}

Xapian::Query parse_filter(const SolrCore& core, const std::string& text) {
    const LocalParameters local = parse_local(text);
    local.reject_others({"l", "u", "tag", "cost", "cache"});
    if (local.type.empty()) return parse_lucene(core, local.rest);
    if (local.type != "frange") throw SolrRefused("no such filter: " + local.type);
    const SolrField& field = core.field(local.rest);
    const Xapian::valueno slot = numeric_slot(core, local.rest);
    const std::string low = field.slot_value(local.get("l"));
    const std::string high = field.slot_value(local.get("u"));
    const std::string zero = Xapian::sortable_serialise(0);
    const Xapian::Query range(Xapian::Query::OP_VALUE_RANGE, slot, low, high);
    if (low > zero || high < zero) return range;
    // A function treats a missing value as 0.
    return {Xapian::Query::OP_OR, range,
            Xapian::Query(Xapian::Query::OP_AND_NOT, match_all(),
                          Xapian::Query(Xapian::Query::OP_VALUE_GE, slot, std::string(1, '\0')))};
}

Xapian::doccount parse_count(const SolrParameters& parameters, std::string_view name,
                             Xapian::doccount otherwise) {
    const int number = parameters.number(name, static_cast<int>(otherwise));
    if (number < 0) throw SolrRefused(std::string(name) + " is negative");
    return static_cast<Xapian::doccount>(number);
}

SelectRequest parse_select(const SolrCore& core, const SolrParameters& parameters) {
    SelectRequest request;
    request.query = parse_lucene(core, parameters.get("q", "*:*"));
    request.scoring = {request.query};
    if (const auto query = parameters.get("expand.q"))
        request.scoring.push_back(parse_lucene(core, *query));
    std::vector<CostedFilter> filters;
    for (const std::string& text : parameters.all("fq")) {
        if (text.empty()) continue;
        const LocalParameters local = parse_local(text);
        if (local.type == "collapse") {
            request.collapses.push_back(parse_collapse(core, local));
        } else {
            const std::string cost = local.get("cost");
            filters.push_back(
                {cost.empty() ? FILTER_COST : parse_int("cost", cost), parse_filter(core, text)});
        }
    }
    std::stable_sort(request.collapses.begin(), request.collapses.end(),
                     [](const auto& a, const auto& b) { return a.cost < b.cost; });
    place_filters(filters, request);
    request.sort = parse_solr_sort(core, "sort", parameters.get("sort", ""));
    request.start = parse_count(parameters, "start", 0);
    request.rows = parse_count(parameters, "rows", 10);
    if (request.rows > MOST_SOLR_ROWS)
        throw SolrRefused("rows is above " + std::to_string(MOST_SOLR_ROWS));
    request.shown_fields = parse_fields(parameters.all("fl"));
    return request;
}

}  // namespace descry
