#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <regex>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/edits/edit_distance.h"
#include "tools/usage/usage.h"

namespace descry {

namespace {

constexpr std::size_t MAX_SUGGESTIONS = 3;
constexpr std::size_t MAX_EDITS = 3;
// One or two letters may begin anything.
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

// Deletion is never suggested: repeating a suggestion must be harmless.
bool is_deleting(const std::string& name) {
    return name == "delete" || name == "--delete" || name == "--yes";
}

// Names in other programs, and the commands or options that they may mean here.
struct OtherName {
    std::vector<std::string_view> typed;
    std::vector<std::string> meant;
};

const std::vector<OtherName> OTHER_NAMES = {
    {{"dedup", "dedupe", "deduplication", "de-dup"}, {"uniq", "deduplicate"}},
    {{"duplicates", "dups", "dupes"}, {"groups", "uniq"}},
    {{"unique", "clean", "filter"}, {"uniq"}},
    {{"find", "query"}, {"search"}},
    {{"list", "ls"}, {"groups", "info"}},
    {{"stat", "statistics"}, {"stats", "info"}},
    {{"status"}, {"info"}},
    {{"add", "create", "build"}, {"index"}},
    {{"update", "refresh"}, {"annotate"}},
    {{"reindex", "regroup"}, {"rebuild"}},
    {{"cluster", "clusters"}, {"groups"}},
    {{"compare", "diff", "why"}, {"explain"}},
    {{"get", "cat", "print", "view"}, {"show"}},
    {{"near", "nearest", "neighbours", "like"}, {"similar"}},
    {{"hash", "minhash", "fingerprint", "signatures"}, {"sign"}},
    {{"version"}, {"--version"}},
    {{"usage", "man", "commands"}, {"--help"}},
    {{"threshold", "similarity", "min-similarity", "jaccard", "jaccard-threshold"},
     {"--distance", "--min"}},
    {{"d"}, {"--distance"}},
    {{"limit", "n", "top", "max", "max-results", "num-results"}, {"--rows"}},
    {{"offset", "skip"}, {"--start"}},
    {{"contained", "containment", "contains", "substring"}, {"--inside"}},
    {{"o", "out", "output-file", "outfile"}, {"--output"}},
    {{"f", "json", "output-format"}, {"--format"}},
    {{"j", "t", "jobs", "workers", "num-workers", "num-proc", "processes", "cores"}, {"--threads"}},
    {{"q", "silent"}, {"--quiet"}},
    {{"v"}, {"--verbose", "--version"}},
    {{"column", "text-column", "text"}, {"--text-field"}},
    {{"id", "id-column", "idx-column"}, {"--id-field"}},
    {{"ngram", "ngrams", "ngram-size", "n-gram"}, {"--shingles"}},
    {{"num-perm", "num-permutations", "hashes"}, {"--permutations"}},
};

std::vector<std::string> names_by_other_programs(std::string_view typed,
                                                 const std::vector<std::string>& known) {
    std::string name(bare(typed));
    std::ranges::replace(name, '_', '-');
    std::vector<std::string> names;
    for (const OtherName& other : OTHER_NAMES) {
        if (std::ranges::find(other.typed, name) == other.typed.end()) continue;
        std::ranges::copy_if(other.meant, std::back_inserter(names), [&](const std::string& meant) {
            return std::ranges::find(known, meant) != known.end();
        });
    }
    return names;
}

std::string suggestion(std::string_view typed, const std::vector<std::string>& known) {
    std::vector<std::string> names = names_by_other_programs(typed, known);
    if (names.empty()) {
        std::vector<std::string> harmless = known;
        std::erase_if(harmless, is_deleting);
        names = likely_names(typed, harmless);
    }
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

bool is_one_of(std::string_view typed, std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, bare(typed)) != names.end();
}

// The value of an unknown option: "--threshold 0.9", "--threshold=0.9".
std::string value_of(const std::string& typed, const std::vector<std::string>& words) {
    const std::size_t equals = typed.find('=');
    if (equals != typed.npos) return typed.substr(equals + 1);
    const auto option = std::ranges::find(words, typed);
    return words.end() - option < 2 ? "" : *(option + 1);
}

// Other programs take a similarity, which is 1 - distance.
std::string distance_of(const std::string& similarity) {
    static const std::regex SHARE("0?[.][0-9]{1,6}|1|1[.]0*");
    const double share = std::regex_match(similarity, SHARE) ? std::stod(similarity) : 0.85;
    return fmt::format(" Distance is 1 - similarity: {:g} for {:g}", 1 - share, share);
}

bool prints_results(const CLI::App& command) {
    const std::vector<std::string> options = names_of_options(command);
    return std::ranges::any_of(
        options, [](const std::string& name) { return name == "--format" || name == "--dropped"; });
}

std::string no_option(const CLI::App& command, const std::string& typed,
                      const std::vector<std::string>& words) {
    std::string likely = suggestion(typed, names_of_options(command));
    if (likely.ends_with("--distance?") &&
        is_one_of(typed, {"threshold", "similarity", "min-similarity"})) {
        likely += distance_of(value_of(typed, words));
    }
    if (prints_results(command) && is_one_of(typed, {"o", "out", "output"}) &&
        command.get_option_no_throw("--output") == nullptr) {
        likely = "; results go to standard output: put > FILE at the end";
    }
    if (likely.empty()) likely = "; put -- before an argument that begins with -";
    return fmt::format("{} has no option {}{}", full_name(command),
                       typed.substr(0, typed.find('=')), likely);
}

// "1", not "1.000000"; "1000000", of digits alone, is unchanged.
std::string plain_number(const std::string& number) {
    std::string plain = number;
    if (plain.find('.') == plain.npos) return plain;
    plain.erase(plain.find_last_not_of('0') + 1);
    if (plain.ends_with('.')) plain.pop_back();
    return plain;
}

// Users may give shares as percentages.
std::string share_meant(const std::string& typed, const std::string& least,
                        const std::string& most) {
    static const std::regex PERCENT("([0-9]+(?:[.][0-9]+)?) ?%?");
    std::smatch match;
    const double greatest = std::stod(most);
    if (least != "0" || greatest > 1 || !std::regex_match(typed, match, PERCENT)) return {};
    const double percent = std::stod(match.str(1));
    return percent > 100 * greatest || (percent <= 1 && typed.back() != '%')
               ? std::string()
               : fmt::format("; did you mean {:g}?", percent / 100);
}

std::optional<std::string> reason_of_range(const std::string& message) {
    // CLI11 2.3 says "in range A to B", 2.4 "in range [A - B]".
    static const std::regex RANGE(
        R"(^(\S+): Value (.*) not in range \[?(\S+) (?:to|-) ([^\s\]]+)\]?$)");
    std::smatch match;
    if (!std::regex_match(message, match, RANGE)) return std::nullopt;
    const std::string least = plain_number(match.str(3));
    const std::string most = plain_number(match.str(4));
    return fmt::format("{}: must be a number from {} to {}, not \"{}\"{}", match.str(1), least,
                       most, match.str(2), share_meant(match.str(2), least, most));
}

std::string plain_reason(const std::string& message) {
    static const std::vector<std::pair<std::regex, const char*>> FORMS = {
        {std::regex("^(\\S+) is required$"), "$1 is missing"},
        {std::regex("^(\\S+): At Most 1 required.*$"), "$1 is given more than once"},
        {std::regex("^(\\S+): \\d+ required .*missing$"), "$1 needs a value"},
        {std::regex("^(\\S+): (.*) not in \\{(.*)\\}$"), "$1: must be one of $3, not \"$2\""},
        {std::regex("^Could not convert: (\\S+) = (.*)$"), "$1: must be a number, not \"$2\""},
        {std::regex("^(\\S+) requires (\\S+)$"), "$1 needs $2"},
        {std::regex("^(\\S+) excludes (\\S+)$"), "$1 and $2 cannot be combined"},
    };
    if (const auto reason = reason_of_range(message)) return *reason;
    for (const auto& [form, words] : FORMS) {
        if (std::regex_search(message, form)) return std::regex_replace(message, form, words);
    }
    return message;
}

std::string reason_of(const CLI::App& command, const std::vector<std::string>& words,
                      const CLI::ParseError& error) {
    const std::vector<std::string> rest = command.remaining();
    const bool wants_command = command.get_require_subcommand_min() > 0;
    if (wants_command && !rest.empty()) return no_command(command, rest.front());
    const auto option = std::find_if(rest.begin(), rest.end(), [](const std::string& argument) {
        return argument.size() > 1 && argument.front() == '-';
    });
    if (option != rest.end()) return no_option(command, *option, words);
    if (!rest.empty()) return fmt::format("unexpected argument {}", rest.front());
    // For arguments that combine several, such as DB... QUERY, the parser uses another name.
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

std::vector<std::string> lines_of_error(const CLI::App& command, const std::string& reason) {
    const std::string name = full_name(command);
    std::string usage = HelpFormat().make_usage(&command, name);
    usage.erase(usage.find_last_not_of('\n') + 1);
    usage.front() = 'u';
    return {reason, usage, fmt::format("run {} --help for more information.", name)};
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

std::vector<std::string> usage_error(const CLI::App& app, const std::vector<std::string>& words,
                                     const CLI::ParseError& error) {
    const CLI::App& command = named_command(app);
    return lines_of_error(command, reason_of(command, words, error));
}

bool lacks_command(const CLI::App& app) {
    const CLI::App& command = named_command(app);
    return command.get_require_subcommand_min() > 0 && command.remaining().empty();
}

const CLI::App* command_of_name(const CLI::App& command, const std::string& name) {
    const auto subs =
        command.get_subcommands([&](const CLI::App* sub) { return sub->get_name() == name; });
    return subs.empty() ? nullptr : subs.front();
}

std::vector<std::string> no_such_command(const CLI::App& command, const std::string& typed) {
    return lines_of_error(command, no_command(command, typed));
}

}  // namespace descry
