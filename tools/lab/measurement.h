/** @file measurement.h
 *  @brief Measures one method on one collection: a row of Table 1 of Ilyinsky et al. (WWW 2002).
 */
#ifndef DESCRY_TOOLS_LAB_MEASUREMENT_H
#define DESCRY_TOOLS_LAB_MEASUREMENT_H

#include <cstddef>
#include <cstdint>

#include <nlohmann/json_fwd.hpp>

#include "tools/lab/gold/gold.h"
#include "tools/lab/methods/methods.h"

namespace descry {

struct MeasurementOptions {
    /// Pairs sampled for judging; all if a method suggests no more.
    std::size_t sample = 2000;
    std::uint64_t seed = 1;
    /// Null: recall is not measured.
    const Gold* gold = nullptr;
    double prepare_cpu_seconds = 0;
    /// Adds "curves" to the row, for the report's charts; each is null if it does not apply to the
    /// method:
    /// - "candidates", for a method that knows the probability of suggesting a pair, and with gold:
    ///   {"theory": [[resemblance, probability], ...], "measured": [[mean resemblance, share, low,
    ///   high], ...]}: the theoretical curve, and the share of gold pairs of each resemblance that
    ///   it suggested, with 95% intervals (Wilson). Gold pairs do not depend on the method's random
    ///   choices, so both should agree. Cost: the exact resemblance of 20,000 gold pairs.
    /// - "thresholds", for a method that knows the similarity of two documents: {"thresholds":
    ///   [...], "precision_08": [...], "recall_08": [...]}, the effect of a higher threshold: the
    ///   share of remaining pairs below 8%, and of gold pairs below 8% that remain; null if nothing
    ///   remains, and without gold.
    /// - "group_sizes", for a method that partitions documents: [[size, groups of at least this
    ///   size], ...], a pair for each existing size, ascending.
    bool curves = false;
};

/// An additional field of a row: the number of descriptive words chosen, if lower than requested.
inline constexpr const char* CHOSEN_WORDS = "chosen_words";

/// Runs @a method in a child process and measures its time and memory until it returns, then the
/// distances of a sample of its pairs, and its recall.
/// @return an object with the fields of docs/commands/evaluate.md, in order, and CHOSEN_WORDS;
///         undefined shares (no pair, no gold) are null
/// @throws ChildError the method fails, with its message
nlohmann::ordered_json measure_method(const Method& method, const EvaluationInput& input,
                                      const MeasurementOptions& options);

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_MEASUREMENT_H
