/** @file commands.h
 *  @brief The subcommands, each of which a file of the folder above adds to the program, and the
 * options that several of them share.
 */
#ifndef DESCRY_TOOLS_COMMANDS_SHARED_COMMANDS_H
#define DESCRY_TOOLS_COMMANDS_SHARED_COMMANDS_H

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include <CLI/CLI.hpp>

#include "engine/signatures/shingle_elements.h"
#include "tools/arguments/command_files.h"
#include "tools/arguments/option.h"
#include "tools/input/documents/document.h"
#include "tools/messages/console.h"

namespace descry {

/// What the parsed command line asks for; set by the subcommand that was named.
using Action = std::function<int()>;

/// Ends the definition of a command: adds --quiet, and lets the command, when the user names it,
/// set
/// @a action to @a run.
inline void finish_command(CLI::App& command, Console& console, Action& action, Action run) {
    console.add_quiet_option(command);
    command.callback([&action, run = std::move(run)] { action = run; });
}

/// Adds all subcommands to @a app; when the user names one, @a action is set to run it. The list of
/// them is DESCRY_COMMANDS of tools/CMakeLists.txt; each file of the list defines
/// add_NAME_command(), of the same parameters.
void add_commands(CLI::App& app, Console& console, Action& action);

/// Adds `import` to the command groups.
void add_groups_import_command(CLI::App& groups, Console& console, Action& action);

/// What becomes of documents without an id, where nothing else is asked for: they are refused, or
/// named by their location (IdFrom::LINE).
enum class MissingIds { REFUSED, NUMBERED };

/// Adds the options that say what of an input is a document, and what its id and its text are.
void add_field_options(CLI::App& command, InputOptions& input,
                       MissingIds missing = MissingIds::REFUSED);

/// Adds --keep and --prefer, which make the name of a TextOrder.
/// @param order  what it is where neither is given. @param may_be_none  of --keep
void add_keep_options(CLI::App& command, std::string& order, bool may_be_none = false);

/// Adds --mail: whether SpoolOptions::own_words.
void add_mail_option(CLI::App& command, bool& own_words);

/// Adds --decisions and --only-confirmed (apply_decisions()).
void add_decision_options(CLI::App& command, std::string& decisions, bool& only_confirmed);

/// Adds --report-rows.
CLI::Option* add_report_rows_option(CLI::App& command, std::optional<std::size_t>& rows);

/// Adds what shingles and their MinHashes are made of: --shingles, --permutations, --stem,
/// --multiset, --fold-digits.
void add_shingle_options(CLI::App& command, ShingleElementOptions& shingles,
                         unsigned& permutations);

/// The same without --permutations.
void add_shingle_options(CLI::App& command, ShingleElementOptions& shingles);

}  // namespace descry

#endif  // DESCRY_TOOLS_COMMANDS_SHARED_COMMANDS_H
