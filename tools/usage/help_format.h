/** @file help_format.h
 *  @brief How --help and usage lines are written.
 */
#ifndef DESCRY_TOOLS_USAGE_HELP_FORMAT_H
#define DESCRY_TOOLS_USAGE_HELP_FORMAT_H

#include <cstddef>
#include <string>

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

}  // namespace descry

#endif  // DESCRY_TOOLS_USAGE_HELP_FORMAT_H
