/** @file report.h
 *  @brief The rows of an evaluation, printed.
 */
#ifndef DESCRY_TOOLS_LAB_REPORT_REPORT_H
#define DESCRY_TOOLS_LAB_REPORT_REPORT_H

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "tools/messages/console.h"

namespace descry {

/// What stands above the rows: the columns of Table 1 of Ilyinsky et al. and recall, for text, in
/// 80 columns; nothing for the other formats.
std::string report_heading(OutputFormat format);

/// A share with one decimal; "-" for null.
std::string percent(const nlohmann::ordered_json& share);

/// The method's name, with the number of words where one was asked for.
std::string row_name(const nlohmann::ordered_json& row);

/// The number of suggested pairs, digits in groups; an estimate with a tilde before it.
std::string suggested_pairs(const nlohmann::ordered_json& row);

/// One row (measure_method()) as a line, with its end. Tab-separated: the fields in the order of
/// the object, without names; null is empty.
std::string report_row(const nlohmann::ordered_json& row, OutputFormat format);

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_REPORT_REPORT_H
