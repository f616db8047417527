/** @file statistics_file.h
 *  @brief Statistics of a collection in files: made per shard, merged, turned into a model.
 *
 *  A statistics file holds the statistics that words and thresholds are chosen from
 *  (WordsAndSample, for all body terms), what was learned from near-duplicates (LearnedFlips), or
 *  both. Files of shards merge, in any order, into exactly the file of the whole collection, and
 *  into the same model. What was learned belongs to the statistics that the first words were chosen
 *  from, and merges only with those. Layout: docs/commands/stats.md.
 *
 *  Outputs are written as streams and appear complete or not at all (OutputFile).
 */
#ifndef DESCRY_STATISTICS_STATISTICS_FILE_H
#define DESCRY_STATISTICS_STATISTICS_FILE_H

#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

#include <descry/collection/collection.h>
#include <descry/model/term_statistics.h>
#include <descry/reading/index_collection.h>
#include <descry/training/training.h>

namespace descry {

/// A statistics file that cannot be used. what() names the file and the reason: damaged, truncated,
/// another format version, or different statistics than the files it is combined with.
class StatisticsFileError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Whether a file, read from its beginning, starts like a statistics file.
bool is_statistics(std::istream& file);

/// The documents counted; only statistics of equal origin can be merged.
struct StatisticsOrigin {
    std::string analyzer;
    std::string term_prefix;
    /// Documents with fewer body terms are not counted.
    std::uint32_t min_body_length = 30;

    friend bool operator==(const StatisticsOrigin&, const StatisticsOrigin&) = default;
};

struct StatisticsSummary {
    CollectionStatistics collection;
    /// Terms with statistics; 0 in a file that holds only what was learned.
    std::uint64_t terms = 0;
    /// Of the statistics in the file or, without any, of those it belongs to.
    std::uint64_t statistics_id = 0;
    /// nullopt: nothing was learned.
    std::optional<std::uint64_t> learned_pairs;
};

/// Writes the statistics of an index. Cost: all body postings twice. Memory: 15 bytes per docid, 16
/// bytes per term while it is processed, and a few MB per thread; not the vocabulary.
/// @param origin its term prefix is read.space's
/// @throws std::runtime_error the file cannot be written; Xapian::Error
StatisticsSummary export_statistics(const IndexCollection& index, const StatisticsOrigin& origin,
                                    const std::string& output);

/// Writes the statistics of documents without an index: the same bytes as for an index of them.
/// Cost and memory: counted_copy(), a sort of all postings, and 15 bytes per document.
/// @throws std::runtime_error the file, or a copy of the term lists, cannot be written
StatisticsSummary export_statistics(const std::shared_ptr<const Collection>& documents,
                                    const StatisticsOrigin& origin, const std::string& output);

/// Writes what the near-duplicates of a collection teach about the words of a statistics file,
/// usually that of a larger collection that contains this one. Cost and memory: as train_model().
/// @param options analyzer and minimum length must be the collection's
/// @throws StatisticsFileError also if the statistics have another analyzer, prefix or minimum
StatisticsSummary export_learned(const CountedCollection& documents, const std::string& statistics,
                                 const TrainingOptions& options, const std::string& output);

/// Merges files. All must have the same origin, and what was learned must belong to the resulting
/// statistics or, if no input has statistics, to the same ones. An input given twice counts twice.
/// Cost: linear in the files. Memory: 0.5 MB per file of any size.
/// @throws StatisticsFileError names the first file that does not fit or is damaged
StatisticsSummary merge_statistics(std::span<const std::string> inputs, const std::string& output);

}  // namespace descry

#endif  // DESCRY_STATISTICS_STATISTICS_FILE_H
