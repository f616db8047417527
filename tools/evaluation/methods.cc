#include "evaluation/methods.h"

#include <algorithm>

#include <fmt/format.h>

namespace descry {

namespace {

constexpr Method METHODS[] = {
    {"exact", run_exact},
    {"text-profile", run_text_profile},
    {"term-profile", run_term_profile},
    {"descriptive", run_descriptive, true},
    {"descriptive-modelled", run_descriptive_modelled, true},
    {"descriptive-stable", run_descriptive_stable, true},
    {"descriptive-bands", run_descriptive_bands, true},
    {"term-bands", run_term_bands, true},
    {"term-bands-verified", run_term_bands_verified, true},
    {"group", run_group, true},
    {"shingles-minhash", run_shingles_minhash},
};

}  // namespace

std::span<const Method> all_methods() {
    return METHODS;
}

std::vector<Method> methods_named(std::string_view list) {
    std::vector<Method> methods;
    for (bool more = true; more;) {
        const std::size_t comma = list.find(',');
        const std::string_view name = list.substr(0, comma);
        const auto* found = std::find_if(std::begin(METHODS), std::end(METHODS),
                                         [&](const Method& method) { return method.name == name; });
        if (found == std::end(METHODS)) {
            std::string names;
            for (const Method& method : METHODS)
                names += fmt::format("{}{}", names.empty() ? "" : ", ", method.name);
            throw std::invalid_argument(fmt::format("\"{}\" is no method: use {}", name, names));
        }
        methods.push_back(*found);
        more = comma != list.npos;
        if (more) list.remove_prefix(comma + 1);
    }
    return methods;
}

}  // namespace descry
