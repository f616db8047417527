/** @file group_benchmark.cc
 *  @brief Cost of groups: a rebuild relative to reading its input, and adding single documents
 *         relative to plain Xapian.
 *
 *      group_benchmark DESCRY DB NEW_DOCUMENTS...
 *
 *  DB was made by `descry index`, on a disk with space for two copies; it is not changed.
 *  NEW_DOCUMENTS are not in the index. In one run, alternating, the minimum of REPEATS runs each:
 *  reading all posting lists and all term lists; `descry rebuild` of a copy, with one thread and
 *  with two; adding the new documents to a copy, committed every COMMIT_EVERY, plain and with
 *  signatures and groups; adding half of them without a commit, after the other half. Groups and
 *  values are checked before a ratio is printed. Times are CPU time unless stated.
 */
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xapian.h>

#include <descry/analyzers/words.h>
#include <descry/indexing/indexing_stage.h>
#include <descry/inspection/group_list.h>
#include <descry/schema/document_id.h>

#include "engine/distance/text_words.h"
#include "tools/input/input_reader.h"
#include "tools/lab/benchmarks/cost.h"

namespace {

using namespace descry;
using namespace descry::benchmark;
namespace fs = std::filesystem;

constexpr int REPEATS = 3;
constexpr std::size_t COMMIT_EVERY = 1000;

double cpu_of(int who) {
    rusage usage{};
    getrusage(who, &usage);
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

void read_bare(const std::string& path) {
    const Xapian::Database db(path);
    std::uint64_t sum = 0;
    const Xapian::TermIterator last = db.allterms_end();
    for (Xapian::TermIterator term = db.allterms_begin(); term != last; ++term) {
        const Xapian::PostingIterator end = db.postlist_end(*term);
        for (Xapian::PostingIterator p = db.postlist_begin(*term); p != end; ++p)
            sum += p.get_wdf();
    }
    const Xapian::PostingIterator end = db.postlist_end("");
    for (Xapian::PostingIterator p = db.postlist_begin(""); p != end; ++p) {
        const Xapian::TermIterator end_of_terms = db.termlist_end(*p);
        for (Xapian::TermIterator t = db.termlist_begin(*p); t != end_of_terms; ++t)
            sum += t.get_wdf() + (*t).size();
    }
    if (sum == 0) _exit(1);
}

void rebuild(const char* descry, const fs::path& path, const char* threads) {
    execl(descry, descry, "rebuild", path.c_str(), "--quiet", "--threads", threads,
          static_cast<char*>(nullptr));
    _exit(1);
}

std::vector<KeyedGroup> groups_of(const fs::path& path) {
    const Xapian::Database db(path.string());
    return list_groups(db, read_schema(db).value());
}

// As DocumentBuilder, for a text only. @param joined null, or receives the words
Xapian::Document build(WordAnalyzer& words, const std::string& text, std::string* joined) {
    Xapian::Document document;
    Xapian::termpos position = 0;
    if (joined != nullptr) joined->clear();
    words.analyze(text, [&](std::string_view word) {
        document.add_posting(std::string(word), ++position);
        if (joined != nullptr) append_word(*joined, word);
    });
    document.set_data(text);
    return document;
}

struct Adding {
    bool with_groups;
    bool committed;
};

// Adds all, and writes the CPU seconds and the number of grouped documents to a file. Without
// commits, only the second half is measured: the first fills Xapian's caches.
void add(const fs::path& path, const std::vector<std::string>& texts, const Adding& adding,
         const fs::path& answer) {
    Xapian::WritableDatabase db(path.string(), Xapian::DB_OPEN);
    const Schema schema = read_schema(db).value();
    WordAnalyzer words(AnalyzerRecipe::parse(schema.analyzer));
    IndexingStage stage(db);
    if (!adding.committed) db.begin_transaction();
    const std::size_t first = adding.committed ? 0 : texts.size() / 2;
    double begin = 0;
    std::size_t grouped = 0;
    std::string joined;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (i == first) begin = cpu_of(RUSAGE_SELF);
        Xapian::Document document = build(words, texts[i], adding.with_groups ? &joined : nullptr);
        const std::string unique = unique_term(schema.id_prefix, fmt::format("a new one {}", i));
        if (adding.with_groups) {
            const Xapian::docid did =
                stage.replace_document(unique, document, texts[i], {}, joined);
            if (i >= first && !db.get_document(did).get_value(schema.slot(Slot::GROUP)).empty()) {
                ++grouped;
            }
        } else {
            document.add_boolean_term(unique);
            db.replace_document(unique, document);
        }
        const bool is_last = i + 1 == texts.size();
        if (adding.committed && (is_last || (i + 1) % COMMIT_EVERY == 0)) db.commit();
    }
    std::ofstream(answer) << cpu_of(RUSAGE_SELF) - begin << ' ' << grouped;
    _exit(0);
}

int run(const char* descry, const fs::path& index, std::vector<std::string> inputs) {
    std::string name = (index.parent_path() / "group-benchmark-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder beside the index");
    const fs::path scratch = name;
    const fs::path copy = scratch / "db";
    const fs::path answer = scratch / "answer";
    const auto documents = Xapian::Database(index.string()).get_doccount();

    Cost bare;
    Cost one;
    Cost two;
    std::vector<KeyedGroup> groups;
    for (int i = 0; i < REPEATS; ++i) {
        bare.take_lesser(cost_of([&] { read_bare(index.string()); }));
        copy_index(index, copy);
        one.take_lesser(cost_of([&] { rebuild(descry, copy, "1"); }));
        groups = groups_of(copy);
        check(!groups.empty(), "no groups");
        copy_index(index, copy);
        two.take_lesser(cost_of([&] { rebuild(descry, copy, "2"); }));
        check(groups_of(copy) == groups, "two threads make other groups than one");
    }
    const fs::path rebuilt = scratch / "rebuilt";
    fs::rename(copy, rebuilt);
    fmt::print("{} documents, {} groups\n", documents, groups.size());
    fmt::print("bare: all posting lists and term lists once   {:.2f} s\n", bare.cpu);
    fmt::print(
        "rebuild, one thread                           {:.2f} s, {:.1f} times; {:.0f} us a "
        "document; {} MiB\n",
        one.cpu, one.cpu / bare.cpu, one.cpu * 1e6 / documents, one.peak_mib);
    fmt::print(
        "rebuild, two threads, wall time               {:.2f} s for {:.2f} s: {:.2f} times as "
        "fast\n",
        two.wall, one.wall, one.wall / two.wall);

    std::vector<std::string> texts;
    Diagnostics problems;
    InputReader reader(std::move(inputs), {}, problems);
    InputDocument input;
    while (reader.next(input))
        texts.push_back(input.text);
    check(texts.size() >= 2, "no new documents");
    for (const bool committed : {true, false}) {
        double plain = std::numeric_limits<double>::max();
        double staged = plain;
        std::size_t grouped = 0;
        for (int i = 0; i < (committed ? REPEATS : 2 * REPEATS); ++i) {
            for (const bool with_groups : {false, true}) {
                if (committed) copy_index(rebuilt, copy);
                cost_of([&] { add(copy, texts, {with_groups, committed}, answer); });
                double took = 0;
                std::ifstream(answer) >> took >> grouped;
                double& least = with_groups ? staged : plain;
                least = std::min(least, took);
            }
        }
        const double added =
            static_cast<double>(committed ? texts.size() : texts.size() - texts.size() / 2);
        check(grouped > 0, "no new document came into a group");
        fmt::print("a document added plain, {:<22}{:.0f} us\n",
                   committed ? "committed" : "uncommitted", plain * 1e6 / added);
        fmt::print(
            "with signatures and groups                    {:.0f} us, {:.2f} times; {} of {} came "
            "into groups\n",
            staged * 1e6 / added, staged / plain, grouped, added);
        if (committed) copy_index(rebuilt, copy);
    }
    fs::remove_all(scratch);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        fmt::print(stderr, "usage: group_benchmark DESCRY DB NEW_DOCUMENTS...\n");
        return 2;
    }
    try {
        return run(argv[1], argv[2], {argv + 3, argv + argc});
    } catch (const Xapian::Error& error) {
        fmt::print(stderr, "group_benchmark: {}\n", error.get_description());
    } catch (const std::exception& error) {
        fmt::print(stderr, "group_benchmark: {}\n", error.what());
    }
    return 2;
}
