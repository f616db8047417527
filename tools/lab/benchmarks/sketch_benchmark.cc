/** @file sketch_benchmark.cc
 *  @brief What shingles, sketches and exact joins cost.
 *
 *      sketch_benchmark INPUT...
 *
 *  On one thread, the input's texts in memory. Each answer is checked before a figure is printed.
 *  Figures are the least of REPEATS runs, in CPU time.
 */
#include <algorithm>
#include <ctime>
#include <functional>
#include <random>
#include <stdexcept>

#include <fmt/format.h>

#include <descry/analyzers/words.h>
#include <descry/sketches/minhash.h>

#include "engine/signatures/shingle_elements.h"
#include "engine/sketches/bbit_minhash.h"
#include "engine/sketches/permutation_sketch.h"
#include "engine/sketches/resemblance.h"
#include "engine/sketches/simhash.h"
#include "tools/input/input_reader.h"
#include "tools/lab/benchmarks/popcount_limit.h"
#include "tools/lab/sets/close_sketches.h"
#include "tools/lab/sets/set_join.h"
#include "tools/lab/sets/sketch_stream.h"

namespace {

using namespace descry;

constexpr int REPEATS = 3;

double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double least_of(const std::function<void()>& work) {
    double least = 0;
    for (int i = 0; i < REPEATS; ++i) {
        const double begin = cpu_seconds();
        work();
        const double seconds = cpu_seconds() - begin;
        least = i == 0 ? seconds : std::min(least, seconds);
    }
    return least;
}

void check(bool good, const char* what) {
    if (!good) throw std::runtime_error(fmt::format("the answer is wrong: {}", what));
}

// Random sketches, and some that are near others; every pair that was made near must be found.
void measure_close_sketches() {
    constexpr std::size_t SKETCHES = 200'000;
    constexpr unsigned NEAR = 12;
    std::mt19937_64 generator(1);
    for (const std::size_t words : {2u, 1u}) {
        CloseSketches sketches(words);
        std::vector<std::uint64_t> sketch(words);
        for (std::size_t i = 0; i < SKETCHES; ++i) {
            if (i % 1000 == 1) {
                sketch[0] ^= 7;
            } else {
                for (auto& word : sketch)
                    word = generator();
            }
            sketches.add(sketch);
        }
        std::size_t made = 0;
        const unsigned limit = words == 2 ? NEAR : 3;
        const double seconds = least_of([&] {
            made = 0;
            sketches.for_each_pair(limit, [&](const ClosePair& pair) {
                made += pair.second % 1000 == 1 && pair.first + 1 == pair.second ? 1u : 0u;
            });
        });
        check(made == SKETCHES / 1000, "near sketches were not found");
        const double pairs = 0.5 * SKETCHES * SKETCHES;
        double words_a_second = 0;
        const double limit_seconds = least_of([&] { words_a_second = benchmarks::popcounts(); });
        words_a_second /= limit_seconds;
        const double rate = pairs / seconds;
        fmt::print(
            "all pairs of {} sketches of {} bits: {:.2f} s, {:.2f} G pairs/s, {:.0f} % of the "
            "popcount limit ({:.1f} G words/s)\n",
            SKETCHES, 64 * words, seconds, rate * 1e-9,
            100 * rate * static_cast<double>(words) / words_a_second, words_a_second * 1e-9);
    }
}

struct Texts {
    std::vector<std::string> texts;
    double megabytes = 0;
    std::size_t words = 0;
};

Texts read(std::vector<std::string> inputs) {
    Diagnostics problems;
    InputReader reader(std::move(inputs), {}, problems);
    InputDocument document;
    Texts read;
    WordAnalyzer analyzer;
    while (reader.next(document)) {
        read.megabytes += 1e-6 * static_cast<double>(document.text.size());
        analyzer.analyze(document.text, [&](std::string_view) { ++read.words; });
        read.texts.push_back(document.text);
    }
    return read;
}

void tell(const Texts& texts, const char* what, double seconds) {
    fmt::print("{:44} {:6.2f} s {:7.1f} MB/s {:6.1f} ns/word\n", what, seconds,
               texts.megabytes / seconds, 1e9 * seconds / static_cast<double>(texts.words));
}

template <typename Hasher>
std::vector<typename Hasher::Sketch> sketch_all(const Texts& texts, const Hasher& hasher,
                                                const char* what,
                                                const ShingleElementOptions& options = {}) {
    std::vector<typename Hasher::Sketch> sketches;
    ShingleElements elements(options);
    SketchStream<Hasher> stream(hasher);
    tell(texts, what, least_of([&] {
             sketches.clear();
             for (const std::string& text : texts.texts) {
                 elements.read(text, [&](std::uint64_t element) { stream.add(element); });
                 sketches.push_back(stream.finish().value_or(typename Hasher::Sketch()));
             }
         }));
    return sketches;
}

void measure_text(const Texts& texts) {
    WordAnalyzer analyzer;
    std::size_t units = 0;
    tell(texts, "words alone", least_of([&] {
             units = 0;
             for (const std::string& text : texts.texts)
                 analyzer.analyze(text, [&](std::string_view) { ++units; });
         }));
    check(units == texts.words, "words");
    for (const char* kind : {"word:5", "char:9", "grapheme:9", "broder"}) {
        ShingleElementOptions options;
        options.shingles = kind;
        ShingleElements elements(options);
        std::uint64_t sum = 0;
        const auto run = [&] {
            sum = 0;
            for (const std::string& text : texts.texts)
                elements.read(text, [&](std::uint64_t element) { sum += element; });
        };
        tell(texts, fmt::format("elements {}", kind).c_str(), least_of(run));
        check(sum != 0, "elements");
    }
    sketch_all(texts, MinHasher(128, DEFAULT_HASH_SEED, MinHashFamily::MURMUR3),
               "MinHash 128, Murmur3 (b-bit)");
    sketch_all(texts, PermutationSketcher(), "200 linear permutations");
    sketch_all(texts, SimHasher(), "SimHash");
}

// The exact join against comparing all with all, on some texts.
void check_join(const Texts& texts) {
    constexpr std::size_t SAMPLE = 3000;
    SetJoin join;
    ShingleElements elements;
    std::vector<ElementSet> sets;
    for (std::size_t i = 0; i < std::min(SAMPLE, texts.texts.size()); ++i) {
        sets.push_back(to_set(elements.read(texts.texts[i])));
        join.add(sets.back());
    }
    std::size_t compared = 0;
    for (std::size_t i = 0; i < sets.size(); ++i)
        for (std::size_t j = i + 1; j < sets.size(); ++j)
            compared += jaccard(sets[i], sets[j]) >= 0.8 ? 1u : 0u;
    std::size_t joined = 0;
    join.for_each_pair(0.8, [&](const SimilarSets& pair) {
        check(pair.jaccard == jaccard(sets[pair.first], sets[pair.second]), "a coefficient");
        ++joined;
    });
    check(joined == compared, "the exact join");
    fmt::print("exact join of {} texts: {} pairs, as by comparing all\n", sets.size(), joined);
}

void measure_join(const Texts& texts) {
    std::size_t pairs = 0;
    const double exact = least_of([&] {
        SetJoin join;
        ShingleElements elements;
        for (const std::string& text : texts.texts)
            join.add(to_set(elements.read(text)));
        pairs = 0;
        join.for_each_pair(0.8, [&](const SimilarSets&) { ++pairs; });
    });
    tell(texts, fmt::format("exact join at 0.8, from texts: {} pairs", pairs).c_str(), exact);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        if (argc < 2) throw std::invalid_argument("usage: sketch_benchmark INPUT...");
        const Texts texts = read({argv + 1, argv + argc});
        fmt::print("{} texts, {:.1f} MB, {} words\n", texts.texts.size(), texts.megabytes,
                   texts.words);
        measure_text(texts);
        check_join(texts);
        measure_join(texts);
        measure_close_sketches();
        return 0;
    } catch (const std::exception& error) {
        fmt::print(stderr, "sketch_benchmark: {}\n", error.what());
        return 1;
    }
}
