/** @file loaded_statistics.h
 *  @brief A statistics file, read to make a model of it.
 */
#ifndef DESCRY_STATISTICS_LOADED_STATISTICS_H
#define DESCRY_STATISTICS_LOADED_STATISTICS_H

#include <cstdint>
#include <optional>
#include <string>

#include <descry/statistics/statistics_file.h>

#include "engine/training/training_steps.h"

namespace descry {

/// A statistics file as choose_model() wants it.
struct LoadedStatistics {
    StatisticsOrigin origin;
    std::uint64_t id = 0;
    WordsAndSample statistics;
    std::optional<LearnedFlips> learned;
};

/// Reads a file, and models the flip rates of its words.
/// @param candidates which words; its minimum length does not count, the file has its own
/// @throws StatisticsFileError also when the file holds only what was learned
/// Cost: as read_words(), without the postings. Memory: the words that are frequent enough.
LoadedStatistics load_statistics(const std::string& path, CandidateOptions candidates,
                                 unsigned threads);

}  // namespace descry

#endif  // DESCRY_STATISTICS_LOADED_STATISTICS_H
