/** @file statistics_writer.h
 *  @brief Writes a statistics file sequentially.
 */
#ifndef DESCRY_PLUGIN_STATISTICS_STATISTICS_WRITER_H
#define DESCRY_PLUGIN_STATISTICS_STATISTICS_WRITER_H

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <descry/hashing/hash.h>

#include "engine/mechanics/output_file.h"
#include "plugin/statistics/statistics_header.h"

namespace descry {

void append_record(std::string& out, const WordStatistics& word);

/// Call in the order of declaration: sample, words (ascending) and end_statistics() if the header
/// announces statistics; learned terms (ascending) if it announces them; close().
class StatisticsWriter {
  public:
    StatisticsWriter(const std::string& path, const StatisticsHeader& header);

    void write_sample(std::span<const SampledDocument> sample);
    /// One or more records made by append_record().
    void write_records(std::string_view records) { write(records); }
    /// @return the id of the statistics
    std::uint64_t end_statistics();

    void write(const LearnedTerm& term);

    void close();

  private:
    void write(std::string_view bytes);
    void flush();

    OutputFile file_;
    bool has_learned_;
    bool in_statistics_;
    Hash64Stream statistics_hash_;
    Hash64Stream file_hash_;
    std::string buffer_;
    std::string record_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_STATISTICS_STATISTICS_WRITER_H
