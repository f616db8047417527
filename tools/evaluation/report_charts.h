/** @file report_charts.h
 *  @brief Which pictures the report shows, from what was measured.
 */
#ifndef DESCRY_TOOLS_EVALUATION_REPORT_CHARTS_H
#define DESCRY_TOOLS_EVALUATION_REPORT_CHARTS_H

#include <vector>

#include <nlohmann/json.hpp>

#include "evaluation/html_report.h"

namespace descry {

/// What a method cost on a part of the collection, or on all of it.
struct CostPoint {
    std::string method;
    std::uint64_t documents = 0;
    double cpu_seconds = 0;
};

/// Curves that were measured with one row (pair_curves.h).
struct RowCurves {
    std::string method;
    nlohmann::ordered_json candidates;
    nlohmann::ordered_json thresholds;
};

/// The sections of a report: candidate curves against what was measured, precision and recall
/// against the threshold, cost against size. A section without data is left out.
std::vector<EvaluationReport::Section> report_sections(const std::vector<RowCurves>& curves,
                                                       const std::vector<CostPoint>& costs);

}  // namespace descry

#endif  // DESCRY_TOOLS_EVALUATION_REPORT_CHARTS_H
