#include "tools/lab/report/html_report.h"

#include <fmt/format.h>

#include "engine/report/page.h"
#include "tools/lab/report/report.h"
#include "tools/output/text.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;

// Tables and charts are as wide as they are: at less width they are scrolled, and not made small.
constexpr const char* STYLE = R"(
th:first-child,td:first-child{white-space:nowrap}
.wide{overflow-x:auto;margin:1rem 0}
svg{display:block;font:12px system-ui,sans-serif;fill:var(--text)}
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
             {{"class", "wide"}, {"role", "region"}, {"tabindex", "0"}, {"aria-label", name}});
}

// The pairs of a member and its head: what a user sees collapsed.
void write_member_heads(HtmlWriter& to, const Json& row) {
    to.begin("tr");
    to.element("td", {}, row_name(row) + ", member and head");
    to.element("td", {}, grouped_digits(row.at("member_head_pairs").get<std::uint64_t>()));
    for (const char* name :
         {"member_head_below_08", "member_head_below_15", "member_head_below_30"})
        to.element("td", {}, percent(row.at(name)));
    constexpr int COLUMNS_LEFT = 7;
    for (int i = 0; i < COLUMNS_LEFT; ++i)
        to.element("td", {});
    to.end();
}

void write_table(HtmlWriter& to, const std::vector<Json>& rows) {
    to.begin("table");
    to.begin("tr");
    for (const char* heading :
         {"method", "suggested pairs", "below 8 %", "below 15 %", "below 30 %", "recall 8 %",
          "15 %", "30 %", "CPU s", "model (s)", "peak MiB", "bytes a document"})
        to.element("th", {}, heading);
    to.end();
    for (const Json& row : rows) {
        to.begin("tr");
        to.element("td", {}, row_name(row));
        to.element("td", {}, suggested_pairs(row));
        for (const char* name : {"below_08", "below_15", "below_30"})
            write_share(to, row, name);
        for (const char* name : {"recall_08", "recall_15", "recall_30"})
            to.element("td", {}, percent(row.at(name)));
        to.element("td", {}, fmt::format("{:.2f}", row.at("cpu_seconds").get<double>()));
        const Json& model = row.at("model_cpu_seconds");
        to.element("td", {}, model.is_null() ? "" : fmt::format("{:.2f}", model.get<double>()));
        to.element("td", {}, fmt::format("{:.0f}", row.at("peak_rss_mib").get<double>()));
        to.element("td", {}, fmt::format("{:.0f}", row.at("bytes_per_doc").get<double>()));
        to.end();
        if (!row.at("member_head_pairs").is_null()) write_member_heads(to, row);
    }
    to.end();
}

}  // namespace

std::string html_report(const EvaluationReport& report) {
    HtmlWriter to;
    begin_page(to, {"descry-lab evaluate", "Near-duplicate methods compared", report.facts}, STYLE);
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
        for (const Chart& chart : section.charts) {
            begin_wide(to, section.title + ": " + chart.title);
            draw_chart(to, chart);
            to.end();
        }
    }
    return to.finish();
}

}  // namespace descry
