/** @file usage.h
 *  @brief Help, and errors on the command line with suggestions.
 */
#ifndef DESCRY_TOOLS_USAGE_USAGE_H
#define DESCRY_TOOLS_USAGE_USAGE_H

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

namespace descry {

/// Width of help: that of the narrowest terminal.
inline constexpr std::size_t HELP_COLUMNS = 80;

/// Formats options for people instead of CLI11's types: "DB... QUERY", "--rows N=10", "--union
/// max|sum"; and limits and relations after the text: "(1 to 1024)", "(not with --gold)".
///
/// "..." follows an argument with several values; a type name of several words, such as "DB...
/// QUERY", is used unchanged. Lines are at most HELP_COLUMNS long, except for longer words.
/// Commands are listed by group, each with its description up to the first semicolon. The footer of
/// a command has its example command lines.
class HelpFormat : public CLI::Formatter {
  public:
    HelpFormat();

    std::string make_help(const CLI::App* command, std::string name,
                          CLI::AppFormatMode mode) const override;
    std::string make_option_name(const CLI::Option* option, bool is_positional) const override;
    std::string make_option_usage(const CLI::Option* option) const override;
};

/// "descry model show": the command with its parents.
std::string full_name(const CLI::App& command);

/// The command of @a app named on the parsed command line.
const CLI::App& named_command(const CLI::App& app);

/// The names of @a known that @a typed may be a slip of: those that begin with it, else those with
/// the fewest edits, at most one edit per two characters and three in all. Ignores leading dashes.
std::vector<std::string> likely_names(std::string_view typed,
                                      const std::vector<std::string>& known);

/// The lines to print for a command line that @a app could not parse: the error, with a suggestion
/// for a misspelt command or option; the usage of the named command; where to find more.
/// @param words the command line, without the program
std::vector<std::string> usage_error(const CLI::App& app, const std::vector<std::string>& words,
                                     const CLI::ParseError& error);

bool lacks_command(const CLI::App& app);

/// The subcommand of @a command named @a name; null if there is none.
const CLI::App* command_of_name(const CLI::App& command, const std::string& name);

/// The lines to print, as by usage_error(), if command_of_name() finds none.
std::vector<std::string> no_such_command(const CLI::App& command, const std::string& typed);

}  // namespace descry

#endif  // DESCRY_TOOLS_USAGE_USAGE_H
