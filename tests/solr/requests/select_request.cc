#include "tests/solr/requests/select_request.h"

#include <algorithm>
#include <sstream>

#include "tests/solr/requests/lucene_query.h"
#include "tests/solr/requests/solr_documents.h"

namespace descry::testing {

namespace {

constexpr int FILTER_COST = 0;

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

const Field& numeric_head_field(const std::string& name) {
    if (name.find('(') != std::string::npos) throw Refused("no functions: " + name);
    const Field& field = field_named(name);
    if (!field.is_number() || field.type == Field::Type::DOUBLE) {
        throw Refused("min and max want a field of type int, long or float: " + name);
    }
    return field;
}

NullPolicy parse_null_policy(const std::string& text) {
    if (text.empty() || text == "ignore") return NullPolicy::IGNORE;
    if (text == "expand") return NullPolicy::EXPAND;
    if (text == "collapse") return NullPolicy::COLLAPSE;
    throw Refused("nullPolicy: '" + text + "' is none of ignore, expand, collapse");
}

HeadRule parse_head(const LocalParameters& local) {
    const std::string min = local.get("min");
    const std::string max = local.get("max");
    const std::string sort = local.get("sort");
    if (!min.empty() + !max.empty() + !sort.empty() > 1) {
        throw Refused("more than one of min, max and sort");
    }
    if (!min.empty()) return HeadRule::min(numeric_head_field(min).slot);
    if (!max.empty()) return HeadRule::max(numeric_head_field(max).slot);
    return sort.empty() ? HeadRule::score() : HeadRule::sort(parse_solr_sort("sort", sort));
}

CollapseRequest parse_collapse(const LocalParameters& local) {
    if (!local.values.contains("field")) throw Refused("collapse: the parameter field is missing");
    CollapseRequest request;
    request.field = &groupable_field(local.get("field"));
    if (request.field->type != Field::Type::STRING && request.field->type != Field::Type::INT &&
        request.field->type != Field::Type::FLOAT) {
        throw Refused("collapse: the field is not of type string, int or float: " +
                      local.get("field"));
    }
    request.tag = local.get("tag");
    if (local.values.contains("cost")) request.cost = parse_int("cost", local.get("cost"));
    request.collapse.slot = request.field->slot;
    request.collapse.null_policy = parse_null_policy(local.get("nullPolicy"));
    request.collapse.head = parse_head(local);
    return request;
}

// Filters beside the collapse, by their costs.
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

SortOrder parse_solr_sort(const std::string& name, const std::string& text) {
    SortOrder order;
    for (const std::string& part : split(text, ',')) {
        const std::size_t space = part.find(' ');
        const std::string what = part.substr(0, space);
        const std::string direction =
            space == std::string::npos ? "" : part.substr(part.find_first_not_of(' ', space));
        if (direction != "asc" && direction != "desc") {
            throw Refused(name + ": neither asc nor desc: '" + part + "'");
        }
        const bool ascending = direction == "asc";
        if (what == "score") {
            order.push_back(SortKey::score(ascending));
            continue;
        }
        if (what.find('(') != std::string::npos) throw Refused(name + ": no functions: " + what);
        const Field& field = field_named(what);
        if (field.slot == Xapian::BAD_VALUENO || !field.doc_values) {
            throw Refused(name + ": no values to sort by: " + what);
        }
        order.push_back(SortKey::value(field.slot, value_type(field), ascending));
    }
    return order;
}

const Field& groupable_field(const std::string& name) {
    const Field& field = field_named(name);
    if (field.type == Field::Type::TEXT || field.multi_valued || !field.doc_values) {
        throw Refused("no field of one value a document: " + name);
    }
    return field;
}

Xapian::Query parse_filter(const std::string& text) {
    const LocalParameters local = parse_local(text);
    if (local.type.empty()) return parse_lucene(local.rest);
    if (local.type != "frange") throw Refused("no such filter: " + local.type);
    const Field& field = field_named(local.rest);
    if (!field.is_number()) throw Refused("frange: no number: " + local.rest);
    const double low = std::stod(local.get("l"));
    const double high = std::stod(local.get("u"));
    const Xapian::Query range(Xapian::Query::OP_VALUE_RANGE, field.slot,
                              Xapian::sortable_serialise(low), Xapian::sortable_serialise(high));
    if (low > 0 || high < 0) return range;
    // A function takes 0 for a value that is missing.
    return {
        Xapian::Query::OP_OR, range,
        Xapian::Query(Xapian::Query::OP_AND_NOT, Xapian::Query::MatchAll,
                      Xapian::Query(Xapian::Query::OP_VALUE_GE, field.slot, std::string(1, '\0')))};
}

Xapian::doccount parse_count(const Parameters& parameters, std::string_view name,
                             Xapian::doccount otherwise) {
    const int number = parameters.number(name, static_cast<int>(otherwise));
    if (number < 0) throw Refused(std::string(name) + " is negative");
    return static_cast<Xapian::doccount>(number);
}

SelectRequest parse_select(const Parameters& parameters) {
    SelectRequest request;
    request.query = parse_lucene(parameters.get("q", "*:*"));
    request.scoring = {request.query};
    if (const auto query = parameters.get("expand.q")) {
        request.scoring.push_back(parse_lucene(*query));
    }
    std::vector<CostedFilter> filters;
    for (const std::string& text : parameters.all("fq")) {
        const LocalParameters local = parse_local(text);
        if (local.type == "collapse") {
            request.collapses.push_back(parse_collapse(local));
        } else {
            const std::string cost = local.get("cost");
            filters.push_back(
                {cost.empty() ? FILTER_COST : parse_int("cost", cost), parse_filter(text)});
        }
    }
    std::stable_sort(request.collapses.begin(), request.collapses.end(),
                     [](const auto& a, const auto& b) { return a.cost < b.cost; });
    place_filters(filters, request);
    request.sort = parse_solr_sort("sort", parameters.get("sort", ""));
    request.start = parse_count(parameters, "start", 0);
    request.rows = parse_count(parameters, "rows", 10);
    request.shown_fields = split(parameters.get("fl", "id"), ',');
    return request;
}

}  // namespace descry::testing
