/** @file explain_answer.h
 *  @brief Why two documents are, or are not, in one group: in words, and for programs.
 */
#ifndef DESCRY_TOOLS_ANSWERS_EXPLAIN_ANSWER_H
#define DESCRY_TOOLS_ANSWERS_EXPLAIN_ANSWER_H

#include <string>

#include <nlohmann/json.hpp>

#include <descry/inspection/explanation.h>
#include <descry/reading/open_index.h>

#include "tools/output/word_differences.h"

namespace descry {

/// The rule that decided, for scripts and for people, and what would change it.
struct DecisionText {
    const char* name;
    const char* reason;
    std::string advice;
};

DecisionText decision_of(const OpenIndex& index, const Explanation& explanation);

/// Whether text or positions of both tell the order of their words.
bool is_order_known(const Explanation& explanation);

/// Measured, or what stands behind the bag distance.
ExpectedDistance edit_distance_of(const Explanation& explanation);

bool is_one_group(GroupDecision decision);

/// For programs.
nlohmann::ordered_json json_of(const OpenIndex& index, const Explanation& explanation,
                               const WordDifferences& differences);

}  // namespace descry

#endif  // DESCRY_TOOLS_ANSWERS_EXPLAIN_ANSWER_H
