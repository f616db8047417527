/** @file measurement.h
 *  @brief One method measured on one collection: a row of Table 1 of Ilyinsky et al. (WWW 2002).
 */
#ifndef DESCRY_TOOLS_LAB_MEASUREMENT_H
#define DESCRY_TOOLS_LAB_MEASUREMENT_H

#include <cstddef>
#include <cstdint>

#include <nlohmann/json_fwd.hpp>

#include "tools/lab/gold/gold.h"
#include "tools/lab/methods/methods.h"

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
    /// Adds "curves" to the row, the lines of the report's pictures; each is null for a method that
    /// it says nothing of:
    /// - "candidates", of a method that says with which probability it suggests a pair, and with
    /// gold:
    ///   {"theory": [[resemblance, probability], ...], "measured": [[mean resemblance, share, low,
    ///   high], ...]}, that curve, and the share of the gold pairs of about each resemblance that
    ///   it did suggest, with intervals of 95 % (Wilson). Which pairs are gold does not depend on
    ///   what the method drew, so both should agree. Cost: the exact resemblance of 20,000 gold
    ///   pairs.
    /// - "thresholds", of a method that says how alike two documents are: {"thresholds": [...],
    ///   "precision_08": [...], "recall_08": [...]}, what raising its threshold would give: the
    ///   share of the remaining pairs that is below 8 %, and of the gold pairs below 8 % that
    ///   remains; null where nothing remains, and without gold.
    /// - "group_sizes", of a method that parts documents into groups: [[size, groups of so many
    ///   documents and more], ...], a pair for each size there is, ascending.
    bool curves = false;
};

/// Beside the fields of a row, where fewer descriptive words were chosen than asked for: how many.
inline constexpr const char* CHOSEN_WORDS = "chosen_words";

/// Runs @a method in a process of its own and measures it: the time and memory until it returns,
/// then the distances of a sample of its pairs, and its recall.
/// @return an object with the fields of docs/commands/evaluate.md, in their order, and
///         CHOSEN_WORDS; shares that cannot be had (no pair, no gold) are null
/// @throws ChildError when the method fails, with its message
nlohmann::ordered_json measure_method(const Method& method, const EvaluationInput& input,
                                      const MeasurementOptions& options);

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_MEASUREMENT_H
