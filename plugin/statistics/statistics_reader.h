/** @file statistics_reader.h
 *  @brief Reads a statistics file sequentially.
 */
#ifndef DESCRY_PLUGIN_STATISTICS_STATISTICS_READER_H
#define DESCRY_PLUGIN_STATISTICS_STATISTICS_READER_H

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <descry/hashing/hash.h>
#include <descry/statistics/statistics_file.h>

#include "engine/training/training_steps.h"
#include "plugin/statistics/statistics_header.h"

namespace descry {

/// Gives the records of a file in order. Values are within the header's bounds, but only finish()
/// verifies the checksum. Throws StatisticsFileError. Memory: 64 KB, and the sample.
class StatisticsReader {
  public:
    /// Reads the header and the sample.
    explicit StatisticsReader(const std::string& path);

    const std::string& path() const { return path_; }
    const StatisticsHeader& header() const { return header_; }
    const std::vector<SampledDocument>& sample() const { return sample_; }

    /// The next word, without thresholds; false at the end of the statistics.
    bool next(WordStatistics& word);

    /// The next term with something learned; false at the end, or if the file has none.
    /// @pre the words were read to their end
    bool next(LearnedTerm& term);

    /// Reads the rest, and verifies the checksum.
    void finish();

    /// The id of the file's statistics, or of those it belongs to. @pre the words were read
    std::uint64_t statistics_id() const;

    /// Throws, naming the file.
    [[noreturn]] void fail(const std::string& what) const;

    /// The same, unless the file is damaged: then it reports that.
    [[noreturn]] void reject(const std::string& what);

  private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    void read_header();
    void read_sample();
    void refill();
    void hash_what_was_read();
    unsigned char byte();
    void bytes(std::string& out, std::size_t size);
    std::uint64_t little_endian(unsigned size);
    std::uint64_t number(std::uint64_t least, std::uint64_t most);
    bool next_term(std::string& term);
    FlipCount count();
    void counts(std::vector<FlipCount>& out);

    std::string path_;
    std::unique_ptr<std::FILE, Close> file_;
    std::vector<char> buffer_;
    std::size_t at_ = 0;
    std::size_t held_ = 0;
    std::size_t hashed_ = 0;
    Hash64Stream statistics_hash_;
    Hash64Stream file_hash_;
    StatisticsHeader header_;
    std::vector<SampledDocument> sample_;
    bool in_statistics_ = false;
    bool in_learned_ = false;
    std::string last_term_;
};

/// A statistics file in the form for choose_model().
struct LoadedStatistics {
    StatisticsOrigin origin;
    std::uint64_t id = 0;
    WordsAndSample statistics;
    std::optional<LearnedFlips> learned;
};

/// Reads a file, and models the flip rates of its words. Cost: as read_words(), without the
/// postings. Memory: the words that are frequent enough.
/// @param candidates which words; its minimum length is replaced by the file's
/// @throws StatisticsFileError also if the file holds only what was learned
LoadedStatistics load_statistics(const std::string& path, CandidateOptions candidates,
                                 unsigned threads);

}  // namespace descry

#endif  // DESCRY_PLUGIN_STATISTICS_STATISTICS_READER_H
