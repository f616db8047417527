/** @file explain_answer.h
 *  @brief Explains, as text or JSON, why two documents are or are not in one group.
 */
#ifndef DESCRY_TOOLS_ANSWERS_EXPLAIN_ANSWER_H
#define DESCRY_TOOLS_ANSWERS_EXPLAIN_ANSWER_H

#include <string>

#include <nlohmann/json.hpp>

#include <descry/inspection/explanation.h>
#include <descry/reading/open_index.h>

#include "tools/output/word_differences.h"

namespace descry {

/// The deciding rule, for scripts and for people, and what would change the result.
struct DecisionText {
    const char* name;
    const char* reason;
    std::string advice;
};

DecisionText decision_of(const OpenIndex& index, const Explanation& explanation);

/// Whether texts or positions of both give the order of their words.
bool is_order_known(const Explanation& explanation);

/// The edit distance if measured, or else expected from the bag distance.
ExpectedDistance edit_distance_of(const Explanation& explanation);

bool is_one_group(GroupDecision decision);

nlohmann::ordered_json json_of(const OpenIndex& index, const Explanation& explanation,
                               const WordDifferences& differences);

}  // namespace descry

#endif  // DESCRY_TOOLS_ANSWERS_EXPLAIN_ANSWER_H
