/** @file slot_argument.h
 *  @brief The slots, signatures and prefixes of terms that options name.
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

/// A slot in which no program has values.
inline constexpr Xapian::valueno EMPTY_SLOT = Xapian::BAD_VALUENO - 1;

/// The slot an argument names: a signature's name, a field's with a value, or "slot:N". EMPTY_SLOT
/// for a signature that the index does not have: the slot that it would have may be anybody's.
/// @throws std::invalid_argument naming what is possible
Xapian::valueno parse_slot(std::string_view name, const Schema& schema);

/// The same for an option whose values are compared or counted: also a slot's bare number.
/// @exception Xapian::InvalidArgumentError naming @a parameter and what is possible
TypedSlot resolve_slot(std::string_view parameter, std::string_view name, const Schema& schema);

/// The signatures of a --methods list ("descriptive,exact"). @throws std::invalid_argument
std::vector<Slot> parse_methods(std::string_view list);

/// The same of an option that may be left out: none then.
std::vector<Slot> parse_asked_methods(const std::string& list);

/// Adds --methods, the signatures that an index is to have.
CLI::Option* add_methods_option(CLI::App& command, std::string& methods);

/// Adds --term-prefix. @param prefix absent: as the index has it, or as it is found
/// @return the option, for what it excludes
CLI::Option* add_term_prefix_option(CLI::App& command, std::optional<std::string>& prefix);

/// Warns where most documents of another program's index have no body terms, naming the prefixes
/// that there are.
void warn_of_missing_words(const Xapian::Database& db, const Schema& schema, Console& console);

}  // namespace descry

#endif  // DESCRY_TOOLS_ARGUMENTS_SLOT_ARGUMENT_H
