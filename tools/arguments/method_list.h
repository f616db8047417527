/** @file method_list.h
 *  @brief Numbers and lists of names on the command line: "descriptive,exact".
 */
#ifndef DESCRY_TOOLS_ARGUMENTS_METHOD_LIST_H
#define DESCRY_TOOLS_ARGUMENTS_METHOD_LIST_H

#include <algorithm>
#include <charconv>
#include <optional>
#include <ranges>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace descry {

/// The number that @a text is, all of it; nullopt where it is none that @a Number holds.
template <typename Number>
std::optional<Number> number_of(std::string_view text) {
    Number number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

/// The parts between commas, or other separators. An empty list has one part, which is empty.
inline std::vector<std::string_view> split_list(std::string_view list, char separator = ',') {
    std::vector<std::string_view> parts;
    for (const auto part : std::views::split(list, separator))
        parts.emplace_back(part.begin(), part.end());
    if (parts.empty()) parts.emplace_back();
    return parts;
}

/// The one of @a methods that has this name. @throws std::invalid_argument naming what is possible
template <typename Methods>
const auto& method_named(const Methods& methods, std::string_view name) {
    const auto found = std::find_if(std::begin(methods), std::end(methods),
                                    [&](const auto& method) { return method.name == name; });
    if (found != std::end(methods)) return *found;
    std::string names;
    for (const auto& method : methods)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", method.name);
    throw std::invalid_argument(fmt::format("\"{}\" is no method: use {}", name, names));
}

}  // namespace descry

#endif  // DESCRY_TOOLS_ARGUMENTS_METHOD_LIST_H
