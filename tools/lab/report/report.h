/** @file report.h
 *  @brief Prints the rows of an evaluation.
 */
#ifndef DESCRY_TOOLS_LAB_REPORT_REPORT_H
#define DESCRY_TOOLS_LAB_REPORT_REPORT_H

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "tools/messages/console.h"

namespace descry {

/// The heading above the rows: for text, the columns of Table 1 of Ilyinsky et al. and recall, in
/// 80 columns; empty for other formats.
std::string report_heading(OutputFormat format);

/// A share with one decimal; "-" for null.
std::string percent(const nlohmann::ordered_json& share);

/// The method's name, with the requested number of words, if any.
std::string row_name(const nlohmann::ordered_json& row);

/// The number of suggested pairs, digits in groups; estimates begin with a tilde.
std::string suggested_pairs(const nlohmann::ordered_json& row);

/// A row (measure_method()) as a line with its end. Tab-separated: the fields in the order of the
/// object, without names; null is empty.
std::string report_row(const nlohmann::ordered_json& row, OutputFormat format);

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_REPORT_REPORT_H
