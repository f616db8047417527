/** @file program.h
 *  @brief Runs a program of subcommands, from its arguments to its exit code.
 */
#ifndef DESCRY_TOOLS_COMMANDS_SHARED_PROGRAM_H
#define DESCRY_TOOLS_COMMANDS_SHARED_PROGRAM_H

#include "tools/commands/shared/commands.h"

namespace descry {

struct Program {
    const char* name;
    const char* about;
    /// Command lines, one per line.
    const char* examples;
    void (*add_commands)(CLI::App& app, Console& console, Action& action);
};

/// Runs the command named by the arguments, and reports every failure.
/// @returns an ExitCode, or 130 after Ctrl-C
int run_program(const Program& program, int argc, char** argv);

}  // namespace descry

#endif  // DESCRY_TOOLS_COMMANDS_SHARED_PROGRAM_H
