#include "tools/lab/report/html_report.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "engine/report/page.h"
#include "tools/lab/report/report.h"
#include "tools/output/text.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;

// Tables and charts that need more width than there is are scrolled in their boxes.
constexpr const char* STYLE = R"(
td{white-space:nowrap}td small{display:block;color:var(--soft)}
.wide{margin:1rem 0}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,36rem),1fr));gap:1rem}.charts .wide{margin:0}
.charts svg{display:block;width:100%;min-width:36rem;max-width:52rem;height:auto;font:14px system-ui,sans-serif;fill:var(--text)}
)";

// The share, and in small print the interval where it is an estimate.
void write_share(HtmlWriter& to, const Json& row, const std::string& name) {
    to.begin("td");
    to.text(percent(row.at(name)));
    const Json& low = row.at(name + "_low");
    const Json& high = row.at(name + "_high");
    if (!low.is_null() && low != high) {
        to.element("small", {}, fmt::format(" {}\u2013{}", percent(low), percent(high)));
    }
    to.end();
}

// What is scrolled by itself: by the keyboard, too.
void begin_wide(HtmlWriter& to, const std::string& name) {
    to.begin("div",
             {{"class", "wide"}, {"role", "group"}, {"tabindex", "0"}, {"aria-label", name}});
}

// A column that no method has a value for is left out.
struct Column {
    const char* heading;
    std::function<void(HtmlWriter&, const Json&)> write;
    const char* member = nullptr;       // without which it is empty
    const char* member_head = nullptr;  // the same of the pairs of a member and its head
};

std::vector<Column> columns_of(const std::vector<Json>& rows) {
    const auto share = [](const char* name) {
        return [name](HtmlWriter& to, const Json& row) { write_share(to, row, name); };
    };
    const auto recall = [](const char* name) {
        return [name](HtmlWriter& to, const Json& row) {
            to.element("td", {}, percent(row.at(name)));
        };
    };
    const auto number = [](const char* name, int decimals) {
        return [name, decimals](HtmlWriter& to, const Json& row) {
            const Json& value = row.at(name);
            to.element(
                "td", {},
                value.is_null() ? "" : fmt::format("{:.{}f}", value.get<double>(), decimals));
        };
    };
    std::vector<Column> columns = {
        {"below 8 %", share("below_08"), "below_08", "member_head_below_08"},
        {"below 15 %", share("below_15"), "below_15", "member_head_below_15"},
        {"below 30 %", share("below_30"), "below_30", "member_head_below_30"},
        {"recall 8 %", recall("recall_08"), "recall_08"},
        {"15 %", recall("recall_15"), "recall_15"},
        {"30 %", recall("recall_30"), "recall_30"},
        {"CPU s", number("cpu_seconds", 2), "cpu_seconds"},
        {"model (s)", number("model_cpu_seconds", 2), "model_cpu_seconds"},
        {"peak MiB", number("peak_rss_mib", 0), "peak_rss_mib"},
        {"bytes a document", number("bytes_per_doc", 0), "bytes_per_doc"}};
    std::erase_if(columns, [&](const Column& column) {
        return std::ranges::all_of(
            rows, [&](const Json& row) { return row.at(column.member).is_null(); });
    });
    return columns;
}

void write_table(HtmlWriter& to, const std::vector<Json>& rows) {
    const std::vector<Column> columns = columns_of(rows);
    to.begin("table");
    to.begin("thead");
    to.begin("tr");
    for (const char* const heading : {"method", "suggested pairs"})
        to.element("th", {{"scope", "col"}}, heading);
    for (const Column& column : columns)
        to.element("th", {{"scope", "col"}}, column.heading);
    to.end();
    to.end();
    to.begin("tbody");
    for (const Json& row : rows) {
        to.begin("tr");
        to.element("td", {}, row_name(row));
        to.element("td", {}, suggested_pairs(row));
        for (const Column& column : columns)
            column.write(to, row);
        to.end();
        if (row.at("member_head_pairs").is_null()) continue;
        // What a user sees collapsed.
        to.begin("tr");
        to.element("td", {}, row_name(row) + ", member and head");
        to.element("td", {}, grouped_digits(row.at("member_head_pairs").get<std::uint64_t>()));
        for (const Column& column : columns)
            to.element("td", {},
                       column.member_head == nullptr ? "" : percent(row.at(column.member_head)));
        to.end();
    }
    to.end();
    to.end();
}

// The method that finds most: of the gold pairs where there are some, else of pairs below 15 %.
std::string outcome_of(const std::vector<Json>& rows) {
    const Json* best = nullptr;
    double most = -1;
    bool has_gold = false;
    for (const Json& row : rows)
        has_gold = has_gold || !row.at("recall_15").is_null();
    for (const Json& row : rows) {
        const Json& share = row.at(has_gold ? "recall_15" : "below_15");
        if (share.is_null()) continue;
        const double found =
            share.get<double>() * (has_gold ? 1 : row.at("suggested_pairs").get<double>());
        if (found <= most) continue;
        most = found;
        best = &row;
    }
    if (best == nullptr) return "No method suggests pairs whose distances are known.";
    const std::string pairs = suggested_pairs(*best);
    const std::string precision = percent(best->at("below_15"));
    if (!has_gold)
        return fmt::format(
            "Of {}, {} finds most pairs that differ by less than 15 %: it suggests {}"
            " pairs, {} % of them such ones.",
            counted(rows.size(), "method"), row_name(*best), pairs, precision);
    return fmt::format(
        "Of {}, {} finds most of the gold pairs that differ by less than 15 %: {} % of"
        " them. It suggests {} pairs, {} % of which differ by less than 15 %.",
        counted(rows.size(), "method"), row_name(*best), percent(best->at("recall_15")), pairs,
        precision);
}

}  // namespace

std::string html_report(const EvaluationReport& report) {
    HtmlWriter to;
    begin_page(to, {"descry-lab evaluate", "Near-duplicate methods compared", report.facts}, STYLE);
    to.element("p", {}, outcome_of(report.rows));
    to.element("h2", {}, "Suggested pairs, and how different they are");
    to.element(
        "p", {},
        "Shares in percent of the pairs that a method suggests, by normalised edit distance; "
        "in small print the interval of 95 % where the pairs were sampled. Recall is of the "
        "gold pairs below that distance. CPU time is that of the method's own work. Where a method "
        "groups documents around heads, the pairs of a member and its head have a row of their "
        "own: these are what a user sees collapsed.");
    begin_wide(to, "Table of the methods");
    write_table(to, report.rows);
    to.end();
    for (const EvaluationReport::Section& section : report.sections) {
        to.element("h2", {}, section.title);
        to.element("p", {}, section.explanation);
        to.begin("div", {{"class", "charts"}});
        for (const Chart& chart : section.charts) {
            begin_wide(to, section.title + ": " + chart.title);
            draw_chart(to, chart);
            to.end();
        }
        to.end();
    }
    return to.finish();
}

}  // namespace descry
