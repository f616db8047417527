/** @file training_steps.h
 *  @brief The steps of train_model(), for statistics that were counted elsewhere.
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

/// With fewer pairs than this rates are hardly learned: more thresholds to choose from make up for
/// it.
inline constexpr std::uint64_t FEW_PAIRS = 100;

/// What the near-duplicates of a collection, or of one of its shards, teach. A word that no pair
/// held may have an empty list of counts.
struct LearnedFlips {
    LearnedCounts counts;
    /// counts.words for the finer thresholds of few pairs; empty from FEW_PAIRS pairs on.
    std::vector<std::vector<FlipCount>> finer;
};

/// The middle of train_model(): finds near-duplicates with a first set of words, chosen from
/// @a statistics, and learns from them. The first set, and so the result, does not depend on the
/// options that say how documents are signed and grouped, nor on the number of words wanted.
/// @param collection, contents the collection that the statistics are of, or a shard of it
LearnedFlips learn_flips(const CountedCollection& collection, const DocumentContents& contents,
                         const WordsAndSample& statistics, const TrainingOptions& options);

/// What follows in train_model(): the model that statistics and what was learned give. It has keys
/// of characters where these are asked for.
/// @param statistics its flip rates, and with few pairs its thresholds, are replaced
/// @param learned nullopt where nobody tried to learn: flip rates stay modelled
/// @return a model without words when the statistics are of fewer than min_documents documents
Model choose_model(WordsAndSample& statistics, std::optional<LearnedFlips> learned,
                   const std::string& term_prefix, const TrainingOptions& options);

}  // namespace descry

#endif  // DESCRY_TRAINING_TRAINING_STEPS_H
