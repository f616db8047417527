/** @file term_prefix.h
 *  @brief Which terms of another program's index are the words of its documents: --term-prefix.
 */
#ifndef DESCRY_TOOLS_ARGUMENTS_TERM_PREFIX_H
#define DESCRY_TOOLS_ARGUMENTS_TERM_PREFIX_H

#include <optional>
#include <string>

#include <CLI/CLI.hpp>
#include <xapian.h>

#include <descry/schema/stored_format.h>

#include "tools/messages/console.h"

namespace descry {

/// Adds --term-prefix. @param prefix absent: as the index has it, or as it is found
/// @return the option, for what it excludes
CLI::Option* add_term_prefix_option(CLI::App& command, std::optional<std::string>& prefix);

/// Warns where most documents of another program's index have no body terms, naming the prefixes
/// that there are.
void warn_of_missing_words(const Xapian::Database& db, const Schema& schema, Console& console);

}  // namespace descry

#endif  // DESCRY_TOOLS_ARGUMENTS_TERM_PREFIX_H
