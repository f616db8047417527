/** @file inputs.h
 *  @brief Files or indexes, where a command takes either.
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
#include "tools/unique/looked_at.h"

namespace descry {

/// How files are read where a command takes them in place of databases.
struct FilesAsIndex {
    InputOptions input;
    GroupingOptions grouping;

    /// Adds --distance and the options of fields.
    void add_to(CLI::App& command);
};

/// Calls @a use with the databases @a paths; or with an index of the documents of files, made as
/// `descry index` makes one, in the folder for temporary files, and gone afterwards, and with what
/// of them was not read. An id that several documents have is `PLACE:ID`, but of standard input, of
/// which the last document replaces the others. @return what it returns; EXIT_ERROR where documents
/// were refused
/// @throws std::invalid_argument databases beside files
int use_index_or_files(
    const std::vector<std::string>& paths, const FilesAsIndex& files, Console& console,
    const std::function<int(const std::vector<std::string>&, const UnreadInput&)>& use);

/// The same, to be read as read_index() reads.
int read_index_or_files(const std::vector<std::string>& paths, const FilesAsIndex& files,
                        Console& console, const std::function<int(const OpenIndex&)>& read);

/// What is looked at: files, as descry uniq reads them, or databases.
class LookOptions {
  public:
    /// Adds INPUT, and the options of files.
    void add_to(CLI::App& command, Console& console);

    const std::vector<std::string>& inputs() const { return inputs_; }

  private:
    friend int look_at(const LookOptions& options, Console& console,
                       const std::function<int(const LookedAt&)>& look);

    std::vector<std::string> inputs_;
    SpoolOptions spool_;
    GroupingArguments grouping_;
};

/// @throws std::invalid_argument an option of files beside an index
[[noreturn]] void refuse_for_index(const std::string& path, const std::string& option);

/// Groups files, or reads the groups of an index, and calls @a look.
/// @return what it returns; EXIT_ERROR where documents of files were refused
/// @throws std::invalid_argument databases beside files; an option of files beside databases
int look_at(const LookOptions& options, Console& console,
            const std::function<int(const LookedAt&)>& look);

}  // namespace descry

#endif  // DESCRY_TOOLS_COMMANDS_SHARED_INPUTS_H
