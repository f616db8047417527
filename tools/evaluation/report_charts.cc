#include "evaluation/report_charts.h"

#include <algorithm>

namespace descry {

namespace {

using Json = nlohmann::ordered_json;
using Style = ChartSeries::Style;

ChartAxis share_axis(const char* label) {
    return {label, ChartAxis::Scale::LINEAR, 0, 1};
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

Chart cost_chart(const std::vector<CostPoint>& costs) {
    Chart chart{"CPU time of each method",
                {"documents", ChartAxis::Scale::LOGARITHMIC, 0, 0},
                {"CPU seconds", ChartAxis::Scale::LOGARITHMIC, 0, 0},
                {}};
    for (const CostPoint& cost : costs) {
        auto series = std::find_if(chart.series.begin(), chart.series.end(),
                                   [&](const ChartSeries& one) { return one.name == cost.method; });
        if (series == chart.series.end()) {
            series = chart.series.insert(series, {cost.method, Style::BOTH, {}});
        }
        series->points.push_back({.x = static_cast<double>(cost.documents), .y = cost.cpu_seconds});
    }
    return chart;
}

}  // namespace

std::vector<EvaluationReport::Section> report_sections(const std::vector<RowCurves>& curves,
                                                       const std::vector<CostPoint>& costs) {
    EvaluationReport::Section candidates{
        "Candidates against resemblance",
        "The probability with which two documents of a given Jaccard coefficient become "
        "candidates, "
        "and the share of the gold pairs of about that coefficient that did.",
        {}};
    EvaluationReport::Section thresholds{
        "Precision and recall against the threshold",
        "What a higher threshold of the method's own similarity would leave: the share of its "
        "pairs "
        "below 8 % (precision), and the share of the gold pairs below 8 % (recall).",
        {}};
    for (const RowCurves& row : curves) {
        if (!row.candidates.is_null()) candidates.charts.push_back(candidate_chart(row));
        if (!row.thresholds.is_null()) thresholds.charts.push_back(threshold_chart(row));
    }
    EvaluationReport::Section cost{
        "Cost against size",
        "CPU time on a quarter, a half and all of the documents, each with an index of its own; a "
        "method that chooses words chooses them anew from each part.",
        {}};
    if (!costs.empty()) cost.charts.push_back(cost_chart(costs));
    std::vector<EvaluationReport::Section> sections;
    for (EvaluationReport::Section* section : {&candidates, &thresholds, &cost}) {
        if (!section->charts.empty()) sections.push_back(std::move(*section));
    }
    return sections;
}

}  // namespace descry
