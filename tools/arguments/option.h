/** @file option.h
 *  @brief Options with a value, as all commands declare them.
 */
#ifndef DESCRY_TOOLS_ARGUMENTS_OPTION_H
#define DESCRY_TOOLS_ARGUMENTS_OPTION_H

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

namespace descry {

/// Adds an option whose value help calls @a type; what @a value holds now is the default, which
/// help shows unless it is empty. Of a list, each use of the option adds an element.
/// @param value outlives @a command
template <typename Value>
CLI::Option* add_option(CLI::App& command, const char* name, Value& value, const char* type,
                        std::string description) {
    CLI::Option* const option = command.add_option(name, value, std::move(description));
    // Help would show an empty list as brackets.
    if constexpr (!std::is_same_v<Value, std::vector<std::string>>) option->capture_default_str();
    return option->type_name(type);
}

}  // namespace descry

#endif  // DESCRY_TOOLS_ARGUMENTS_OPTION_H
