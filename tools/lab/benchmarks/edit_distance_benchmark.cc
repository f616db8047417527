/** @file edit_distance_benchmark.cc
 *  @brief Cost of the edit distance of two documents, relative to edlib's.
 *
 *      edit_distance_benchmark INPUT PAIRS
 *
 *  PAIRS: tab-separated lines that begin with two ids. Some 2,000 of them are used, and 400 of
 *  documents that are near each other in length alone. Answers are checked before a figure is
 *  printed: each tenth pair by the full table, and all of ASCII by edlib, if its development files
 *  were found. edlib receives texts without their common ends. A figure is the mean over pairs of
 *  the minimum of REPEATS runs of CALLS calls, in CPU time, with the texts in the nearest cache.
 */
#include <algorithm>
#include <ctime>
#include <fstream>
#include <map>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <descry/analyzers/words.h>
#include <descry/distance/canonical_text.h>

#include "engine/edits/common_ends.h"
#include "tests/engine/edits/edit_distance_oracle.h"
#include "tools/input/input_reader.h"
#include "tools/lab/benchmarks/cost.h"

#ifdef DESCRY_BENCHMARK_EDLIB
#include <edlib.h>
#endif

namespace {

using namespace descry;

using Edits = std::optional<std::size_t>;

constexpr int REPEATS = 3;
constexpr int CALLS = 4;  // reading the clock costs as much as a short pair
constexpr std::size_t MOST_PAIRS = 2000;
constexpr std::size_t PAIRS_BY_LENGTH = 400;

struct Document {
    CanonicalText text;
    std::u32string characters;  // for the check
};

using Documents = std::vector<Document>;
using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

std::u32string characters_of(std::string_view utf8) {
    std::u32string out;
    for (std::size_t i = 0; i < utf8.size();) {
        const auto first = static_cast<unsigned char>(utf8[i++]);
        char32_t c = first < 0x80 ? first : first < 0xe0 ? first & 0x1fu : first & 0x0fu;
        if (first >= 0xf0) c = first & 0x07u;
        while (i < utf8.size() && (static_cast<unsigned char>(utf8[i]) & 0xc0u) == 0x80)
            c = c << 6 | (static_cast<unsigned char>(utf8[i++]) & 0x3fu);
        out += c;
    }
    return out;
}

std::map<std::string, std::size_t> read(const char* input, Documents& documents) {
    Diagnostics problems;
    InputReader reader({input}, {}, problems);
    InputDocument document;
    WordAnalyzer analyzer;
    std::map<std::string, std::size_t> places;
    while (reader.next(document)) {
        std::string words;
        analyzer.analyze(document.text, [&words](std::string_view word) {
            if (!words.empty()) words += ' ';
            words += word;
        });
        if (words.empty()) continue;
        places[document.id] = documents.size();
        documents.push_back({CanonicalText(words), characters_of(words)});
    }
    return places;
}

Pairs read_pairs(const char* file, const std::map<std::string, std::size_t>& places) {
    std::ifstream lines(file);
    Pairs pairs;
    for (std::string line; std::getline(lines, line);) {
        const std::size_t tab = line.find('\t');
        if (tab == std::string::npos) continue;
        const auto first = places.find(line.substr(0, tab));
        const auto second = places.find(line.substr(tab + 1, line.find('\t', tab + 1) - tab - 1));
        if (first != places.end() && second != places.end())
            pairs.emplace_back(first->second, second->second);
    }
    if (pairs.empty()) throw std::invalid_argument("no pairs of documents of the input");
    Pairs some;
    const std::size_t step = std::max<std::size_t>(1, pairs.size() / MOST_PAIRS);
    for (std::size_t i = 0; i < pairs.size(); i += step)
        some.push_back(pairs[i]);
    return some;
}

void add_pairs_by_length(const Documents& documents, Pairs& pairs) {
    std::vector<std::size_t> by_length(documents.size());
    std::iota(by_length.begin(), by_length.end(), std::size_t{0});
    std::sort(by_length.begin(), by_length.end(), [&documents](std::size_t a, std::size_t b) {
        return documents[a].text.characters() < documents[b].text.characters();
    });
    const std::size_t step = std::max<std::size_t>(1, documents.size() / PAIRS_BY_LENGTH);
    for (std::size_t i = 1; i < by_length.size(); i += step)
        pairs.emplace_back(by_length[i - 1], by_length[i]);
}

double cpu_microseconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
}

template <typename Distance>
double least_of(const Distance& distance, Edits& edits) {
    double least = 0;
    for (int i = 0; i < REPEATS; ++i) {
        const double begin = cpu_microseconds();
        for (int call = 0; call < CALLS; ++call)
            edits = distance();
        const double took = (cpu_microseconds() - begin) / CALLS;
        least = i == 0 ? took : std::min(least, took);
    }
    return least;
}

#ifdef DESCRY_BENCHMARK_EDLIB
constexpr bool HAS_EDLIB = true;

Edits edlib_distance(std::string_view a, std::string_view b, std::size_t max_edits) {
    strip_common_ends(a, b);
    const EdlibAlignResult result =
        edlibAlign(a.data(), static_cast<int>(a.size()), b.data(), static_cast<int>(b.size()),
                   edlibNewAlignConfig(static_cast<int>(max_edits), EDLIB_MODE_NW,
                                       EDLIB_TASK_DISTANCE, nullptr, 0));
    const int edits = result.editDistance;
    edlibFreeAlignResult(result);
    return edits < 0 ? std::nullopt : Edits(static_cast<std::size_t>(edits));
}
#else
constexpr bool HAS_EDLIB = false;

Edits edlib_distance(std::string_view, std::string_view, std::size_t) {
    return std::nullopt;
}
#endif

struct Mean {
    std::size_t pairs = 0;
    double sum = 0;

    void add(double value) {
        ++pairs;
        sum += value;
    }

    std::string text() const {
        return pairs == 0 ? "-" : fmt::format("{:.2f}", sum / static_cast<double>(pairs));
    }
};

struct Means {
    Mean all;
    Mean ascii;
    Mean ascii_by_edlib;
};

void measure(const Documents& documents, const Pairs& pairs, double share) {
    constexpr std::size_t MOST_CHECKED = 5000;
    Means rejected;
    Means accepted;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const Document& a = documents[pairs[i].first];
        const Document& b = documents[pairs[i].second];
        const std::size_t longer = std::max(a.characters.size(), b.characters.size());
        const auto limit = static_cast<std::size_t>(share * static_cast<double>(longer));
        // The others are excluded by length.
        if (longer - std::min(a.characters.size(), b.characters.size()) > limit) continue;
        Edits edits;
        const double took = least_of([&] { return edit_distance(a.text, b.text, limit); }, edits);
        if (i % 10 == 0 && longer <= MOST_CHECKED) {
            const std::size_t true_edits =
                testing::edit_distance_oracle(a.characters, b.characters);
            benchmark::check(edits == (true_edits <= limit ? Edits(true_edits) : std::nullopt),
                             "a distance");
        }
        Means& means = edits ? accepted : rejected;
        means.all.add(took);
        const std::string_view x = a.text.utf8();
        const std::string_view y = b.text.utf8();
        if (!HAS_EDLIB || x.size() != a.characters.size() || y.size() != b.characters.size())
            continue;
        Edits others;
        means.ascii.add(took);
        means.ascii_by_edlib.add(least_of([&] { return edlib_distance(x, y, limit); }, others));
        benchmark::check(edits == others, "a distance, by edlib");
    }
    fmt::print("limit {:.2f}\n", share);
    for (const auto& [what, means] : {std::pair{"accepted", accepted}, {"refused", rejected}}) {
        fmt::print("  {:8} {:6} pairs, us a pair {:>8}; {:6} of ASCII {:>8}, edlib {:>8}\n", what,
                   means.all.pairs, means.all.text(), means.ascii.pairs, means.ascii.text(),
                   means.ascii_by_edlib.text());
    }
}

}  // namespace

int main(int argc, char** argv) {
    try {
        if (argc != 3) {
            throw std::invalid_argument("usage: edit_distance_benchmark INPUT PAIRS");
        }
        Documents documents;
        const auto places = read(argv[1], documents);
        Pairs pairs = read_pairs(argv[2], places);
        add_pairs_by_length(documents, pairs);
        for (const double share : {0.08, 0.15})
            measure(documents, pairs, share);
        return 0;
    } catch (const std::exception& error) {
        fmt::print(stderr, "edit_distance_benchmark: {}\n", error.what());
        return 1;
    }
}
