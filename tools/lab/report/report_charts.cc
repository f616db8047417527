#include <algorithm>

#include <fmt/format.h>

#include "tools/lab/report/html_report.h"
#include "tools/lab/report/report.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;
using Style = ChartSeries::Style;

ChartAxis share_axis(const char* label) {
    return {label, ChartAxis::Scale::LINEAR, 0, 0};
}

Chart candidate_chart(const RowCurves& row) {
    Chart chart{row.method, share_axis("resemblance"), share_axis("share suggested"), {}};
    ChartSeries theory{"expected", Style::LINE, {}};
    for (const Json& point : row.candidates.at("theory"))
        theory.points.push_back({.x = point[0], .y = point[1]});
    ChartSeries measured{"gold pairs, 95 %", Style::POINTS, {}};
    for (const Json& point : row.candidates.at("measured"))
        measured.points.push_back({point[0], point[1], point[2], point[3]});
    chart.series = {std::move(theory), std::move(measured)};
    return chart;
}

ChartSeries threshold_series(const Json& curves, const char* values, const char* name) {
    ChartSeries series{name, Style::BOTH, {}};
    for (std::size_t i = 0; i < curves.at("thresholds").size(); ++i) {
        const Json& value = curves.at(values)[i];
        if (!value.is_null())
            series.points.push_back({.x = curves.at("thresholds")[i], .y = value.get<double>()});
    }
    return series;
}

Chart threshold_chart(const RowCurves& row) {
    Chart chart{row.method,
                {"threshold of similarity", ChartAxis::Scale::LINEAR, 0, 0},
                share_axis("share"),
                {threshold_series(row.thresholds, "precision_08", "precision, below 8 %")}};
    ChartSeries recall = threshold_series(row.thresholds, "recall_08", "recall, below 8 %");
    if (!recall.points.empty()) chart.series.push_back(std::move(recall));
    return chart;
}

// One point per method: pairs below a limit among its own, and among the gold pairs.
Chart quality_chart(const std::vector<Json>& rows, const std::string& limit, const char* percent) {
    Chart chart{fmt::format("Pairs below {}", percent),
                share_axis("recall: share of the gold pairs that are suggested"),
                share_axis("precision: share of the suggested pairs"),
                {}};
    for (const Json& row : rows) {
        const Json& recall = row.at("recall_" + limit);
        const Json& precision = row.at("below_" + limit);
        if (recall.is_null() || precision.is_null()) continue;
        chart.series.push_back({row_name(row),
                                Style::NAMED_POINTS,
                                {{recall, precision, row.at("below_" + limit + "_low"),
                                  row.at("below_" + limit + "_high")}}});
    }
    return chart;
}

Chart group_size_chart(const std::vector<RowCurves>& curves) {
    Chart chart{"Sizes of groups",
                {"documents of a group", ChartAxis::Scale::LOGARITHMIC, 0, 0},
                {"groups of so many documents and more", ChartAxis::Scale::LOGARITHMIC, 0, 0},
                {}};
    for (const RowCurves& row : curves) {
        if (row.group_sizes.empty()) continue;
        ChartSeries series{row.method, Style::BOTH, {}};
        for (const Json& point : row.group_sizes)
            series.points.push_back({.x = point[0], .y = point[1]});
        chart.series.push_back(std::move(series));
    }
    return chart;
}

Chart cost_chart(const std::vector<CostPoint>& costs, MethodSource source) {
    Chart chart{source == MethodSource::INDEX ? "Methods that work on an existing index"
                                              : "Methods that work on texts",
                {"documents", ChartAxis::Scale::LOGARITHMIC, 0, 0},
                {"CPU time of the method's own work, seconds", ChartAxis::Scale::LOGARITHMIC, 0, 0},
                {}};
    for (const CostPoint& cost : costs) {
        if (cost.source != source) continue;
        auto series = std::ranges::find(chart.series, cost.method, &ChartSeries::name);
        if (series == chart.series.end()) {
            series = chart.series.insert(series, {cost.method, Style::BOTH, {}});
        }
        series->points.push_back({.x = static_cast<double>(cost.documents), .y = cost.cpu_seconds});
    }
    return chart;
}

template <typename... Charts>
std::vector<Chart> charts_with_data(Charts... charts) {
    std::vector<Chart> all = {std::move(charts)...};
    std::erase_if(all, [](const Chart& chart) { return chart.series.empty(); });
    return all;
}

}  // namespace

std::vector<EvaluationReport::Section> report_sections(const std::vector<Json>& rows,
                                                       const std::vector<RowCurves>& curves,
                                                       const std::vector<CostPoint>& costs) {
    std::vector<Chart> candidates;
    std::vector<Chart> thresholds;
    for (const RowCurves& row : curves) {
        if (!row.candidates.is_null()) candidates.push_back(candidate_chart(row));
        if (!row.thresholds.is_null()) thresholds.push_back(threshold_chart(row));
    }
    std::vector<EvaluationReport::Section> sections = {
        {"Precision and recall of all methods",
         "To the right: more of the known near-duplicates are found; upwards: more of what is "
         "suggested is near. A vertical line is the interval of 95 % of a precision that was "
         "measured on a sample. Methods that agree lie on one another: a point without room for "
         "its name is named in the legend.",
         charts_with_data(quality_chart(rows, "08", "8 %"), quality_chart(rows, "15", "15 %"))},
        {"Sizes of groups",
         "Of the methods that part documents into groups: how many groups have so many documents "
         "and more, from all groups at two documents to the largest one.",
         charts_with_data(group_size_chart(curves))},
        {"Candidates against resemblance",
         "The probability with which two documents of a given Jaccard coefficient become "
         "candidates, and the share of the gold pairs of about that coefficient that did.",
         std::move(candidates)},
        {"Precision and recall against the threshold",
         "What a higher threshold of the method's own similarity would leave: the share of its "
         "pairs below 8 % (precision), and the share of the gold pairs below 8 % (recall).",
         std::move(thresholds)},
        {"Cost against size",
         "CPU time on a quarter, a half and all of the documents, each with an index of its own; a "
         "method that chooses words does so for each part. Only the method's own work counts: from "
         "an existing index, or from texts that are read and decompressed. So the two pictures are "
         "not compared with each other.",
         charts_with_data(cost_chart(costs, MethodSource::INDEX),
                          cost_chart(costs, MethodSource::TEXTS))}};
    std::erase_if(sections, [](const auto& section) { return section.charts.empty(); });
    return sections;
}

}  // namespace descry
