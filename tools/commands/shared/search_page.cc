#include "tools/commands/shared/search_page.h"

#include <cmath>
#include <ctime>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tools/output/json_text.h"
#include "tools/output/text.h"

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

// A date within the years that have four digits.
bool is_printable_date(double seconds) {
    constexpr double YEAR_0 = -62167219200.0;
    constexpr double YEAR_10000 = 253402300800.0;
    return seconds >= YEAR_0 && seconds < YEAR_10000;
}

// A value as what it means: a number, an instant, or its bytes.
Json json_of(const std::string& value, ValueType type) {
    if (type == ValueType::STRING) return value;
    const double number = Xapian::sortable_unserialise(value);
    if (type == ValueType::NUMBER || !is_printable_date(number)) return number;
    const double seconds = std::floor(number);
    std::string date =
        fmt::format("{:%Y-%m-%dT%H:%M:%S}", fmt::gmtime(static_cast<std::time_t>(seconds)));
    if (number != seconds) date += fmt::format("{:.3f}", number - seconds).substr(1);
    return date + "Z";
}

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

void print_json(const ShownPage& page) {
    Json results = Json::array();
    for (const ShownResult& result : page.results) {
        const CollapsedItem& item = result.item;
        Json entry = {{"docid", item.did},
                      {"id", result.id},
                      {"weight", item.weight},
                      {"percent", item.percent},
                      {"key", item.key},
                      {"size", item.size},
                      {"members", json_of(result.members, false)},
                      {"matching", item.matching},
                      {"fields", result.fields}};
        if (result.expanded) entry["expanded"] = json_of(*result.expanded);
        if (result.group) entry["group"] = json_of(*result.group);
        results.push_back(std::move(entry));
    }
    Json out = {{"query", page.query},   {"start", page.start},
                {"rows", page.rows},     {"matches", page.matches},
                {"groups", page.groups}, {"results", std::move(results)}};
    if (!page.facets.empty()) out["facets"] = json_of(page.facets);
    fmt::print("{}\n", json_text(out));
}

void print_tsv(const ShownPage& page) {
    for (const ShownResult& result : page.results) {
        const CollapsedItem& item = result.item;
        fmt::print("{}\t{}\t{:.6f}\t{}\t{}\t{}", item.did, tsv_field(result.id), item.weight,
                   item.percent, tsv_field(item.key), item.size);
        for (const ShownMember& member : result.members)
            fmt::print("\t{}", tsv_field(member.id));
        fmt::print("\n");
    }
}

void print_members(const std::vector<ShownMember>& members, std::size_t of) {
    for (const ShownMember& member : members)
        fmt::print("         {}\n", one_line(member.id, 200));
    if (!members.empty() && of > members.size())
        fmt::print("         … and {} more\n", grouped_digits(of - members.size()));
}

void print_text(const ShownPage& page) {
    fmt::print("{} match", counted(page.matches, "document"));
    if (page.is_collapsed) fmt::print(", {} after collapsing", counted(page.groups, "result"));
    fmt::print("\n");
    Xapian::doccount rank = page.start;
    for (const ShownResult& result : page.results) {
        fmt::print("\n{:3}. {}  [{}%]\n", ++rank, one_line(result.id, 200), result.item.percent);
        if (!result.summary.empty()) fmt::print("     {}\n", result.summary);
        if (result.group) {
            print_members(result.group->documents, result.group->matches);
        } else if (page.shows_expanded) {
            if (result.expanded && result.expanded->matches > 0) {
                fmt::print("     + {} more that match\n", grouped_digits(result.expanded->matches));
                print_members(result.expanded->documents, result.expanded->matches);
            }
        } else if (result.item.size > 1) {
            fmt::print("     + {} more like this\n", grouped_digits(result.item.size - 1));
            print_members(result.members, result.item.size - 1);
        }
    }
    for (const auto& [name, type, counts] : page.facets) {
        fmt::print("\n{}:\n", name);
        for (const FacetCount& count : counts.values) {
            const std::string value = plain_text(json_of(count.value, type));
            fmt::print("  {:>7}  {}\n", grouped_digits(count.count), one_line(value, 200));
        }
        if (counts.missing > 0) fmt::print("  {:>7}  (no value)\n", grouped_digits(counts.missing));
    }
}

}  // namespace

void print_page(const ShownPage& page, OutputFormat format) {
    if (format == OutputFormat::JSON) return print_json(page);
    if (format == OutputFormat::TSV) return print_tsv(page);
    return print_text(page);
}

}  // namespace descry
