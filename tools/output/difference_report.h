/** @file difference_report.h
 *  @brief Differing words, printed.
 */
#ifndef DESCRY_TOOLS_OUTPUT_DIFFERENCE_REPORT_H
#define DESCRY_TOOLS_OUTPUT_DIFFERENCE_REPORT_H

#include <nlohmann/json.hpp>

#include "tools/output/word_differences.h"

namespace descry {

/// For scripts.
nlohmann::ordered_json json_of(const WordDifferences& differences);

/// For people, in the notation of wdiff: [-words of A-] {+words of B+}. Of equal texts, how they
/// begin. Nothing where no place differs, or none is asked for.
void print_differences(const WordDifferences& differences);

}  // namespace descry

#endif  // DESCRY_TOOLS_OUTPUT_DIFFERENCE_REPORT_H
