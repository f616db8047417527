/** @file method_list.h
 *  @brief Names of methods on the command line.
 */
#ifndef DESCRY_TOOLS_ARGUMENTS_METHOD_LIST_H
#define DESCRY_TOOLS_ARGUMENTS_METHOD_LIST_H

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace descry {

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
