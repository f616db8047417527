/** @file search_benchmark.cc
 *  @brief What a collapsed page of results costs beside the plain one.
 *
 *      search_benchmark DESCRY DB...
 *
 *  DESCRY is the program, each DB a folder it has annotated. Searches single words, from rare to
 *  frequent, for the first ten results collapsed on `descriptive`, then on `group`: the page alone,
 * with the data of its documents, with exact totals, and the whole process of `descry search`. Each
 * answer is checked before its ratio is printed. A figure is the median over words of the least of
 * ROUNDS runs, which take turns with those of the plain page.
 */
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <limits>
#include <stdexcept>
#include <unordered_map>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <xapian.h>

#include <descry/collapse.h>
#include <descry/stored_format.h>

namespace {

using namespace descry;

constexpr int ROUNDS = 30;
constexpr Xapian::doccount ROWS = 10;
constexpr std::size_t WORDS = 25;
constexpr std::size_t WORDS_OF_PROCESSES = 5;

void check(bool good, const std::string& what) {
    if (!good) throw std::runtime_error(fmt::format("the answer is wrong: {}", what));
}

using Work = std::function<void()>;

double milliseconds_of(const Work& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
        .count();
}

// The least time of each work, in turns.
std::vector<double> least_of(const std::vector<Work>& works,
                             const std::function<double(const Work&)>& time) {
    std::vector<double> least(works.size(), std::numeric_limits<double>::max());
    for (int round = 0; round < ROUNDS; ++round) {
        for (std::size_t i = 0; i < works.size(); ++i)
            least[i] = std::min(least[i], time(works[i]));
    }
    return least;
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<long>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

using Sizes = std::unordered_map<std::string, Xapian::doccount>;

// One index, and what is to be searched on it.
struct Bench {
    std::string path;
    std::string program;
    std::string signature;
    Xapian::Database db;
    Xapian::valueno slot;
    Sizes sizes;

    Xapian::MSet match(const Xapian::Query& query, bool collapse, bool exact) const {
        Xapian::Enquire enquire(db);
        enquire.set_query(query);
        if (collapse) enquire.set_collapse_key(slot);
        return enquire.get_mset(0, ROWS, exact ? db.get_doccount() : 0);
    }

    CollapsedPage collapsed(const Xapian::Query& query, bool totals) const {
        CollapseOptions options;
        options.slot = slot;
        options.rows = ROWS;
        options.totals = totals;
        return search_collapsed(db, query, options);
    }

    // Runs `descry search`; only its time is of interest.
    void process(const std::string& word, const std::string& collapse) const {
        std::string arguments[] = {program, "search", path, word, "--collapse", collapse};
        char* argv[std::size(arguments) + 1] = {};
        for (std::size_t i = 0; i < std::size(arguments); ++i)
            argv[i] = arguments[i].data();
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
        pid_t child = 0;
        const int error = posix_spawn(&child, program.c_str(), &actions, nullptr, argv, environ);
        posix_spawn_file_actions_destroy(&actions);
        check(error == 0, "no program " + program);
        int status = 0;
        check(waitpid(child, &status, 0) == child && status == 0, "descry search " + word);
    }
};

Sizes sizes_of_keys(const Xapian::Database& db, Xapian::valueno slot) {
    Sizes sizes;
    for (auto value = db.valuestream_begin(slot); value != db.valuestream_end(slot); ++value)
        ++sizes[*value];
    return sizes;
}

double cpu_milliseconds_of(const Work& work) {
    const auto used = [] {
        rusage usage{};
        getrusage(RUSAGE_CHILDREN, &usage);
        const auto milliseconds = [](const timeval& time) {
            return 1e3 * static_cast<double>(time.tv_sec) +
                   1e-3 * static_cast<double>(time.tv_usec);
        };
        return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime);
    };
    const double before = used();
    work();
    return used() - before;
}

void check_answers(const Bench& bench, const Xapian::Query& query) {
    const Xapian::MSet expected = bench.match(query, true, false);
    Xapian::Enquire every(bench.db);
    every.set_query(query);
    const Xapian::MSet matches = every.get_mset(0, bench.db.get_doccount());
    Sizes keys;
    Xapian::doccount groups = 0;
    for (auto item = matches.begin(); item != matches.end(); ++item) {
        const std::string key = item.get_document().get_value(bench.slot);
        if (key.empty() || ++keys[key] == 1) ++groups;
    }
    for (const bool totals : {false, true}) {
        const CollapsedPage page = bench.collapsed(query, totals);
        check(page.results.size() == expected.size(), "results on a page");
        for (Xapian::doccount i = 0; i < expected.size(); ++i) {
            const CollapsedResult& result = page.results[i];
            check(result.did == *expected[i], "the page that Xapian's collapser gives");
            const bool counted = totals && !result.key.empty();
            check(result.size == (counted ? bench.sizes.at(result.key) : 1), "size of a group");
        }
        check(page.matches == (totals ? matches.size() : 0), "matches");
        check(page.groups == (totals ? groups : 0), "groups");
    }
}

// Plain page, collapsed page, by Xapian's collapser; the first two with data; with totals.
std::vector<double> time_pages(const Bench& bench, const std::string& word) {
    const Xapian::Query query(word);
    check_answers(bench, query);
    std::size_t bytes = 0;
    std::vector<double> times = least_of(
        {[&] { bench.match(query, false, false); }, [&] { bench.collapsed(query, false); },
         [&] { bench.match(query, true, false); },
         [&] {
             const Xapian::MSet mset = bench.match(query, false, false);
             for (auto item = mset.begin(); item != mset.end(); ++item)
                 bytes += item.get_document().get_data().size();
         },
         [&] {
             for (const CollapsedResult& result : bench.collapsed(query, false).results) {
                 bytes +=
                     bench.db.get_document(result.did, Xapian::DOC_ASSUME_VALID).get_data().size();
             }
         },
         [&] { bench.match(query, false, true); }, [&] { bench.collapsed(query, true); }},
        milliseconds_of);
    check(bytes > 0, "data of documents");
    return times;
}

std::vector<double> time_processes(const Bench& bench, const std::string& word) {
    return least_of(
        {[&] { bench.process(word, "none"); }, [&] { bench.process(word, bench.signature); }},
        cpu_milliseconds_of);
}

void print_ratio(const char* what, const std::vector<std::vector<double>>& times, std::size_t plain,
                 std::size_t collapsed) {
    std::vector<double> base;
    std::vector<double> ratios;
    std::vector<double> more;
    for (const std::vector<double>& of_word : times) {
        base.push_back(of_word[plain]);
        ratios.push_back(of_word[collapsed] / of_word[plain]);
        more.push_back(of_word[collapsed] - of_word[plain]);
    }
    fmt::print("  {:<28} plain {:7.3f} ms; collapsed {:5.2f} times, {:7.3f} ms more\n", what,
               median(base), median(ratios), median(more));
}

// Words of these frequencies, spread evenly over the alphabet.
std::vector<std::string> choose_words(const Xapian::Database& db, Xapian::doccount low,
                                      Xapian::doccount high) {
    std::vector<std::string> words;
    for (auto term = db.allterms_begin(); term != db.allterms_end(); ++term) {
        const std::string word = *term;
        const bool letters = std::all_of(
            word.begin(), word.end(), [](char letter) { return 'a' <= letter && letter <= 'z'; });
        if (letters && low <= term.get_termfreq() && term.get_termfreq() < high)
            words.push_back(word);
    }
    std::vector<std::string> chosen;
    for (std::size_t i = 0; i < std::min(WORDS, words.size()); ++i)
        chosen.push_back(words[i * words.size() / std::min(WORDS, words.size())]);
    return chosen;
}

void run(const std::string& program, const std::string& path, Slot name) {
    const Xapian::Database db(path);
    const std::optional<Schema> schema = read_schema(db);
    check(schema.has_value(), "no annotations in " + path);
    const Xapian::valueno slot = schema->slot(name);
    const Bench bench{path, program, std::string(slot_name(name)),
                      db,   slot,    sizes_of_keys(db, slot)};
    const Xapian::doccount all = db.get_doccount();
    fmt::print("{}, {}: {} documents, {} values, Xapian {}\n", path, bench.signature, all,
               db.get_value_freq(slot), Xapian::version_string());
    const std::pair<Xapian::doccount, Xapian::doccount> bands[] = {
        {all / 2000, all / 200}, {all / 200, all / 20}, {all / 20, all}};
    for (const auto& [low, high] : bands) {
        const std::vector<std::string> words = choose_words(db, low, high);
        if (words.empty()) continue;
        std::vector<std::vector<double>> pages;
        std::vector<std::vector<double>> processes;
        pages.reserve(words.size());
        for (const std::string& word : words)
            pages.push_back(time_pages(bench, word));
        for (std::size_t i = 0; i < words.size(); i += 1 + words.size() / WORDS_OF_PROCESSES)
            processes.push_back(time_processes(bench, words[i]));
        fmt::print("{} words in {} to {} documents\n", words.size(), low, high);
        print_ratio("page", pages, 0, 1);
        print_ratio("page, Xapian's collapser", pages, 0, 2);
        print_ratio("page and data", pages, 3, 4);
        print_ratio("page and exact totals", pages, 5, 6);
        print_ratio("descry search, CPU time", processes, 0, 1);
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        fmt::print(stderr, "usage: search_benchmark DESCRY DB...\n");
        return 2;
    }
    try {
        for (int i = 2; i < argc; ++i)
            for (const Slot name : {Slot::DESCRIPTIVE, Slot::GROUP})
                run(argv[1], argv[i], name);
        return 0;
    } catch (const Xapian::Error& error) {
        fmt::print(stderr, "search_benchmark: {}\n", error.get_description());
    } catch (const std::exception& error) {
        fmt::print(stderr, "search_benchmark: {}\n", error.what());
    }
    return 2;
}
