#include "arguments/usage.h"

#include <algorithm>
#include <regex>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <descry/edits/edit_distance.h>

namespace descry {

namespace {

constexpr std::size_t MAX_SUGGESTIONS = 3;
constexpr std::size_t MAX_EDITS = 3;
// One letter or two are the beginning of anything.
constexpr std::size_t MIN_BEGINNING = 3;

std::string_view bare(std::string_view name) {
    name.remove_prefix(std::min(name.find_first_not_of('-'), name.size()));
    return name.substr(0, name.find('='));
}

std::u32string code_points(std::string_view bytes) {
    return {reinterpret_cast<const unsigned char*>(bytes.data()),
            reinterpret_cast<const unsigned char*>(bytes.data()) + bytes.size()};
}

std::vector<std::string> names_of_commands(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::App* sub : command.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(sub->get_name());
    return names;
}

std::vector<std::string> names_of_options(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames())
            names.push_back("--" + name);
    }
    return names;
}

std::string suggestion(std::string_view typed, const std::vector<std::string>& known) {
    const std::vector<std::string> names = likely_names(typed, known);
    return names.empty() ? "" : fmt::format("; did you mean {}?", fmt::join(names, " or "));
}

std::string no_command(const CLI::App& command, const std::string& typed) {
    std::vector<std::string> known = names_of_commands(command);
    const std::vector<std::string> options = names_of_options(command);
    known.insert(known.end(), options.begin(), options.end());
    const char* const what = typed.starts_with('-') ? "option" : "command";
    const std::string where = command.get_parent() == nullptr
                                  ? fmt::format("there is no {}", what)
                                  : fmt::format("{} has no {}", full_name(command), what);
    return fmt::format("{} {}{}", where, typed, suggestion(typed, known));
}

std::string no_option(const CLI::App& command, const std::string& typed) {
    std::string likely = suggestion(typed, names_of_options(command));
    if (likely.empty()) likely = "; put -- before what begins with - and is no option";
    return fmt::format("{} has no option {}{}", full_name(command),
                       typed.substr(0, typed.find('=')), likely);
}

// What the parser says of values, without its types.
std::string plain_reason(const std::string& message) {
    static const std::vector<std::pair<std::regex, const char*>> FORMS = {
        {std::regex("^(\\S+) is required$"), "$1 is missing"},
        {std::regex("^(\\S+): At Most 1 required.*$"), "$1 is given more than once"},
        {std::regex("^(\\S+): \\d+ required .*missing$"), "$1 needs a value"},
        {std::regex("^(\\S+): Value (.*) not in range (\\S+) to (\\S+)$"),
         "$1: \"$2\" is no number from $3 to $4"},
        {std::regex("^(\\S+): (.*) not in \\{(.*)\\}$"), "$1: \"$2\" is none of $3"},
        {std::regex("^Could not convert: (\\S+) = (.*)$"), "$1: \"$2\" is no number"},
        {std::regex("^(\\S+) requires (\\S+)$"), "$1 needs $2"},
        {std::regex("^(\\S+) excludes (\\S+)$"), "$1 and $2 do not go together"},
    };
    for (const auto& [form, words] : FORMS) {
        if (std::regex_search(message, form)) return std::regex_replace(message, form, words);
    }
    return message;
}

std::string reason_of(const CLI::App& command, const CLI::ParseError& error) {
    const std::vector<std::string> rest = command.remaining();
    const bool wants_command = command.get_require_subcommand_min() > 0;
    if (wants_command && !rest.empty()) return no_command(command, rest.front());
    if (wants_command) return "a command is missing";
    const auto option = std::find_if(rest.begin(), rest.end(), [](const std::string& argument) {
        return argument.size() > 1 && argument.front() == '-';
    });
    if (option != rest.end()) return no_option(command, *option);
    if (!rest.empty()) return fmt::format("{} is one argument too many", rest.front());
    // Of arguments that stand for several, as DB... QUERY, the parser has a name of its own.
    for (const CLI::Option* argument : command.get_options()) {
        if (!argument->get_positional() || !argument->get_required()) continue;
        if (argument->count() < static_cast<std::size_t>(argument->get_expected_min()) &&
            argument->get_expected_min() > 1) {
            return fmt::format("{} needs {}: at least {} arguments, not {}", full_name(command),
                               HelpFormat().make_option_usage(argument),
                               argument->get_expected_min(), argument->count());
        }
    }
    return plain_reason(error.what());
}

}  // namespace

const CLI::App& named_command(const CLI::App& app) {
    const CLI::App* command = &app;
    while (!command->get_subcommands().empty())
        command = command->get_subcommands().front();
    return *command;
}

std::vector<std::string> likely_names(std::string_view typed,
                                      const std::vector<std::string>& known) {
    const std::string_view word = bare(typed);
    std::vector<std::string> likely;
    if (word.size() >= MIN_BEGINNING) {
        std::copy_if(known.begin(), known.end(), std::back_inserter(likely),
                     [&](const std::string& name) { return bare(name).starts_with(word); });
    }
    if (likely.empty()) {
        std::size_t fewest = std::min(MAX_EDITS, word.size() / 2);
        for (const std::string& name : known) {
            const auto edits = edit_distance(code_points(word), code_points(bare(name)), fewest);
            if (!edits) continue;
            if (*edits < fewest) likely.clear();
            fewest = *edits;
            likely.push_back(name);
        }
    }
    if (likely.size() > MAX_SUGGESTIONS) likely.resize(MAX_SUGGESTIONS);
    return likely;
}

std::vector<std::string> usage_error(const CLI::App& app, const CLI::ParseError& error) {
    const CLI::App& command = named_command(app);
    const std::string name = full_name(command);
    std::string usage = HelpFormat().make_usage(&command, name);
    usage.erase(usage.find_last_not_of('\n') + 1);
    usage.front() = 'u';
    return {reason_of(command, error), usage,
            fmt::format("run {} --help for more information.", name)};
}

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
