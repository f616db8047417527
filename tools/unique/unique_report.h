/** @file unique_report.h
 *  @brief A page that tells what was left out, and why.
 */
#ifndef DESCRY_TOOLS_UNIQUE_UNIQUE_REPORT_H
#define DESCRY_TOOLS_UNIQUE_UNIQUE_REPORT_H

#include <cstdint>
#include <string>
#include <vector>

#include <descry/distance/bag_distance.h>

#include "output/word_differences.h"

namespace descry {

/// A member of a group that is shown, held against its head.
struct ReportedMember {
    std::string id;
    DistanceMillionths distance = 0;
    WordDifferences differences;
};

/// A group that is shown.
struct ReportedGroup {
    std::string head;
    std::string title;
    std::uint64_t size = 0;
    std::vector<ReportedMember> members;
};

/// What the page tells.
struct UniqueReport {
    std::uint64_t documents = 0;
    std::uint64_t references = 0;
    std::uint64_t dropped = 0;
    DistanceMillionths limit = 0;
    /// Of each group of two and more.
    std::vector<std::uint64_t> group_sizes;
    /// Of each document that is left out, to the one that stays in its place.
    std::vector<DistanceMillionths> distances;
    /// The largest ones.
    std::vector<ReportedGroup> groups;
};

/// The page, as HTML that needs nothing else.
std::string html_of(const UniqueReport& report);

}  // namespace descry

#endif  // DESCRY_TOOLS_UNIQUE_UNIQUE_REPORT_H
