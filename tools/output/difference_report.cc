#include <cstdlib>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "tools/output/text.h"
#include "tools/output/word_differences.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;

// Enough for any difference and its context, except very long words.
constexpr std::size_t REPORT_WIDTH = 1000;

constexpr std::string_view RED = "\x1b[31m";
constexpr std::string_view GREEN = "\x1b[32m";
constexpr std::string_view PLAIN = "\x1b[0m";

// At a terminal, unless https://no-color.org forbids it.
bool is_coloured() {
    static const bool is = [] {
        const char* const none = std::getenv("NO_COLOR");
        return ::isatty(STDOUT_FILENO) == 1 && (none == nullptr || *none == '\0');
    }();
    return is;
}

// Colours the first part between two marks.
void colour(std::string& line, std::string_view begin, std::string_view end,
            std::string_view colour) {
    const std::size_t from = line.find(begin);
    const std::size_t to = from == line.npos ? line.npos : line.find(end, from);
    if (to == line.npos) return;
    line.insert(to + end.size(), PLAIN);
    line.insert(from, colour);
}

void print_difference(const WordDifference& difference) {
    std::string line = difference.before;
    const auto append = [&](const std::string& text) {
        if (!line.empty() && !text.empty()) line += ' ';
        line += text;
    };
    if (!difference.a.empty()) append("[-" + difference.a + "-]");
    if (!difference.b.empty()) append("{+" + difference.b + "+}");
    append(difference.after);
    line = one_line(line, REPORT_WIDTH);
    if (is_coloured()) {
        colour(line, "[-", "-]", RED);
        colour(line, "{+", "+}", GREEN);
    }
    fmt::print("{:>7}  {}\n", difference.at_a, line);
}

void print_places(const WordDifferences& differences) {
    fmt::print("\n{} {}: [-{} of A-] {{+{} of B+}}\n",
               counted(differences.ranges, "differing place"),
               differences.likeness == TextLikeness::SAME_WORDS
                   ? std::string("of the texts, whose words are the same")
                   : fmt::format("by {}", name_of(differences.source)),
               counted(differences.words_a, "word"), counted(differences.words_b, "word"));
    for (const WordDifference& difference : differences.shown)
        print_difference(difference);
    if (differences.ranges > differences.shown.size()) {
        fmt::print("         … and {} (--differences shows more)\n",
                   counted(differences.ranges - differences.shown.size(), "place"));
    }
    if (!differences.is_complete) {
        fmt::print("         (of the first {} each)\n", counted(MAX_COMPARED_WORDS, "word"));
    }
}

void print_words(const char* name, std::uint64_t count, const std::vector<std::string>& words) {
    const std::string line =
        fmt::format("{}{}", fmt::join(words, " "), count > words.size() ? " …" : "");
    fmt::print("{:<20}  {}: {}\n", name, count, one_line(line, REPORT_WIDTH));
}

}  // namespace

nlohmann::ordered_json json_of(const WordDifferences& differences) {
    Json shown = Json::array();
    for (const WordDifference& difference : differences.shown) {
        shown.push_back({{"at_a", difference.at_a},
                         {"at_b", difference.at_b},
                         {"before", difference.before},
                         {"a", difference.a},
                         {"b", difference.b},
                         {"after", difference.after}});
    }
    return {{"source", name_of(differences.source)}, {"complete", differences.is_complete},
            {"places", differences.ranges},          {"words_a", differences.words_a},
            {"words_b", differences.words_b},        {"shown", std::move(shown)},
            {"only_a", differences.only_a},          {"only_b", differences.only_b}};
}

void print_differences(const WordDifferences& differences) {
    if (!differences.beginning.empty()) {
        fmt::print("\nboth texts begin: {}\n", differences.beginning);
        return;
    }
    if (differences.words_a + differences.words_b == 0) return;
    if (differences.source != WordSource::NONE) {
        if (!differences.shown.empty()) print_places(differences);
        return;
    }
    if (differences.only_a.empty() && differences.only_b.empty()) return;
    fmt::print("\n");
    print_words("words only in A", differences.words_a, differences.only_a);
    print_words("words only in B", differences.words_b, differences.only_b);
}

}  // namespace descry
