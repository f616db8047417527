/** @file lab_commands.h
 *  @brief The commands of descry-lab.
 */
#ifndef DESCRY_TOOLS_LAB_LAB_COMMANDS_H
#define DESCRY_TOOLS_LAB_LAB_COMMANDS_H

#include "tools/commands/shared/commands.h"

namespace descry {

/// evaluate: compares methods.
void add_evaluate_command(CLI::App& app, Console& console, Action& action);

/// join: all pairs of documents that share a shingle.
void add_join_command(CLI::App& app, Console& console, Action& action);

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_LAB_COMMANDS_H
