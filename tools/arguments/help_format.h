/** @file help_format.h
 *  @brief How --help and usage lines are written.
 */
#ifndef DESCRY_TOOLS_ARGUMENTS_HELP_FORMAT_H
#define DESCRY_TOOLS_ARGUMENTS_HELP_FORMAT_H

#include <string>

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

}  // namespace descry

#endif  // DESCRY_TOOLS_ARGUMENTS_HELP_FORMAT_H
