/** @file files_as_index.h
 *  @brief Commands that look into an index, on files.
 */
#ifndef DESCRY_TOOLS_COMMANDS_SHARED_FILES_AS_INDEX_H
#define DESCRY_TOOLS_COMMANDS_SHARED_FILES_AS_INDEX_H

#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <descry/training/grouping_options.h>

#include "tools/arguments/database.h"
#include "tools/input/documents/document.h"
#include "tools/messages/console.h"

namespace descry {

/// How files are read where a command takes them in place of databases.
struct FilesAsIndex {
    InputOptions input;
    GroupingOptions grouping;

    /// Adds --distance and the options of fields.
    void add_to(CLI::App& command);
};

/// read_index(), or the same with an index of the documents of files, made as `descry index` makes
/// one, in the folder for temporary files, and gone afterwards.
/// @throws std::invalid_argument databases beside files
int read_index_or_files(const std::vector<std::string>& paths, const FilesAsIndex& files,
                        Console& console, const std::function<int(const OpenIndex&)>& read);

}  // namespace descry

#endif  // DESCRY_TOOLS_COMMANDS_SHARED_FILES_AS_INDEX_H
