/** @file commands.h
 *  @brief The subcommands: each file of this folder adds one to the program.
 */
#ifndef DESCRY_TOOLS_COMMANDS_COMMANDS_H
#define DESCRY_TOOLS_COMMANDS_COMMANDS_H

#include <functional>
#include <utility>

#include <CLI/CLI.hpp>

#include "commands/options.h"
#include "messages/console.h"

namespace descry {

/// What the parsed command line asks for; set by the subcommand that was named.
using Action = std::function<int()>;

/// Ends the definition of a command: adds --threads, --quiet and --verbose, and lets the command,
/// when the user names it, set @a action to @a run.
inline void finish_command(CLI::App& command, Console& console, Action& action, Action run) {
    console.add_options(command);
    command.callback([&action, run = std::move(run)] { action = run; });
}

/// Adds all subcommands to @a app; when the user names one, @a action is set to run it. The list of
/// them is DESCRY_COMMANDS of tools/CMakeLists.txt; each file of the list defines
/// add_NAME_command(), of the same parameters.
void add_commands(CLI::App& app, Console& console, Action& action);

}  // namespace descry

#endif  // DESCRY_TOOLS_COMMANDS_COMMANDS_H
