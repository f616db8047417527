/** @file option.h
 *  @brief Options with values, declared alike in all commands, and method names in them.
 */
#ifndef DESCRY_TOOLS_ARGUMENTS_OPTION_H
#define DESCRY_TOOLS_ARGUMENTS_OPTION_H

#include <algorithm>
#include <cmath>
#include <iterator>
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

#include <descry/texts/text_order.h>
#include <descry/training/grouping_options.h>

namespace descry {

/// The fault of a number that is "nan" or infinite; else empty.
inline std::string check_finite(const std::string& text) {
    double number = 0;
    const bool is_wrong = CLI::detail::lexical_cast(text, number) && !std::isfinite(number);
    return is_wrong ? fmt::format("\"{}\" is not a number", text) : std::string();
}

/// Unset script variables produce empty values.
inline std::string check_not_empty(const std::string& text) {
    return text.empty() ? "the value is empty" : std::string();
}

/// Adds an option whose value help calls @a type, with the present value as its default. Each use
/// of a list option adds an element. Numbers must be finite.
/// @param value outlives @a command
template <typename Value>
CLI::Option* add_option(CLI::App& command, const char* name, Value& value, const char* type,
                        std::string description) {
    CLI::Option* const option = command.add_option(name, value, std::move(description));
    using Numbers = std::vector<double>;
    if constexpr (std::is_same_v<Value, std::vector<std::string>> ||
                  std::is_same_v<Value, Numbers>) {
        option->allow_extra_args(false);  // the next argument may be an input
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

/// Adds an option that takes names of fields and columns, separated by commas (split_names()), and
/// may be repeated. @param take is called with all of them
template <typename Take>
CLI::Option* add_names_option(CLI::App& command, const char* name, const char* type,
                              std::string description, Take take) {
    return command
        .add_option_function<std::vector<std::string>>(
            name,
            [take](const std::vector<std::string>& lists) {
                std::vector<std::string> names;
                for (const std::string& list : lists)
                    std::ranges::move(split_names(list), std::back_inserter(names));
                take(std::move(names));
            },
            std::move(description))
        ->allow_extra_args(false)
        ->check(check_not_empty)
        ->type_name(type);
}

/// Adds a flag that may have a share of a text's words: `--inside`, `--inside=0.9`.
/// @param name of the flag; @a share is its default
/// @param given receives the flag's value, empty if absent; outlives @a command
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

/// The one of @a methods with this name. @throws std::invalid_argument names the possible ones
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
