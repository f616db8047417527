/** @file statistics_file.h
 *  @brief Statistics of a collection in files: made shard by shard, added up, turned into a model.
 *
 *  A statistics file holds what words and thresholds are chosen from (WordsAndSample, for all body
 *  terms), what was learned from near-duplicates (LearnedFlips), or both. Files of shards add up to
 *  the file of the whole collection, to the byte and in any order; so does the model made of it.
 *  What is learned belongs to the statistics that the first set of words was chosen from: it is
 *  added to those alone. Layout: docs/commands/stats.md.
 *
 *  Every output is written as a stream and appears whole or not at all (OutputFile).
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

/// A statistics file that cannot be used. what() names the file and says why: damaged, cut short,
/// of another format version, or of other statistics than those it is put together with.
class StatisticsFileError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Whether a file, read from its beginning, begins as one of statistics does.
bool is_statistics(std::istream& file);

/// Which documents statistics are of; only what is equal in this adds up.
struct StatisticsOrigin {
    /// As in ModelParameters.
    std::string analyzer;
    std::string term_prefix;
    /// Documents of fewer body terms are not counted.
    std::uint32_t min_body_length = 30;

    friend bool operator==(const StatisticsOrigin&, const StatisticsOrigin&) = default;
};

/// What was written.
struct StatisticsSummary {
    CollectionStatistics collection;
    /// Terms with statistics; 0 in a file that holds only what was learned.
    std::uint64_t terms = 0;
    /// Of the statistics in the file or, where it has none, of those it belongs to.
    std::uint64_t statistics_id = 0;
    /// nullopt: nothing was learned.
    std::optional<std::uint64_t> learned_pairs;
};

/// Writes the statistics of an index.
/// @param origin its term prefix is read.space's
/// @throws std::runtime_error the file cannot be written; Xapian::Error
/// Cost: all body postings twice. Memory: 15 bytes a docid, 16 bytes a term while it is looked at
/// and a few MB a thread: not the vocabulary.
StatisticsSummary export_statistics(const IndexCollection& index, const StatisticsOrigin& origin,
                                    const std::string& output);

/// Writes the statistics of documents without an index: the bytes that an index of them gives.
/// @throws std::runtime_error the file cannot be written, or a copy of their term lists has no room
/// Cost and memory: as counted_copy() and a sort of all postings, and 15 bytes a document.
StatisticsSummary export_statistics(const std::shared_ptr<const Collection>& documents,
                                    const StatisticsOrigin& origin, const std::string& output);

/// Writes what the near-duplicates of a collection teach about the words of a statistics file, most
/// likely of the whole that this one is a part of.
/// @param options analyzer and minimum length are to be the collection's
/// @throws StatisticsFileError also when the statistics are of another analyzer, prefix or minimum
/// Cost and memory: as train_model().
StatisticsSummary export_learned(const CountedCollection& documents, const std::string& statistics,
                                 const TrainingOptions& options, const std::string& output);

/// Adds up files. All must be of one origin, and what was learned must belong to the statistics
/// that result or, where no input has any, to the same ones. An input is not recognised when it is
/// given twice: it counts twice.
/// @throws StatisticsFileError naming the first file that does not fit, or is damaged
/// Cost: linear in the files. Memory: 0.5 MB a file, whatever its size.
StatisticsSummary merge_statistics(std::span<const std::string> inputs, const std::string& output);

}  // namespace descry

#endif  // DESCRY_STATISTICS_STATISTICS_FILE_H
