/** @file measurement.h
 *  @brief One method measured on one collection: a row of Table 1 of Ilyinsky et al. (WWW 2002).
 */
#ifndef DESCRY_TOOLS_EVALUATION_MEASUREMENT_H
#define DESCRY_TOOLS_EVALUATION_MEASUREMENT_H

#include <cstddef>
#include <cstdint>

#include <nlohmann/json_fwd.hpp>

#include "evaluation/gold/gold.h"
#include "evaluation/methods/methods.h"

namespace descry {

/// What a method is measured with.
struct MeasurementOptions {
    /// Pairs drawn to be judged; all, where a method suggests no more.
    std::size_t sample = 2000;
    std::uint64_t seed = 1;
    /// Null: recall is not measured.
    const Gold* gold = nullptr;
    /// What it took to read the collection and to make the index.
    double prepare_cpu_seconds = 0;
    /// Adds "curves" to the row: {"candidates": candidate_curve(), "thresholds":
    /// threshold_curve(), "group_sizes": group_size_curve()}.
    bool curves = false;
};

/// Runs @a method in a process of its own and measures it: the time and memory until it returns,
/// then the distances of a sample of its pairs, and its recall.
/// @return an object with the fields of docs/commands/evaluate.md, in their order; shares that
///         cannot be had (no pair, no gold) are null
/// @throws ChildError when the method fails, with its message
nlohmann::ordered_json measure_method(const Method& method, const EvaluationInput& input,
                                      const MeasurementOptions& options);

}  // namespace descry

#endif  // DESCRY_TOOLS_EVALUATION_MEASUREMENT_H
