#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <stdexcept>
#include <utility>

#include <unicode/uchar.h>
#include <unicode/uversion.h>

#include <descry/analyzers/recipe.h>

namespace descry {

namespace {

constexpr std::string_view NORMALIZATION = "nfkc_casefold";

constexpr std::array ALL_RULES = {WordRules::VERSION_1, WordRules::VERSION_2, WordRules::VERSION_3};

using Setting = std::pair<std::string_view, std::string>;

std::string_view name_of(WordRules rules) {
    switch (rules) {
        case WordRules::VERSION_1:
            return "icu-words/1";
        case WordRules::VERSION_2:
            return "icu-words/2";
        case WordRules::VERSION_3:
            break;
    }
    return "icu-words/3";
}

std::string_view name_of(MidWord mid_word) {
    return mid_word == MidWord::KEEP ? "keep" : "split";
}

/// All settings, in the order in which they are written.
std::array<Setting, 5> settings_of(const AnalyzerRecipe& recipe) {
    return {{{"unicode", recipe.unicode},
             {"icu", recipe.icu},
             {"normalization", std::string(NORMALIZATION)},
             {"mid-word", std::string(name_of(recipe.mid_word))},
             {"max-bytes", std::to_string(recipe.max_bytes)}}};
}

[[noreturn]] void refuse(std::string_view line, const std::string& why) {
    throw std::invalid_argument("analyzer recipe \"" + std::string(line) + "\": " + why);
}

/// Takes the first word, up to a space, off @a rest.
std::string_view take_word(std::string_view& rest) {
    const std::size_t space = std::min(rest.find(' '), rest.size());
    const std::string_view word = rest.substr(0, space);
    rest.remove_prefix(std::min(space + 1, rest.size()));
    return word;
}

bool is_version(std::string_view value) {
    return !value.empty() && value.find_first_not_of("0123456789.") == std::string_view::npos;
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

/// Sets what @a name means; false where @a value is none of its values.
bool apply(AnalyzerRecipe& recipe, std::string_view name, std::string_view value) {
    if (name == "unicode" || name == "icu") {
        (name == "icu" ? recipe.icu : recipe.unicode) = value;
        return is_version(value);
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
    return value == NORMALIZATION;
}

}  // namespace

std::string AnalyzerRecipe::running_unicode() {
    UVersionInfo version;
    u_getUnicodeVersion(version);
    return std::to_string(version[0]) + "." + std::to_string(version[1]);
}

std::string AnalyzerRecipe::running_icu() {
    UVersionInfo version;
    u_getVersion(version);
    return std::to_string(version[0]);
}

AnalyzerRecipe AnalyzerRecipe::by_running_icu() const {
    AnalyzerRecipe recipe = *this;
    recipe.unicode = running_unicode();
    recipe.icu = running_icu();
    return recipe;
}

AnalyzerRecipe AnalyzerRecipe::parse(std::string_view line) {
    std::string_view rest = line;
    const std::string_view analyzer = take_word(rest);
    AnalyzerRecipe recipe;
    const auto* const rules =
        std::ranges::find_if(ALL_RULES, [&](WordRules one) { return name_of(one) == analyzer; });
    if (rules == ALL_RULES.end()) {
        refuse(line, "unknown analyzer \"" + std::string(analyzer) +
                         "\", this version knows icu-words/1 to " +
                         std::string(name_of(ALL_RULES.back())));
    }
    recipe.rules = *rules;
    const std::array<Setting, 5> known = settings_of(recipe);
    std::array<bool, known.size()> seen{};
    while (!rest.empty()) {
        const std::string_view setting = take_word(rest);
        const std::size_t equals = std::min(setting.find('='), setting.size());
        const std::string_view name = setting.substr(0, equals);
        const std::string_view value = setting.substr(std::min(equals + 1, setting.size()));
        const auto found = std::find_if(known.begin(), known.end(),
                                        [&](const Setting& one) { return one.first == name; });
        if (found == known.end()) refuse(line, "unknown setting \"" + std::string(setting) + "\"");
        bool& was_seen = seen[static_cast<std::size_t>(found - known.begin())];
        if (std::exchange(was_seen, true)) refuse(line, "repeated setting " + std::string(name));
        if (!apply(recipe, name, value)) {
            refuse(line, "unknown value \"" + std::string(value) + "\" of " + std::string(name));
        }
    }
    const auto missing = std::find(seen.begin(), seen.end(), false);
    if (missing != seen.end()) {
        const auto& absent = known[static_cast<std::size_t>(missing - seen.begin())];
        refuse(line, "missing setting " + std::string(absent.first));
    }
    return recipe;
}

std::string AnalyzerRecipe::to_string() const {
    std::string line(name_of(rules));
    for (const auto& [name, value] : settings_of(*this)) {
        line.append(" ").append(name).append("=").append(value);
    }
    return line;
}

std::string AnalyzerRecipe::difference(const AnalyzerRecipe& expected) const {
    const std::array<Setting, 5> ours = settings_of(*this);
    const std::array<Setting, 5> theirs = settings_of(expected);
    std::string text;
    const auto compare = [&text](std::string_view what, std::string_view our,
                                 std::string_view their) {
        if (our == their) return;
        if (!text.empty()) text += "; ";
        text.append(what).append(" is ").append(our).append(", not ").append(their);
    };
    compare("analyzer", name_of(rules), name_of(expected.rules));
    for (std::size_t i = 0; i < ours.size(); ++i)
        compare(ours[i].first, ours[i].second, theirs[i].second);
    return text;
}

}  // namespace descry
