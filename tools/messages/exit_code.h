/** @file exit_code.h
 *  @brief What the program tells the shell.
 */
#ifndef DESCRY_TOOLS_MESSAGES_EXIT_CODE_H
#define DESCRY_TOOLS_MESSAGES_EXIT_CODE_H

namespace descry {

/// Exit codes of every command.
enum ExitCode : int {
    EXIT_DONE = 0,
    EXIT_NOTHING_FOUND = 1,
    EXIT_ERROR = 2,
};

}  // namespace descry

#endif  // DESCRY_TOOLS_MESSAGES_EXIT_CODE_H
