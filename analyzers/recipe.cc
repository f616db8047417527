#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <stdexcept>
#include <utility>

#include <unicode/uversion.h>

#include <descry/analyzers/recipe.h>

#include "analyzers/icu_text.h"

namespace descry {

namespace {

constexpr std::string_view NORMALIZATION = "nfkc_casefold";

constexpr std::array ALL_RULES = {WordRules::VERSION_1, WordRules::VERSION_2, WordRules::VERSION_3,
                                  WordRules::VERSION_4, WordRules::VERSION_5};

/// The names of all settings, in output order.
constexpr std::array<std::string_view, 5> SETTINGS = {"sample", "normalization", "mid-word",
                                                      "max-bytes", "marks"};
/// Settings of every line; the others are written unless default.
constexpr std::size_t NEEDED_SETTINGS = 4;
using Values = std::array<std::string, SETTINGS.size()>;

std::string_view name_of(WordRules rules) {
    switch (rules) {
        case WordRules::VERSION_1:
            return "icu-words/1";
        case WordRules::VERSION_2:
            return "icu-words/2";
        case WordRules::VERSION_3:
            return "icu-words/3";
        case WordRules::VERSION_4:
            return "icu-words/4";
        case WordRules::VERSION_5:
            break;
    }
    return "icu-words/5";
}

std::string_view name_of(MidWord mid_word) {
    return mid_word == MidWord::KEEP ? "keep" : "split";
}

Values values_of(const AnalyzerRecipe& recipe) {
    return {recipe.sample.empty() ? loaded_icu_sample(recipe.mid_word) : recipe.sample,
            std::string(NORMALIZATION), std::string(name_of(recipe.mid_word)),
            std::to_string(recipe.max_bytes), recipe.fold_marks ? "fold" : "keep"};
}

/// Converts a line of 0.1.0, made with Debian 12's ICU, to today's form; others are unchanged.
std::string today(std::string_view line) {
    constexpr std::string_view VERSIONS = " unicode=15.0 icu=72 ";
    std::string text(line);
    if (const std::size_t at = text.find(VERSIONS); at != std::string::npos) {
        const bool keeps = text.find(" mid-word=keep") != std::string::npos;
        text.replace(
            at, VERSIONS.size(),
            " sample=" +
                std::string(known_icu_sample("72.1", keeps ? MidWord::KEEP : MidWord::SPLIT)) +
                " ");
    }
    return text;
}

[[noreturn]] void reject(std::string_view line, const std::string& why) {
    throw std::invalid_argument("analyzer recipe \"" + std::string(line) + "\": " + why);
}

/// Removes the first word, up to a space, from @a rest.
std::string_view take_word(std::string_view& rest) {
    const std::size_t space = std::min(rest.find(' '), rest.size());
    const std::string_view word = rest.substr(0, space);
    rest.remove_prefix(std::min(space + 1, rest.size()));
    return word;
}

bool is_sample(std::string_view value) {
    return value.size() == 16 &&
           value.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::optional<std::size_t> parse_max_bytes(std::string_view value) {
    std::size_t bytes = 0;
    const char* const end = value.data() + value.size();
    const auto [stop, error] = std::from_chars(value.data(), end, bytes);
    if (error != std::errc() || stop != end || bytes < 1 || bytes > MAX_TERM_BYTES) {
        return std::nullopt;
    }
    return bytes;
}

/// @return false if @a value is not valid for @a name
bool apply(AnalyzerRecipe& recipe, std::string_view name, std::string_view value) {
    if (name == "sample") {
        recipe.sample = value;
        return is_sample(value);
    }
    if (name == "mid-word") {
        recipe.mid_word = value == name_of(MidWord::KEEP) ? MidWord::KEEP : MidWord::SPLIT;
        return value == name_of(recipe.mid_word);
    }
    if (name == "max-bytes") {
        const std::optional<std::size_t> bytes = parse_max_bytes(value);
        recipe.max_bytes = bytes.value_or(MAX_TERM_BYTES);
        return bytes.has_value();
    }
    if (name == "marks") {
        recipe.fold_marks = true;
        return value == "fold" && recipe.rules >= WordRules::VERSION_4;
    }
    return value == NORMALIZATION;
}

}  // namespace

std::string AnalyzerRecipe::running_icu() {
    UVersionInfo version;
    u_getVersion(version);
    return std::to_string(version[0]) + "." + std::to_string(version[1]);
}

AnalyzerRecipe AnalyzerRecipe::by_running_icu() const {
    AnalyzerRecipe recipe = *this;
    recipe.sample.clear();
    return recipe;
}

AnalyzerRecipe AnalyzerRecipe::parse(std::string_view line) {
    const std::string written_today = today(line);
    std::string_view rest = written_today;
    const std::string_view analyzer = take_word(rest);
    AnalyzerRecipe recipe;
    const auto* const rules =
        std::ranges::find_if(ALL_RULES, [&](WordRules one) { return name_of(one) == analyzer; });
    if (rules == ALL_RULES.end()) {
        reject(line, "unknown analyzer \"" + std::string(analyzer) +
                         "\", this version knows icu-words/1 to " +
                         std::string(name_of(ALL_RULES.back())));
    }
    recipe.rules = *rules;
    std::array<bool, SETTINGS.size()> seen{};
    while (!rest.empty()) {
        const std::string_view setting = take_word(rest);
        const std::size_t equals = std::min(setting.find('='), setting.size());
        const std::string_view name = setting.substr(0, equals);
        const std::string_view value = setting.substr(std::min(equals + 1, setting.size()));
        const auto* const found = std::ranges::find(SETTINGS, name);
        if (found == SETTINGS.end())
            reject(line, "unknown setting \"" + std::string(setting) + "\"");
        bool& was_seen = seen[static_cast<std::size_t>(found - SETTINGS.begin())];
        if (std::exchange(was_seen, true)) reject(line, "repeated setting " + std::string(name));
        if (!apply(recipe, name, value)) {
            reject(line, "unknown value \"" + std::string(value) + "\" of " + std::string(name));
        }
    }
    const auto missing = std::find(seen.begin(), seen.begin() + NEEDED_SETTINGS, false);
    if (missing != seen.begin() + NEEDED_SETTINGS) {
        const auto absent = SETTINGS[static_cast<std::size_t>(missing - seen.begin())];
        reject(line, "missing setting " + std::string(absent));
    }
    return recipe;
}

std::string AnalyzerRecipe::to_string() const {
    std::string line(name_of(rules));
    const Values values = values_of(*this);
    const std::size_t written = fold_marks ? values.size() : NEEDED_SETTINGS;
    for (std::size_t i = 0; i < written; ++i)
        line.append(" ").append(SETTINGS[i]).append("=").append(values[i]);
    return line;
}

std::string AnalyzerRecipe::difference(const AnalyzerRecipe& expected) const {
    const Values ours = values_of(*this);
    const Values theirs = values_of(expected);
    std::string text;
    const auto compare = [&text](std::string_view what, std::string_view our,
                                 std::string_view their) {
        if (our == their) return;
        if (!text.empty()) text += "; ";
        text.append(what).append(" is ").append(our).append(", not ").append(their);
    };
    compare("analyzer", name_of(rules), name_of(expected.rules));
    for (std::size_t i = 0; i < ours.size(); ++i)
        compare(SETTINGS[i], ours[i], theirs[i]);
    return text;
}

}  // namespace descry
