#include "arguments/help_format.h"

#include <algorithm>
#include <regex>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace descry {

namespace {

// Greater limits mean none, and are not worth telling.
constexpr double MAX_LIMIT = 1e9;

// "N:UINT in [1 - 1024]", as CLI11 joins a type's name with what is checked. @return the name, and
// the limits in words
std::pair<std::string, std::string> split_type(const std::string& type) {
    static const std::regex RANGE("([^:]*):[A-Z]+ in \\[(\\S+) - (\\S+)\\]");
    static const std::regex CHOICE("[^:]*:\\{(.*)\\}");
    std::smatch match;
    if (std::regex_match(type, match, RANGE)) {
        const bool has_limit = std::stod(match.str(3)) < MAX_LIMIT;
        return {match.str(1),
                has_limit ? fmt::format(" ({} to {})", match.str(2), match.str(3)) : ""};
    }
    if (std::regex_match(type, match, CHOICE)) {
        std::string names = match.str(1);
        std::replace(names.begin(), names.end(), ',', '|');
        return {names, ""};
    }
    return {type, ""};
}

std::string named(const char* relation, const std::set<CLI::Option*>& options) {
    if (options.empty()) return "";
    std::vector<std::string> names;
    for (const CLI::Option* option : options)
        names.push_back(option->get_name());
    std::sort(names.begin(), names.end());
    return fmt::format(" ({} {})", relation, fmt::join(names, ", "));
}

}  // namespace

HelpFormat::HelpFormat() {
    label("Positionals", "Arguments");
}

std::string HelpFormat::make_option_opts(const CLI::Option* option) const {
    std::string out;
    if (option->nonpositional() && option->get_type_size() != 0) {
        const auto [type, limits] = split_type(option->get_type_name());
        if (!type.empty()) out += " " + type;
        if (!option->get_default_str().empty()) out += "=" + option->get_default_str();
        if (option->get_expected_max() == CLI::detail::expected_max_vector_size) out += " ...";
        out += limits;
    }
    return out + named("with", option->get_needs()) + named("not with", option->get_excludes());
}

std::string HelpFormat::make_option_name(const CLI::Option* option, bool is_positional) const {
    if (!is_positional) return CLI::Formatter::make_option_name(option, false);
    const std::string type = option->get_type_name();
    if (type.find(' ') != std::string::npos) return type;
    const bool has_several = option->get_expected_max() > 1;
    return option->get_name(true, false) + (has_several ? "..." : "");
}

std::string HelpFormat::make_option_usage(const CLI::Option* option) const {
    const std::string name = make_option_name(option, true);
    return option->get_required() ? name : "[" + name + "]";
}

std::string full_name(const CLI::App& command) {
    const CLI::App* const parent = command.get_parent();
    return parent == nullptr ? command.get_name() : full_name(*parent) + " " + command.get_name();
}

}  // namespace descry
