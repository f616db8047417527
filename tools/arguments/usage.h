/** @file usage.h
 *  @brief How --help and usage lines are written; what is wrong with a command line, and what was
 *         probably meant.
 */
#ifndef DESCRY_TOOLS_ARGUMENTS_USAGE_H
#define DESCRY_TOOLS_ARGUMENTS_USAGE_H

#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

namespace descry {

/// Writes what people read in place of CLI11's types: "DB... QUERY", "--rows N=10",
/// "--threads N (1 to 1024)", "--union max|sum", "(not with --gold)".
///
/// An argument that takes several values is followed by "..."; one whose type name is of several
/// words, such as "DB... QUERY", is written as these.
class HelpFormat : public CLI::Formatter {
  public:
    HelpFormat();

    std::string make_option_opts(const CLI::Option* option) const override;
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
std::vector<std::string> usage_error(const CLI::App& app, const CLI::ParseError& error);

}  // namespace descry

#endif  // DESCRY_TOOLS_ARGUMENTS_USAGE_H
