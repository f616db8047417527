/** @file html_report.h
 *  @brief The HTML report of an evaluation: a table and charts.
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
    /// Names and values of the measurement's settings, shown above the table.
    std::vector<std::pair<std::string, std::string>> facts;
    std::vector<nlohmann::ordered_json> rows;
    struct Section {
        std::string title;
        std::string explanation;
        std::vector<Chart> charts;
    };
    std::vector<Section> sections;
};

/// The page: UTF-8, self-contained, readable without scripts, well-formed XML.
std::string html_report(const EvaluationReport& report);

struct CostPoint {
    std::string method;
    MethodSource source = MethodSource::INDEX;
    std::uint64_t documents = 0;
    double cpu_seconds = 0;
};

/// Curves measured with one row (MeasurementOptions::curves).
struct RowCurves {
    std::string method;
    nlohmann::ordered_json candidates;
    nlohmann::ordered_json thresholds;
    nlohmann::ordered_json group_sizes;
};

/// The sections of a report: precision and recall of all methods, group sizes, candidate curves,
/// precision and recall by threshold, cost by size (separately for methods on an index and on
/// texts). Sections without data are omitted. @param rows from measure_method()
std::vector<EvaluationReport::Section> report_sections(
    const std::vector<nlohmann::ordered_json>& rows, const std::vector<RowCurves>& curves,
    const std::vector<CostPoint>& costs);

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_REPORT_HTML_REPORT_H
