#include <algorithm>
#include <cstddef>
#include <regex>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/usage/usage.h"

namespace descry {

namespace {

// Greater limits are effectively none, and are not shown.
constexpr double MAX_LIMIT = 1e9;
// Columns where texts begin: of arguments and options, and of commands, whose names are short.
constexpr std::size_t TEXT_COLUMN = 26;
constexpr std::size_t COMMAND_TEXT_COLUMN = 15;
// More names than fit here are described in the text.
constexpr std::size_t MAX_CHOICE = 40;

struct TypeOfOption {
    std::string name;
    std::string limits;
    std::string choices;
};

// Splits "N:UINT in [1 - 1024]", CLI11's type name joined with its checks.
TypeOfOption split_type(const std::string& type) {
    static const std::regex RANGE("([^:]*):[A-Z]+ in \\[(\\S+) - (\\S+)\\]");
    static const std::regex CHOICE("([^:]*):\\{(.*)\\}");
    std::smatch match;
    if (std::regex_match(type, match, RANGE)) {
        const bool has_limit = std::stod(match.str(3)) < MAX_LIMIT;
        return {match.str(1),
                has_limit ? fmt::format(" ({} to {})", match.str(2), match.str(3)) : "", ""};
    }
    if (std::regex_match(type, match, CHOICE)) {
        std::string names = match.str(2);
        if (names.size() > MAX_CHOICE)
            return {match.str(1), "", ": " + std::regex_replace(names, std::regex(","), ", ")};
        std::replace(names.begin(), names.end(), ',', '|');
        return {names, "", ""};
    }
    return {type, "", ""};
}

std::string named(const char* relation, const std::set<CLI::Option*>& options) {
    if (options.empty()) return "";
    std::vector<std::string> names;
    for (const CLI::Option* option : options)
        names.push_back(option->get_name());
    std::sort(names.begin(), names.end());
    return fmt::format(" ({} {})", relation, fmt::join(names, ", "));
}

// In code points, each one column in the languages of help.
std::size_t columns_of(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// Removes the part of @a text that fits into @a columns: up to a space, or else after a comma.
std::string_view cut_line(std::string_view& text, std::size_t columns) {
    std::size_t end = text.size();
    while (columns_of(text.substr(0, end)) > columns) {
        std::size_t shorter = text.rfind(' ', end - 1);
        if (shorter == text.npos) shorter = text.rfind(',', end - 2) + 1;
        if (shorter == 0 || shorter >= end) break;
        end = shorter;
    }
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end);
    if (text.starts_with(' ')) text.remove_prefix(1);
    return line;
}

// @a text in lines that begin at @a column; the first line's beginning is already written.
std::string wrapped(std::string_view text, std::size_t column) {
    std::string out(cut_line(text, HELP_COLUMNS - column));
    while (!text.empty())
        out += fmt::format("\n{:{}}{}", "", column, cut_line(text, HELP_COLUMNS - column));
    return out + "\n";
}

// A name and its text. A name that reaches into the column of texts has its own line.
std::string entry(const std::string& name, std::string_view text, std::size_t column) {
    std::string out = "  " + name;
    if (text.empty()) return out + "\n";
    const bool has_own_line = columns_of(out) + 2 > column;
    if (has_own_line) out += "\n";
    out += std::string(has_own_line ? column : column - columns_of(out), ' ');
    return out + wrapped(text, column);
}

// "--rows N=10", "--field NAME:PREFIX ...", "--inside[=SHARE]".
std::string name_of_option(const CLI::Option* option) {
    std::string names = "--" + option->get_lnames().front();
    if (!option->get_snames().empty()) names = "-" + option->get_snames().front() + ", " + names;
    if (option->get_type_size() == 0) return names;
    const std::string type = split_type(option->get_type_name()).name;
    if (!type.empty()) names += (type.starts_with("[=") ? "" : " ") + type;
    if (!option->get_default_str().empty()) names += "=" + option->get_default_str();
    if (option->get_expected_max() == CLI::detail::expected_max_vector_size) names += " ...";
    return names;
}

// Limits precede the default, which comes last.
std::string text_of_option(const CLI::Option* option) {
    std::string text = option->get_description();
    const std::size_t end = std::min(text.find(" [default"), text.size());
    std::string further;
    if (option->get_type_size() != 0) {
        const TypeOfOption type = split_type(option->get_type_name());
        further = type.limits + type.choices;
    }
    return text.insert(end, further + named("with", option->get_needs()) +
                                named("not with", option->get_excludes()));
}

std::vector<const CLI::App*> commands_of(const CLI::App& command) {
    return command.get_subcommands([](const CLI::App*) { return true; });
}

std::string list_of_commands(const CLI::App& command) {
    std::string out;
    std::string family;
    for (const CLI::App* sub : commands_of(command)) {
        const std::string of = command.get_parent() == nullptr ? sub->get_group() : "Commands";
        if (of != family) out += fmt::format("\n{}:\n", of);
        family = of;
        const std::string about = sub->get_description();
        out += entry(sub->get_name(), about.substr(0, about.find(';')), COMMAND_TEXT_COLUMN);
    }
    return out;
}

// Where to find a command's page, and those of its subcommands.
std::string further_help(const CLI::App& command) {
    const std::string name = full_name(command);
    std::string page = name.substr(0, name.find(' ', name.find(' ') + 1));
    std::ranges::replace(page, ' ', '-');
    if (commands_of(command).empty()) return fmt::format("\nManual page: man {}\n", page);
    const std::size_t end = std::min(name.find(' '), name.size());
    const std::string program = name.substr(0, end);
    return fmt::format("\nRun `{} help{} COMMAND` for details.\nManual page: man {}{}\n", program,
                       name.substr(end), page,
                       command.get_parent() == nullptr ? ", man " + program + "-COMMAND" : "");
}

}  // namespace

HelpFormat::HelpFormat() {
    label("SUBCOMMAND", "COMMAND");
    label("SUBCOMMANDS", "COMMAND");
}

std::string HelpFormat::make_help(const CLI::App* command, std::string /*name*/,
                                  CLI::AppFormatMode /*mode*/) const {
    std::string arguments;
    std::string options;
    for (const CLI::Option* option : command->get_options()) {
        if (option->get_positional()) {
            arguments +=
                entry(make_option_name(option, true), option->get_description(), TEXT_COLUMN);
        } else {
            options += entry(name_of_option(option), text_of_option(option), TEXT_COLUMN);
        }
    }
    std::string help = wrapped(command->get_description(), 0);
    help += make_usage(command, full_name(*command));
    help += list_of_commands(*command);
    if (!arguments.empty()) help += "\nArguments:\n" + arguments;
    help += "\nOptions:\n" + options;
    std::string examples = command->get_footer();
    if (!examples.empty()) {
        help += "\nExample:\n  " + std::regex_replace(examples, std::regex("\n"), "\n  ") + "\n";
    }
    return help + further_help(*command);
}

std::string HelpFormat::make_option_name(const CLI::Option* option, bool is_positional) const {
    if (!is_positional) return name_of_option(option);
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
