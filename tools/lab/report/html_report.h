/** @file html_report.h
 *  @brief An evaluation as one page to read and to pass on: the table, and its pictures.
 */
#ifndef DESCRY_TOOLS_LAB_REPORT_HTML_REPORT_H
#define DESCRY_TOOLS_LAB_REPORT_HTML_REPORT_H

#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "tools/lab/methods/methods.h"
#include "tools/lab/report/chart.h"

namespace descry {

struct EvaluationReport {
    /// What was measured and how: names and values, shown above the table.
    std::vector<std::pair<std::string, std::string>> facts;
    /// As measure_method() gives them.
    std::vector<nlohmann::ordered_json> rows;
    struct Section {
        std::string title;
        std::string explanation;
        std::vector<Chart> charts;
    };
    std::vector<Section> sections;
};

/// The page: UTF-8, nothing loaded from elsewhere, readable without scripts; well-formed XML too.
std::string html_report(const EvaluationReport& report);

/// What a method cost on a part of the collection, or on all of it.
struct CostPoint {
    std::string method;
    MethodSource source = MethodSource::INDEX;
    std::uint64_t documents = 0;
    double cpu_seconds = 0;
};

/// Curves that were measured with one row (MeasurementOptions::curves).
struct RowCurves {
    std::string method;
    nlohmann::ordered_json candidates;
    nlohmann::ordered_json thresholds;
    nlohmann::ordered_json group_sizes;
};

/// The sections of a report: precision and recall of all methods, sizes of groups, candidate curves
/// against what was measured, precision and recall against the threshold, cost against size
/// (methods that work on an index apart from those that work on texts). A section without data is
/// left out.
/// @param rows as measure_method() gives them
std::vector<EvaluationReport::Section> report_sections(
    const std::vector<nlohmann::ordered_json>& rows, const std::vector<RowCurves>& curves,
    const std::vector<CostPoint>& costs);

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_REPORT_HTML_REPORT_H
