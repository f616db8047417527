#include "tools/lab/report/html_report.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/report/page.h"
#include "tools/lab/report/report.h"
#include "tools/output/text.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;

// Tables and charts that are too wide scroll in their boxes.
constexpr const char* STYLE = R"(
td{white-space:nowrap}td small{display:block;color:var(--soft)}
.wide{margin:1rem 0}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,36rem),1fr));gap:1rem}.charts .wide{margin:0}
.charts svg{display:block;width:100%;min-width:36rem;max-width:52rem;height:auto;font:14px system-ui,sans-serif;fill:var(--text)}
)";

// Columns without values are omitted.
struct Column {
    const char* heading;
    const char* member;
    int decimals = -1;  // of a number; else it is a share
};

std::vector<Column> columns_of(const std::vector<Json>& rows) {
    std::vector<Column> columns = {
        {"below 8 %", "below_08"},       {"below 15 %", "below_15"},
        {"below 30 %", "below_30"},      {"recall 8 %", "recall_08"},
        {"15 %", "recall_15"},           {"30 %", "recall_30"},
        {"CPU s", "cpu_seconds", 2},     {"model (s)", "model_cpu_seconds", 2},
        {"peak MiB", "peak_rss_mib", 0}, {"bytes a document", "bytes_per_doc", 0}};
    std::erase_if(columns, [&](const Column& column) {
        return std::ranges::all_of(
            rows, [&](const Json& row) { return row.at(column.member).is_null(); });
    });
    return columns;
}

// Writes the value and, for an estimated share, its interval in small print.
void write_cell(HtmlWriter& to, const Json& row, const Column& column) {
    const Json& value = row.at(column.member);
    to.begin("td");
    if (column.decimals < 0) {
        to.text(percent(value));
    } else if (!value.is_null()) {
        to.text(fmt::format("{:.{}f}", value.get<double>(), column.decimals));
    }
    const Json low = row.value(std::string(column.member) + "_low", Json());
    const Json high = row.value(std::string(column.member) + "_high", Json());
    if (!low.is_null() && low != high)
        to.element("small", {}, fmt::format(" {}\u2013{}", percent(low), percent(high)));
    to.end();
}

void write_table(HtmlWriter& to, const std::vector<Json>& rows) {
    const std::vector<Column> columns = columns_of(rows);
    std::vector<std::string_view> headings = {"method", "suggested pairs"};
    for (const Column& column : columns)
        headings.emplace_back(column.heading);
    begin_table(to, "methods", "Table of the methods", headings);
    for (const Json& row : rows) {
        to.begin("tr");
        to.element("td", {}, row_name(row));
        to.element("td", {}, suggested_pairs(row));
        for (const Column& column : columns)
            write_cell(to, row, column);
        to.end();
        if (row.at("member_head_pairs").is_null()) continue;
        to.begin("tr");
        to.element("td", {}, row_name(row) + ", member and head");
        to.element("td", {}, grouped_digits(row.at("member_head_pairs").get<std::uint64_t>()));
        for (const Column& column : columns) {
            const auto share = row.find(std::string("member_head_") + column.member);
            to.element("td", {}, share == row.end() ? "" : percent(*share));
        }
        to.end();
    }
    end_table(to);
}

// The method that finds most: of the gold pairs, if any, else of pairs below 15%.
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
    write_table(to, report.rows);
    for (const EvaluationReport::Section& section : report.sections) {
        to.element("h2", {}, section.title);
        to.element("p", {}, section.explanation);
        to.begin("div", {{"class", "charts"}});
        for (const Chart& chart : section.charts) {
            begin_scrolled(to, "wide", section.title + ": " + chart.title);
            draw_chart(to, chart);
            to.end();
        }
        to.end();
    }
    return to.finish();
}

}  // namespace descry
