/** @file argument_order.h
 *  @brief Arguments in another order than a command has them, and queries without quotes.
 */
#ifndef DESCRY_TOOLS_ARGUMENTS_ARGUMENT_ORDER_H
#define DESCRY_TOOLS_ARGUMENTS_ARGUMENT_ORDER_H

#include <CLI/CLI.hpp>

namespace descry {

/// Looks for slips of the parsed command line of @a command that the files tell: its database
/// stands behind what comes after it, or the words of a query are taken for databases. Nothing is
/// opened as a database. Cost: a few file system calls an argument.
/// @throws std::runtime_error telling what was probably meant
void check_argument_order(const CLI::App& command);

}  // namespace descry

#endif  // DESCRY_TOOLS_ARGUMENTS_ARGUMENT_ORDER_H
