/** @file program.h
 *  @brief A program of subcommands, from its arguments to its exit code.
 */
#ifndef DESCRY_TOOLS_COMMANDS_SHARED_PROGRAM_H
#define DESCRY_TOOLS_COMMANDS_SHARED_PROGRAM_H

#include "tools/commands/shared/commands.h"

namespace descry {

/// What one program has of its own.
struct Program {
    const char* name;
    /// One line of help.
    const char* about;
    /// Command lines, one to a line.
    const char* examples;
    void (*add_commands)(CLI::App& app, Console& console, Action& action);
};

/// Runs the command that the arguments name, and turns every failure into a message.
/// @returns an ExitCode, or 130 after Ctrl-C
int run_program(const Program& program, int argc, char** argv);

}  // namespace descry

#endif  // DESCRY_TOOLS_COMMANDS_SHARED_PROGRAM_H
