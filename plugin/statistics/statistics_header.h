/** @file statistics_header.h
 *  @brief The beginning of a statistics file, and the records that follow.
 */
#ifndef DESCRY_PLUGIN_STATISTICS_STATISTICS_HEADER_H
#define DESCRY_PLUGIN_STATISTICS_STATISTICS_HEADER_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <descry/statistics/statistics_file.h>

#include "engine/model/learned_rates.h"

namespace descry {

inline constexpr std::string_view STATISTICS_MAGIC = "descry-statistics";
inline constexpr std::uint32_t STATISTICS_FORMAT = 1;
inline constexpr std::uint64_t STATISTICS_HASH_SEED = 0;

/// Buffer size for reading and writing.
inline constexpr std::size_t STATISTICS_BUFFER = std::size_t{1} << 16;

struct StatisticsHeader {
    StatisticsOrigin origin;
    CollectionStatistics collection;
    /// False: the file holds only what was learned, about statistics of this collection.
    bool has_statistics = true;

    struct Learned {
        /// The statistics that it was learned about.
        std::uint64_t statistics_id = 0;
        std::uint64_t pairs = 0;
    };
    std::optional<Learned> learned;

    /// The bytes up to the first record. @throws StatisticsFileError something is not UTF-8
    std::string head() const;

    /// The head with these statistics alone, which their id is a hash of, with the records.
    std::string statistics_head() const;

    /// Reads the JSON text. @throws std::invalid_argument names the fault
    static StatisticsHeader parse(std::string_view json);
};

/// A document of the sample; ordered by (hash, length).
struct SampledDocument {
    std::uint64_t hash = 0;
    std::uint32_t body_length = 0;

    friend auto operator<=>(const SampledDocument&, const SampledDocument&) = default;
};

/// What was learned about one term, from LearnedCounts and LearnedFlips.
struct LearnedTerm {
    std::string term;
    FlipCount presence;
    /// By threshold; empty if all are 0 or the term is not a candidate.
    std::vector<FlipCount> thresholds;
    std::vector<FlipCount> finer;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_STATISTICS_STATISTICS_HEADER_H
