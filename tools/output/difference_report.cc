#include "output/difference_report.h"

#include <string>

#include <fmt/format.h>

#include "output/text.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;

// Beyond any place and its neighbourhood but those of very long words.
constexpr std::size_t REPORT_WIDTH = 1000;

const char* name_of(WordSource source) {
    switch (source) {
        case WordSource::TEXT:
            return "text";
        case WordSource::POSITIONS:
            return "positions";
        case WordSource::NONE:
            break;
    }
    return "words";
}

void print_place(const WordDifference& place) {
    std::string line = place.before;
    const auto append = [&](const std::string& text) {
        if (!line.empty() && !text.empty()) line += ' ';
        line += text;
    };
    if (!place.a.empty()) append("[-" + place.a + "-]");
    if (!place.b.empty()) append("{+" + place.b + "+}");
    append(place.after);
    fmt::print("{:>7}  {}\n", place.at_a, one_line(line, REPORT_WIDTH));
}

void print_places(const WordDifferences& differences) {
    fmt::print("\n{} by {}: [-{} of A-] {{+{} of B+}}\n",
               counted(differences.places, "differing place"), name_of(differences.source),
               counted(differences.words_a, "word"), counted(differences.words_b, "word"));
    for (const WordDifference& place : differences.shown)
        print_place(place);
    if (differences.places > differences.shown.size()) {
        fmt::print("         … and {} (--differences shows more)\n",
                   counted(differences.places - differences.shown.size(), "place"));
    }
    if (!differences.is_complete) {
        fmt::print("         (of the first {} each)\n", counted(MAX_COMPARED_WORDS, "word"));
    }
}

void print_words(const char* name, std::uint64_t count, const std::vector<std::string>& words) {
    std::string line;
    for (const std::string& word : words)
        line += (line.empty() ? "" : " ") + word;
    if (count > words.size()) line += " …";
    fmt::print("{:<20}  {}: {}\n", name, count, one_line(line, REPORT_WIDTH));
}

}  // namespace

nlohmann::ordered_json json_of(const WordDifferences& differences) {
    Json shown = Json::array();
    for (const WordDifference& place : differences.shown) {
        shown.push_back({{"at_a", place.at_a},
                         {"at_b", place.at_b},
                         {"before", place.before},
                         {"a", place.a},
                         {"b", place.b},
                         {"after", place.after}});
    }
    return {{"source", name_of(differences.source)}, {"complete", differences.is_complete},
            {"places", differences.places},          {"words_a", differences.words_a},
            {"words_b", differences.words_b},        {"shown", std::move(shown)},
            {"only_a", differences.only_a},          {"only_b", differences.only_b}};
}

void print_differences(const WordDifferences& differences) {
    if (differences.words_a + differences.words_b == 0) return;
    if (differences.source != WordSource::NONE) {
        if (!differences.shown.empty()) print_places(differences);
        return;
    }
    if (differences.only_a.empty() && differences.only_b.empty()) return;
    fmt::print("\n");
    print_words("words of A alone", differences.words_a, differences.only_a);
    print_words("words of B alone", differences.words_b, differences.only_b);
}

}  // namespace descry
