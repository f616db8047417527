/** @file training_steps.h
 *  @brief The steps of train_model(), for statistics counted elsewhere.
 */
#ifndef DESCRY_TRAINING_TRAINING_STEPS_H
#define DESCRY_TRAINING_TRAINING_STEPS_H

#include <optional>
#include <string>
#include <vector>

#include <descry/collection/collection.h>
#include <descry/training/training.h>

#include "engine/model/learned_rates.h"
#include "engine/model/word_statistics.h"

namespace descry {

/// With fewer pairs, rates are hardly learned, and more thresholds to choose from compensate.
inline constexpr std::uint64_t FEW_PAIRS = 100;

/// What near-duplicates of a collection or shard teach. Words that no pair held may have no counts.
struct LearnedFlips {
    LearnedCounts counts;
    /// counts.words for the finer thresholds of few pairs; empty from FEW_PAIRS pairs on.
    std::vector<std::vector<FlipCount>> finer;
};

/// The middle of train_model(): finds near-duplicates with a first set of words, chosen from
/// @a statistics, and learns from them. The result does not depend on the options of signing and
/// grouping, nor on the number of words wanted.
/// @param collection, contents the collection of the statistics, or a shard of it
LearnedFlips learn_flips(const CountedCollection& collection, const DocumentContents& contents,
                         const WordsAndSample& statistics, const TrainingOptions& options);

/// The rest of train_model(): the model of statistics and what was learned. It has keys of
/// characters if the options require them.
/// @param statistics its flip rates, and with few pairs its thresholds, are replaced
/// @param learned nullopt: flip rates remain modelled
/// @return a model without words if the statistics have fewer than min_documents documents
Model choose_model(WordsAndSample& statistics, std::optional<LearnedFlips> learned,
                   const std::string& term_prefix, const TrainingOptions& options);

}  // namespace descry

#endif  // DESCRY_TRAINING_TRAINING_STEPS_H
