/** @file index_benchmark.cc
 *  @brief Cost of `descry index` relative to a plain Xapian loop over the same words.
 *
 *      index_benchmark DESCRY FOLDER INPUT...
 *
 *  DESCRY is the program, FOLDER a directory on a disk with space for a few copies of the index.
 *  Half of the documents make an index with a model and groups; the other half is added to copies
 *  of it: by a plain loop (Xapian's TermGenerator over the same words, each between spaces; data
 *  and unique terms, no values, a commit every 10,000), by `descry index` with one thread, and with
 *  two. Alternating, the minimum of REPEATS runs each, in separate processes. A second plain loop
 *  analyses the text as descry does, without TermGenerator. Terms, positions, wdf and data of all
 *  documents are compared before a ratio is printed, and the values of one thread with those of
 *  two.
 */
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include <xapian.h>

#include <descry/analyzers/words.h>
#include <descry/schema/document_id.h>

#include "tools/input/input_reader.h"
#include "tools/lab/benchmarks/cost.h"

namespace {

using namespace descry;
using namespace descry::benchmark;
namespace fs = std::filesystem;

constexpr int REPEATS = 3;

std::string as_json(const std::string& id, const std::string& text) {
    const nlohmann::ordered_json data = {{"id", id}, {"text", text}};
    return data.dump();
}

// Writes ids and texts as lines, alternating between the files. Texts are words cut by descry, so
// that both programs make the same terms.
void split(std::vector<std::string> inputs, const fs::path& base, const fs::path& more) {
    Diagnostics problems;
    InputReader reader(std::move(inputs), {}, problems);
    std::ofstream files[] = {std::ofstream(base), std::ofstream(more)};
    WordAnalyzer words{AnalyzerRecipe()};
    InputDocument input;
    for (std::size_t i = 0; reader.next(input); ++i) {
        std::string text;
        words.analyze(input.text, [&](std::string_view word) {
            // Words that TermGenerator does not split.
            const bool is_plain =
                word.size() < 60 &&
                std::all_of(
                    word.begin(), word.end(),
                    [](char c) { return ('a' <= c && c <= 'z') || ('0' <= c && c <= '9'); });
            if (is_plain) text.append(word).append(" ");
        });
        files[i % 2] << as_json(fmt::format("{}-{}", i, input.id), text) << '\n';
    }
}

void add_plain(const fs::path& path, const fs::path& lines, bool by_generator) {
    Diagnostics problems;
    InputReader reader({lines.string()}, {}, problems);
    Xapian::WritableDatabase db(path.string(), Xapian::DB_OPEN);
    Xapian::TermGenerator generator;
    WordAnalyzer words{AnalyzerRecipe()};
    InputDocument input;
    while (reader.next(input)) {
        Xapian::Document document;
        if (by_generator) {
            generator.set_document(document);
            generator.set_termpos(0);
            generator.index_text(input.text);
        } else {
            Xapian::termpos position = 0;
            words.analyze(input.text, [&](std::string_view word) {
                document.add_posting(std::string(word), ++position);
            });
        }
        document.set_data(as_json(input.id, input.text));
        const std::string unique = unique_term("Q", input.id);
        document.add_boolean_term(unique);
        db.replace_document(unique, document);
    }
    db.commit();
}

void run_descry(const std::string& descry, const fs::path& path, const fs::path& lines,
                const char* threads) {
    execl(descry.c_str(), descry.c_str(), "index", path.c_str(), lines.c_str(), "--quiet",
          "--threads", threads, static_cast<char*>(nullptr));
    _exit(1);
}

// A hash of the documents without, or with, their values.
std::uint64_t content_of(const fs::path& path, bool with_values) {
    const Xapian::Database db(path.string());
    std::uint64_t sum = 0;
    const auto add = [&](const std::string& part) {
        sum = sum * 1099511628211u + std::hash<std::string>()(part);
    };
    const Xapian::PostingIterator end = db.postlist_end("");
    for (Xapian::PostingIterator p = db.postlist_begin(""); p != end; ++p) {
        const Xapian::Document document = db.get_document(*p);
        add(document.get_data());
        for (auto term = document.termlist_begin(); term != document.termlist_end(); ++term) {
            add(*term);
            sum = sum * 31 + term.get_wdf();
            for (auto at = term.positionlist_begin(); at != term.positionlist_end(); ++at)
                sum = sum * 31 + *at;
        }
        if (!with_values) continue;
        for (auto value = document.values_begin(); value != document.values_end(); ++value)
            add(*value);
    }
    return sum;
}

int run(const std::string& descry, const fs::path& folder, std::vector<std::string> inputs) {
    std::string name = (folder / "index-benchmark-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder can be made");
    const fs::path scratch = name;
    const fs::path base = scratch / "base";
    const fs::path copy = scratch / "copy";
    const fs::path more = scratch / "more.jsonl";
    split(std::move(inputs), scratch / "base.jsonl", more);
    cost_of([&] { run_descry(descry, base, scratch / "base.jsonl", "2"); });
    check(!Xapian::Database(base.string()).get_metadata("descry:model").empty(), "no model");

    Cost generator;
    Cost plain;
    Cost one;
    Cost two;
    for (int i = 0; i < REPEATS; ++i) {
        copy_index(base, copy);
        generator.take_lesser(cost_of([&] { add_plain(copy, more, true); }));
        const std::uint64_t terms = content_of(copy, false);
        copy_index(base, copy);
        plain.take_lesser(cost_of([&] { add_plain(copy, more, false); }));
        check(content_of(copy, false) == terms, "terms of the plain loops");
        copy_index(base, copy);
        one.take_lesser(cost_of([&] { run_descry(descry, copy, more, "1"); }));
        check(content_of(copy, false) == terms, "terms of descry index");
        const std::uint64_t all = content_of(copy, true);
        copy_index(base, copy);
        two.take_lesser(cost_of([&] { run_descry(descry, copy, more, "2"); }));
        check(content_of(copy, true) == all, "two threads write other values than one");
    }
    const auto held = Xapian::Database(base.string()).get_doccount();
    const auto added = Xapian::Database(copy.string()).get_doccount() - held;
    fmt::print("{} documents added to {}, Xapian {}\n", added, held, Xapian::version_string());
    fmt::print("plain loop of TermGenerator       {:.2f} s CPU, {:.2f} s\n", generator.cpu,
               generator.wall);
    fmt::print("plain loop without TermGenerator  {:.2f} s CPU, {:.2f} s\n", plain.cpu, plain.wall);
    fmt::print(
        "descry index, all values, groups  {:.2f} s CPU, {:.2f} times TermGenerator's, "
        "{:.2f} times the other's; {} MiB\n",
        one.cpu, one.cpu / generator.cpu, one.cpu / plain.cpu, one.peak_mib);
    fmt::print(
        "two threads                       {:.2f} s for {:.2f} s: {:.2f} times as fast; "
        "{:.2f} s CPU, {} MiB\n",
        two.wall, one.wall, one.wall / two.wall, two.cpu, two.peak_mib);
    fs::remove_all(scratch);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        fmt::print(stderr, "usage: index_benchmark DESCRY FOLDER INPUT...\n");
        return 2;
    }
    try {
        return run(argv[1], argv[2], {argv + 3, argv + argc});
    } catch (const Xapian::Error& error) {
        fmt::print(stderr, "index_benchmark: {}\n", error.get_description());
    } catch (const std::exception& error) {
        fmt::print(stderr, "index_benchmark: {}\n", error.what());
    }
    return 2;
}
