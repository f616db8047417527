/** @file method_list.h
 *  @brief Lists of names on the command line: "descriptive,exact".
 */
#ifndef DESCRY_TOOLS_ARGUMENTS_METHOD_LIST_H
#define DESCRY_TOOLS_ARGUMENTS_METHOD_LIST_H

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace descry {

/// The parts between commas. An empty list has one part, which is empty.
inline std::vector<std::string_view> split_list(std::string_view list) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t comma = list.find(',');
        parts.push_back(list.substr(0, comma));
        if (comma == std::string_view::npos) return parts;
        list.remove_prefix(comma + 1);
    }
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
