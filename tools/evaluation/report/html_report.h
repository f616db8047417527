/** @file html_report.h
 *  @brief An evaluation as one page to read and to pass on: the table, and its pictures.
 */
#ifndef DESCRY_TOOLS_EVALUATION_REPORT_HTML_REPORT_H
#define DESCRY_TOOLS_EVALUATION_REPORT_HTML_REPORT_H

#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "evaluation/report/chart.h"

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

}  // namespace descry

#endif  // DESCRY_TOOLS_EVALUATION_REPORT_HTML_REPORT_H
