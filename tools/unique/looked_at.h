/** @file looked_at.h
 *  @brief Near-duplicates of files, or of an index, for a person to look at.
 */
#ifndef DESCRY_TOOLS_UNIQUE_LOOKED_AT_H
#define DESCRY_TOOLS_UNIQUE_LOOKED_AT_H

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

/// Documents that would go, each with the one that would stay in its place.
struct LookedAt {
    const Model& model;
    std::uint64_t documents = 0;
    std::uint64_t references = 0;
    std::uint64_t groups = 0;
    std::vector<DroppedDocument> dropped;
    /// A document of `dropped`, or one that is kept.
    std::function<ReportedText(std::uint64_t)> show;
    /// Of files, UniqueRun::count_dropped_at().
    std::function<std::uint64_t(double)> count_dropped_at = {};
    bool is_index = false;
    /// Of files, what was not read.
    UnreadInput unread = {};
};

/// What a run leaves out, that has texts (SpoolOptions::keeps_texts). @param run outlives it
/// @param problems of its reading
LookedAt looked_at(UniqueRun& run, const Diagnostics& problems);

/// As a page tells it.
std::vector<UnreadKind> unread_kinds(const UnreadInput& unread);

/// Writes a page of it (groups_page()), which says what was read, when, by which command, model and
/// limit. @param inputs that were read. @param rows groups that are shown at most
/// @param other_distances that are counted as well; of files
void write_page(const std::string& path, const std::vector<std::string>& inputs,
                const LookedAt& found, std::size_t rows, const Console& console,
                const std::vector<double>& other_distances = {});

}  // namespace descry

#endif  // DESCRY_TOOLS_UNIQUE_LOOKED_AT_H
