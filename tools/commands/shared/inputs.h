/** @file inputs.h
 *  @brief Files or indexes, for commands that accept either.
 */
#ifndef DESCRY_TOOLS_COMMANDS_SHARED_INPUTS_H
#define DESCRY_TOOLS_COMMANDS_SHARED_INPUTS_H

#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <descry/training/grouping_options.h>

#include "tools/arguments/database.h"
#include "tools/arguments/model_options.h"
#include "tools/input/documents/document.h"
#include "tools/messages/console.h"
#include "tools/spooling/spooled_input.h"
#include "tools/unique/review_source.h"

namespace descry {

struct FilesAsIndex {
    InputOptions input;
    GroupingOptions grouping;

    void add_to(CLI::App& command);
};

/// Calls @a use with the databases @a paths, or with a temporary index of the documents of files,
/// made as by `descry index`, and with a list of what was not read. Documents with the same id are
/// named `PLACE:ID`, except on standard input, where the last one replaces the others. @return what
/// @a use returns; EXIT_ERROR if documents were rejected
/// @throws std::invalid_argument databases mixed with files
int use_index_or_files(
    const std::vector<std::string>& paths, const FilesAsIndex& files, Console& console,
    const std::function<int(const std::vector<std::string>&, const UnreadInput&)>& use);

/// The same, reading as read_index() does.
int read_index_or_files(const std::vector<std::string>& paths, const FilesAsIndex& files,
                        Console& console, const std::function<int(const OpenIndex&)>& read);

/// Options for what to examine: files, read as by descry uniq, or databases.
class ReviewInputs {
  public:
    void add_to(CLI::App& command, Console& console);

    const std::vector<std::string>& inputs() const { return inputs_; }

  private:
    friend int review_inputs(const ReviewInputs& options, Console& console,
                             const std::function<int(const ReviewSource&)>& look);

    std::vector<std::string> inputs_;
    SpoolOptions spool_;
    GroupingArguments grouping_;
};

/// @throws std::invalid_argument always: an option for files given with an index
[[noreturn]] void reject_for_index(const std::string& path, const std::string& option);

/// Groups files, or reads the groups of an index, and calls @a look.
/// @return what @a look returns; EXIT_ERROR if documents of files were rejected
/// @throws std::invalid_argument databases mixed with files; an option for files with databases
int review_inputs(const ReviewInputs& options, Console& console,
                  const std::function<int(const ReviewSource&)>& look);

}  // namespace descry

#endif  // DESCRY_TOOLS_COMMANDS_SHARED_INPUTS_H
