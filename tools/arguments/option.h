/** @file option.h
 *  @brief Options with a value, as all commands declare them, and the names of methods in them.
 */
#ifndef DESCRY_TOOLS_ARGUMENTS_OPTION_H
#define DESCRY_TOOLS_ARGUMENTS_OPTION_H

#include <algorithm>
#include <ranges>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace descry {

/// Adds an option whose value help calls @a type; what @a value holds now is the default, which
/// help shows unless it is empty. Of a list, each use of the option adds an element.
/// @param value outlives @a command
template <typename Value>
CLI::Option* add_option(CLI::App& command, const char* name, Value& value, const char* type,
                        std::string description) {
    CLI::Option* const option = command.add_option(name, value, std::move(description));
    if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
        option->allow_extra_args(false);  // what follows may be an input
    } else {
        option->capture_default_str();  // help would show an empty list as brackets
    }
    return option->type_name(type);
}

/// The one of @a methods that has this name. @throws std::invalid_argument naming what is possible
template <typename Methods>
const auto& method_named(const Methods& methods, std::string_view name) {
    const auto name_of = [](const auto& method) { return method.name; };
    const auto found = std::ranges::find(methods, name, name_of);
    if (found != std::ranges::end(methods)) return *found;
    throw std::invalid_argument(
        fmt::format("\"{}\" is no method: use {}", name,
                    fmt::join(methods | std::views::transform(name_of), ", ")));
}

}  // namespace descry

#endif  // DESCRY_TOOLS_ARGUMENTS_OPTION_H
