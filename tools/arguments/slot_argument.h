/** @file slot_argument.h
 *  @brief Slots, signatures and term prefixes named by options.
 */
#ifndef DESCRY_TOOLS_ARGUMENTS_SLOT_ARGUMENT_H
#define DESCRY_TOOLS_ARGUMENTS_SLOT_ARGUMENT_H

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <xapian.h>

#include <descry/collapse/search_parameters.h>
#include <descry/schema/stored_format.h>

#include "tools/messages/console.h"

namespace descry {

/// A slot without values of any program.
inline constexpr Xapian::valueno EMPTY_SLOT = Xapian::BAD_VALUENO - 1;

/// The slot of an argument: the name of a signature or of a field with a value, or "slot:N".
/// EMPTY_SLOT for a signature that the index does not have, whose slot another program may use.
/// @throws std::invalid_argument names the possible ones
Xapian::valueno parse_slot(std::string_view name, const Schema& schema);

/// The same for an option whose values are compared or counted, which also accepts a bare slot
/// number.
/// @exception Xapian::InvalidArgumentError names @a parameter and the possible values
TypedSlot resolve_slot(std::string_view parameter, std::string_view name, const Schema& schema);

/// The signatures of a --methods list ("descriptive,exact"). @throws std::invalid_argument
std::vector<Slot> parse_methods(std::string_view list);

/// The same for an optional list: empty gives none.
std::vector<Slot> parse_requested_methods(const std::string& list);

CLI::Option* add_methods_option(CLI::App& command, std::string& methods);

/// Adds --term-prefix. @param prefix absent: the index's own, or detected
/// @param is_stored whether the command writes it to the index
/// @return the option, for what it excludes
CLI::Option* add_term_prefix_option(CLI::App& command, std::optional<std::string>& prefix,
                                    bool is_stored = true);

/// Warns, with the prefixes in use, if another program's index has few body terms.
void warn_of_missing_words(const Xapian::Database& db, const Schema& schema, Console& console);

}  // namespace descry

#endif  // DESCRY_TOOLS_ARGUMENTS_SLOT_ARGUMENT_H
