/** @file slips.h
 *  @brief What is wrong with a command line, and what was probably meant.
 */
#ifndef DESCRY_TOOLS_USAGE_SLIPS_H
#define DESCRY_TOOLS_USAGE_SLIPS_H

#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

namespace descry {

/// The command of @a app that the parsed command line names.
const CLI::App& named_command(const CLI::App& app);

/// The names of @a known that @a typed is likely to be a slip of: those that begin with it, else
/// those that are fewest edits away, up to one edit for two characters and three in all. Leading
/// dashes count for nothing.
std::vector<std::string> likely_names(std::string_view typed,
                                      const std::vector<std::string>& known);

/// The lines to print for what @a app could not parse: what is wrong, with a suggestion where a
/// command or an option is misspelt; the usage of the command that was named; where more is told.
/// @param words the command line, without the program
std::vector<std::string> usage_error(const CLI::App& app, const std::vector<std::string>& words,
                                     const CLI::ParseError& error);

/// Whether the parsed command line of @a app ends where one of the commands has to follow.
bool lacks_command(const CLI::App& app);

/// The command of @a command that is called @a name; null where none is.
const CLI::App* command_of_name(const CLI::App& command, const std::string& name);

/// The lines to print, as of usage_error(), where command_of_name() has none.
std::vector<std::string> no_such_command(const CLI::App& command, const std::string& typed);

}  // namespace descry

#endif  // DESCRY_TOOLS_USAGE_SLIPS_H
