/** @file option.h
 *  @brief Options with a value, as all commands declare them, and the names of methods in them.
 */
#ifndef DESCRY_TOOLS_ARGUMENTS_OPTION_H
#define DESCRY_TOOLS_ARGUMENTS_OPTION_H

#include <algorithm>
#include <cmath>
#include <optional>
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

#include <descry/training/grouping_options.h>

namespace descry {

/// What is wrong with a number that is none ("nan") or has no end ("inf"); else nothing.
inline std::string check_finite(const std::string& text) {
    double number = 0;
    const bool is_wrong = CLI::detail::lexical_cast(text, number) && !std::isfinite(number);
    return is_wrong ? fmt::format("\"{}\" is not a number", text) : std::string();
}

/// As a variable of a script that is not set makes a value.
inline std::string check_not_empty(const std::string& text) {
    return text.empty() ? "the value is empty" : std::string();
}

/// Adds an option whose value help calls @a type; what @a value holds now is the default, which
/// help shows unless it is empty. Of a list, each use of the option adds an element. A number is
/// finite.
/// @param value outlives @a command
template <typename Value>
CLI::Option* add_option(CLI::App& command, const char* name, Value& value, const char* type,
                        std::string description) {
    CLI::Option* const option = command.add_option(name, value, std::move(description));
    using Numbers = std::vector<double>;
    if constexpr (std::is_same_v<Value, std::vector<std::string>> ||
                  std::is_same_v<Value, Numbers>) {
        option->allow_extra_args(false);  // what follows may be an input
    } else {
        option->capture_default_str();  // help would show an empty list as brackets
    }
    if constexpr (std::is_same_v<Value, double> || std::is_same_v<Value, std::optional<double>> ||
                  std::is_same_v<Value, Numbers>)
        option->check(check_finite);
    if constexpr (std::is_same_v<Value, std::string> ||
                  std::is_same_v<Value, std::vector<std::string>>)
        option->check(check_not_empty);
    return option->type_name(type);
}

/// Adds a flag that may have a share of the words of a text: `--inside`, `--inside=0.9`.
/// @param name of the flag, whose share is @a share where none is given
/// @param given what the flag holds, empty where it is absent; outlives @a command
/// @param take is called with the share
template <typename Take>
CLI::Option* add_share_flag(CLI::App& command, const char* name, double share, std::string& given,
                            const std::string& description, Take take) {
    return command.add_flag(fmt::format("{}{{{}}}", name, share), given, description)
        ->type_name("[=SHARE]")
        ->check(check_finite)
        ->check(CLI::Range(GroupingOptions::MIN_INSIDE, 1.0))
        ->each([take](const std::string& text) { take(std::stod(text)); });
}

/// The one of @a methods that has this name. @throws std::invalid_argument naming what is possible
template <typename Methods>
const auto& method_named(const Methods& methods, std::string_view name) {
    const auto name_of = [](const auto& method) { return method.name; };
    const auto found = std::ranges::find(methods, name, name_of);
    if (found != std::ranges::end(methods)) return *found;
    throw std::invalid_argument(
        fmt::format("\"{}\" is not a method; use {}", name,
                    fmt::join(methods | std::views::transform(name_of), ", ")));
}

}  // namespace descry

#endif  // DESCRY_TOOLS_ARGUMENTS_OPTION_H
