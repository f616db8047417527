/** @file usage.h
 *  @brief Help; what is wrong with a command line, and what was probably meant.
 */
#ifndef DESCRY_TOOLS_USAGE_USAGE_H
#define DESCRY_TOOLS_USAGE_USAGE_H

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

namespace descry {

/// Columns of a line of help: those of the narrowest terminal.
inline constexpr std::size_t HELP_COLUMNS = 80;

/// Writes what people read in place of CLI11's types: "DB... QUERY", "--rows N=10",
/// "--union max|sum"; and limits and relations after the text: "(1 to 1024)", "(not with --gold)".
///
/// An argument that takes several values is followed by "..."; one whose type name is of several
/// words, such as "DB... QUERY", is written as these. No line is longer than HELP_COLUMNS, but for
/// a word that is. Commands are listed under the name of their group, each with its description up
/// to the first semicolon. The footer of a command is its example, a command line or several.
class HelpFormat : public CLI::Formatter {
  public:
    HelpFormat();

    std::string make_help(const CLI::App* command, std::string name,
                          CLI::AppFormatMode mode) const override;
    std::string make_option_name(const CLI::Option* option, bool is_positional) const override;
    std::string make_option_usage(const CLI::Option* option) const override;
};

/// "descry model show": the command with those it is below.
std::string full_name(const CLI::App& command);

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

#endif  // DESCRY_TOOLS_USAGE_USAGE_H
