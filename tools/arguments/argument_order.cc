
#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "plugin/base/open_database.h"
#include "tools/arguments/database.h"
#include "tools/usage/usage.h"

namespace descry {

namespace {

using Words = std::vector<std::string>;

bool is_database(const std::string& word) {
    Words notes;
    const std::string path = find_database(word, notes);
    return is_certainly_database(path) || is_certainly_stub(path);
}

bool exists(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
}

// A new database may be made in an empty directory, so that is not a slip.
bool is_empty_folder(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_directory(path, ignored) && std::filesystem::is_empty(path, ignored);
}

std::string usage_of(const CLI::App& command) {
    std::string usage = full_name(command);
    for (const CLI::Option* option : command.get_options()) {
        if (option->get_positional()) usage += " " + HelpFormat().make_option_usage(option);
    }
    return usage;
}

// `search` has its databases and its query in one argument.
void check_search(const Words& words) {
    if (words.size() < 2) return;
    const std::string& last = words.back();
    if (!is_database(words.front())) {
        if (!is_database(last) || exists(words.front())) return;
        const Words query(words.begin(), words.end() - 1);
        throw std::runtime_error(
            fmt::format("the database comes first, and the query last: descry search {} \"{}\"",
                        last, fmt::join(query, " ")));
    }
    const auto begin = std::ranges::find_if_not(words, is_database);
    // Other words belong to a query, unless they look like paths.
    const bool are_words = std::all_of(begin, words.end(), [](const std::string& word) {
        return !exists(word) && word.find('/') == word.npos && !word.ends_with(".db");
    });
    if (!are_words || words.end() - begin < 2) return;
    throw std::runtime_error(fmt::format(
        "{} is not a database; put the query in quotes: descry search {} \"{}\"", *begin,
        fmt::join(words.begin(), begin, " "), fmt::join(begin, words.end(), " ")));
}

}  // namespace

void check_argument_order(const CLI::App& command) {
    if (const CLI::Option* const both = command.get_option_no_throw("ARGUMENTS"))
        return check_search(both->results());
    const CLI::Option* const db = command.get_option_no_throw("DB");
    if (db == nullptr || !db->get_positional() || db->count() == 0) return;
    const std::string first = db->results().front();
    if (is_database(first)) return;
    Words others;
    for (const CLI::Option* option : command.get_options()) {
        if (!option->get_positional() || option == db) continue;
        const Words words = option->results();
        others.insert(others.end(), words.begin(), words.end());
    }
    if (others.empty()) return;
    const bool is_behind = std::ranges::any_of(others, is_database);
    if (command.get_name() != "index") {
        if (!is_behind) return;
    } else {
        // It makes a database, but not where something else is.
        if (!exists(first) || is_empty_folder(first)) return;
        if (!is_behind && std::ranges::any_of(others, exists)) return;
    }
    throw std::runtime_error(fmt::format("{} is not a Xapian database, which comes first: {}",
                                         first, usage_of(command)));
}

}  // namespace descry
