/** @file review_source.h
 *  @brief Near-duplicates of files or of an index, for review.
 */
#ifndef DESCRY_TOOLS_UNIQUE_REVIEW_SOURCE_H
#define DESCRY_TOOLS_UNIQUE_REVIEW_SOURCE_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <descry/model/model.h>

#include "engine/report/groups_page.h"
#include "tools/messages/console.h"
#include "tools/messages/diagnostics.h"
#include "tools/unique/unique_run.h"

namespace descry {

struct ReviewSource {
    const Model& model;
    std::uint64_t documents = 0;
    std::uint64_t references = 0;
    std::uint64_t groups = 0;
    std::vector<DroppedDocument> dropped;
    /// Shows a document of `dropped`, or a kept one.
    std::function<ReportedText(std::uint64_t)> show;
    /// For files, UniqueRun::count_dropped_at().
    std::function<std::uint64_t(double)> count_dropped_at = {};
    bool is_index = false;
    /// For files, what was not read.
    UnreadInput unread = {};
};

/// The dropped documents of a run with texts (SpoolOptions::keeps_texts). @param run outlives the
/// result. @param problems of its reading
ReviewSource review_source(UniqueRun& run, const Diagnostics& problems);

/// In the form for a report.
std::vector<UnreadKind> unread_kinds(const UnreadInput& unread);

/// Writes a report (groups_page()), which names inputs, time, command, model and limit.
/// @param inputs that were read. @param rows maximum number of groups
/// @param other_distances at which drops are also counted; for files
void write_page(const std::string& path, const std::vector<std::string>& inputs,
                const ReviewSource& found, std::size_t rows, const Console& console,
                const std::vector<double>& other_distances = {});

}  // namespace descry

#endif  // DESCRY_TOOLS_UNIQUE_REVIEW_SOURCE_H
