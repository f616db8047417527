#include "tools/answers/search_answer.h"

#include <cmath>
#include <ctime>
#include <unordered_map>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <descry/collapse/collapsing_enquire.h>
#include <descry/documents/stored_data.h>
#include <descry/query/query.h>

#include "plugin/base/match_all.h"
#include "tools/arguments/slot_argument.h"
#include "tools/messages/printable.h"
#include "tools/output/json_text.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const std::vector<ShownMember>& members, bool with_weights) {
    Json out = Json::array();
    for (const ShownMember& member : members) {
        Json entry = {{"docid", member.did}, {"id", member.id}};
        if (with_weights) entry["weight"] = member.weight;
        out.push_back(std::move(entry));
    }
    return out;
}

Json json_of(const ShownMembers& members) {
    return {{"matches", members.matches}, {"documents", json_of(members.documents, true)}};
}

bool is_printable_date(double seconds) {
    constexpr double YEAR_0 = -62167219200.0;
    constexpr double YEAR_10000 = 253402300800.0;
    return seconds >= YEAR_0 && seconds < YEAR_10000;
}

class Search {
  public:
    Search(const SearchParameters& arguments, const OpenIndex& index,
           std::shared_ptr<DocValues> values)
        : arguments_(arguments),
          index_(index),
          enquire_(index.db, values != nullptr || !arguments.needs_values()
                                 ? std::move(values)
                                 : std::make_shared<DocValues>(index.db)) {
        enquire_.set_query(query_of(arguments.query));
        for (const std::string& filter : arguments.filters)
            enquire_.add_filter(filter_of(filter));
        if (arguments.collapse != "none") collapse();
        enquire_.set_null_policy(parse_null_policy("--null-policy", arguments.null_policy));
        const SortOrder sort = order_of("--sort", arguments.sort);
        enquire_.set_sort(sort);
        if (arguments.group_limit > 0) {
            enquire_.set_head(HeadRule::sort(sort));
        } else if (!arguments.head.empty()) {
            enquire_.set_head(parse_head("--head", arguments.head, resolver("--head")));
        }
        expand_order_ = order_of("--expand-sort", arguments.expand_sort);
        const FacetOver over = parse_facet_over("--facet-over", arguments.facet_over);
        for (const std::string& facet : arguments.facets)
            enquire_.add_facet(resolve_slot("--facet", facet, index_.schema).slot, over);
    }

    ShownPage run() {
        const CollapsedMSet mset = enquire_.get_mset(arguments_.start, arguments_.rows);
        ShownPage page;
        page.query = arguments_.query;
        page.start = arguments_.start;
        page.rows = arguments_.rows;
        page.matches = mset.matches;
        page.groups = mset.groups;
        page.is_collapsed = is_collapsed_;
        page.lacks_keys = lacks_keys_;
        page.shows_expanded = arguments_.narrows_expansion();
        for (const CollapsedItem& item : mset) {
            ShownResult result;
            result.item = item;
            read_stored(result);
            page.results.push_back(std::move(result));
        }
        if (is_collapsed_) count_filtered(mset, page);
        if (is_collapsed_ && arguments_.expand > 0) expand(mset, page);
        if (arguments_.group_limit > 0) show_groups(page);
        for (std::size_t i = 0; i < mset.facets.size(); ++i) {
            page.facets.push_back(
                {arguments_.facets[i],
                 resolve_slot("--facet", arguments_.facets[i], index_.schema).type,
                 mset.facets[i]});
        }
        page.notes = std::move(notes_);
        return page;
    }

  private:
    Xapian::Query query_of(const std::string& text) {
        ParsedQuery parsed = parse_query(index_.db, index_.schema, text);
        for (std::string& note : parsed.notes)
            notes_.push_back(std::move(note));
        return std::move(parsed.query);
    }

    // NAME=VALUE requires a field's value, in the form of facets; anything else is a query.
    Xapian::Query filter_of(const std::string& text) {
        // A field's name may contain the sign as well.
        const ValueField* field = nullptr;
        std::size_t equals = text.find('=');
        for (; equals != std::string::npos; equals = text.find('=', equals + 1)) {
            field = index_.schema.fields.value_field(text.substr(0, equals));
            if (field != nullptr) break;
        }
        if (field == nullptr) return query_of(text);
        std::optional<std::string> value = text.substr(equals + 1);
        if (value->empty())
            throw Xapian::InvalidArgumentError(fmt::format("--filter: \"{}\" has no value", text));
        if (field->type != ValueType::STRING) value = encode_value(field->type, *value);
        if (!value) {
            throw Xapian::InvalidArgumentError(
                fmt::format("--filter: \"{}\" is not a {}", text, value_type_name(field->type)));
        }
        if (field->type != ValueType::DATE)
            return {Xapian::Query::OP_VALUE_RANGE, field->slot, *value, *value};
        // Facets print dates rounded to milliseconds.
        const double date = Xapian::sortable_unserialise(*value);
        const double half = std::round(date * 1000) == date * 1000 ? 0.0005 : 0;
        return {Xapian::Query::OP_VALUE_RANGE, field->slot, Xapian::sortable_serialise(date - half),
                Xapian::sortable_serialise(date + half)};
    }

    SlotResolver resolver(std::string_view parameter) const {
        return [this, parameter](std::string_view name) {
            return resolve_slot(parameter, name, index_.schema);
        };
    }

    SortOrder order_of(std::string_view parameter, const std::string& text) const {
        return text.empty() ? SortOrder() : parse_sort(parameter, text, resolver(parameter));
    }

    void read_stored(ShownResult& result) const {
        const Xapian::docid did = result.item.did;
        const Xapian::Document document = index_.db.get_document(did, Xapian::DOC_ASSUME_VALID);
        if (arguments_.shows != SearchParameters::Shows::FIELDS) {
            result.id = index_.id_of(did);
            if (arguments_.shows == SearchParameters::Shows::SUMMARIES)
                result.summary = printable(summary_of(document));
            return;
        }
        auto [id, stored] = index_.id_and_data_of(did, document.get_data());
        result.id = std::move(id);
        result.fields = object_of(stored.fields);
    }

    void collapse() {
        const Xapian::valueno slot = parse_slot(arguments_.collapse, index_.schema);
        lacks_keys_ = index_.db.get_value_freq(slot) == 0;
        enquire_.set_collapse_key(slot);
        is_collapsed_ = true;
    }

    ShownMembers shown(const MemberGroup& group) const {
        ShownMembers members;
        members.matches = group.matches;
        for (const FoundMember& member : group.members)
            members.documents.push_back({member.did, index_.id_of(member.did), member.weight});
        return members;
    }

    // Group sizes in the index or, with --filter, in the documents that pass it.
    void count_filtered(const CollapsedMSet& mset, ShownPage& page) const {
        if (arguments_.filters.empty()) return;
        ExpandOptions all;
        all.rows = 0;
        all.query = match_all();
        std::unordered_map<std::string, Xapian::doccount> others;
        try {
            for (const MemberGroup& group : enquire_.expand(mset, all))
                others[group.key] = group.matches;
        } catch (const Xapian::UnimplementedError&) {  // a remote database
            for (ShownResult& result : page.results)
                result.item.size = std::max<Xapian::doccount>(result.item.matching, 1);
            return;
        }
        for (ShownResult& result : page.results)
            if (!result.item.key.empty()) result.item.size = 1 + others[result.item.key];
    }

    // Members in the index that pass the filters, and matching members.
    void expand(const CollapsedMSet& mset, ShownPage& page) {
        std::unordered_map<std::string, ShownResult*> by_key;
        for (ShownResult& result : page.results) {
            if (result.item.key.empty()) continue;
            result.expanded.emplace();
            by_key.emplace(result.item.key, &result);
        }
        ExpandOptions matching;
        matching.rows = arguments_.expand;
        matching.sort = expand_order_;
        if (!arguments_.expand_query.empty()) matching.query = query_of(arguments_.expand_query);
        if (!arguments_.expand_filters.empty()) matching.filters.emplace();
        for (const std::string& filter : arguments_.expand_filters)
            matching.filters->push_back(filter_of(filter));
        for (const MemberGroup& group : enquire_.expand(mset, matching))
            by_key.at(group.key)->expanded = shown(group);
        ExpandOptions all;
        all.rows = arguments_.expand;
        all.sort = {SortKey::docid()};
        all.query = match_all();
        all.filters = matching.filters;
        for (const MemberGroup& group : enquire_.expand(mset, all))
            by_key.at(group.key)->members = shown(group).documents;
    }

    // The same groups in the same order, because their heads are the first by --sort.
    void show_groups(ShownPage& page) {
        GroupOptions options;
        options.limit = arguments_.group_limit;
        options.sort = expand_order_;
        options.null_policy = parse_null_policy("--null-policy", arguments_.null_policy);
        const GroupedMSet groups = enquire_.get_groups(arguments_.start, arguments_.rows, options);
        for (std::size_t i = 0; i < page.results.size(); ++i)
            page.results[i].group = shown(groups.items.at(i));
    }

    const SearchParameters& arguments_;
    const OpenIndex& index_;
    CollapsingEnquire enquire_;
    SortOrder expand_order_;
    std::vector<std::string> notes_;
    bool is_collapsed_ = false;
    bool lacks_keys_ = false;
};

Json json_of(const std::vector<ShownFacet>& facets) {
    Json out = Json::object();
    for (const auto& [name, type, counts] : facets) {
        Json values = Json::array();
        for (const FacetCount& count : counts.values)
            values.push_back({{"value", json_of(count.value, type)}, {"count", count.count}});
        out[name] = {{"values", std::move(values)}, {"missing", counts.missing}};
    }
    return out;
}

}  // namespace

nlohmann::ordered_json json_of(const std::string& value, ValueType type) {
    if (type == ValueType::STRING) return value;
    const double number = Xapian::sortable_unserialise(value);
    if (type == ValueType::NUMBER || !is_printable_date(number)) return number;
    const double milliseconds = std::round(number * 1000);
    const double seconds = std::floor(milliseconds / 1000);
    std::string date =
        fmt::format("{:%Y-%m-%dT%H:%M:%S}", fmt::gmtime(static_cast<std::time_t>(seconds)));
    if (milliseconds != seconds * 1000)
        date += fmt::format(".{:03}", static_cast<int>(milliseconds - seconds * 1000));
    return date + "Z";
}

ShownPage search(const SearchParameters& parameters, const OpenIndex& index,
                 std::shared_ptr<DocValues> values) {
    return Search(parameters, index, std::move(values)).run();
}

nlohmann::ordered_json json_of(const ShownPage& page) {
    Json results = Json::array();
    for (const ShownResult& result : page.results) {
        const CollapsedItem& item = result.item;
        Json entry;  // an initializer list would copy the values
        entry["docid"] = item.did;
        entry["id"] = result.id;
        entry["weight"] = item.weight;
        entry["percent"] = item.percent;
        entry["key"] = item.key;
        entry["size"] = item.size;
        entry["members"] = json_of(result.members, false);
        entry["matching"] = item.matching;
        entry["fields"] = result.fields;
        if (result.expanded) entry["expanded"] = json_of(*result.expanded);
        if (result.group) entry["group"] = json_of(*result.group);
        results.push_back(std::move(entry));
    }
    Json out = {{"query", page.query},
                {"start", page.start},
                {"rows", page.rows},
                {"matches", page.matches},
                {"groups", page.groups}};
    out["results"] = std::move(results);
    if (!page.facets.empty()) out["facets"] = json_of(page.facets);
    return out;
}

}  // namespace descry
