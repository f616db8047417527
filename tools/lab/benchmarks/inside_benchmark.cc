/** @file inside_benchmark.cc
 *  @brief Recall of `--inside` against an exhaustive search, and its cost.
 *
 *      inside_benchmark FILE...
 *
 *  FILE holds documents kept by `descry uniq`. An evenly spread sample of SAMPLE documents of at
 *  least MIN_WORDS words is searched in all longer ones, pair by pair (ContainerText::find()), and
 *  the results of find_inside() are compared with that.
 */
#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>

#include <descry/inside/find_inside.h>

#include "engine/inside/inside_match.h"
#include "engine/mechanics/parallel.h"
#include "engine/texts/analyzed_texts.h"
#include "tools/input/input_reader.h"
#include "tools/lab/benchmarks/cost.h"

namespace {

using namespace descry;
using namespace descry::benchmark;

constexpr std::uint32_t MIN_WORDS = 30;
constexpr std::size_t SAMPLE = 300;

double cpu() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

void run(std::vector<std::string> files) {
    Diagnostics problems;
    InputReader reader(std::move(files), {}, problems);
    Work work;
    work.threads = std::max(1U, std::thread::hardware_concurrency());
    AnalyzedTexts texts({}, work);
    InputDocument document;
    while (reader.next(document)) {
        const std::string_view text = document.text;
        texts.add({&text, 1});
    }
    std::vector<DocumentNumber> documents;
    std::vector<DocumentNumber> long_enough;
    for (DocumentNumber number = 1; number <= texts.size(); ++number) {
        documents.push_back(number);
        if (texts.words_of(number) >= MIN_WORDS) long_enough.push_back(number);
    }
    std::vector<DocumentNumber> sample;
    for (std::size_t i = 0; i < std::min(SAMPLE, long_enough.size()); ++i)
        sample.push_back(
            long_enough[i * long_enough.size() / std::min(SAMPLE, long_enough.size())]);
    const auto make_reader = [&]() -> ReadText {
        return [reader = std::shared_ptr<TermListReader>(texts.documents()->reader())](
                   DocumentNumber number) { return reader->read_text(number); };
    };
    for (const DistanceMillionths share : {950'000U, 850'000U}) {
        const InsideLimits limits{share, MIN_WORDS, false};
        const double before = cpu();
        const auto pairs = find_inside(documents, documents, true, make_reader, limits, work);
        const double cost = cpu() - before;
        std::set<std::pair<DocumentNumber, DocumentNumber>> found;
        for (const InsidePair& pair : pairs)
            found.emplace(pair.document, pair.container);
        std::vector<CanonicalText> sampled;
        std::vector<HashedWords> words;
        for (const DocumentNumber number : sample)
            sampled.push_back(*make_reader()(number));
        for (const CanonicalText& text : sampled)
            words.emplace_back(text.utf8());
        std::vector<std::vector<std::size_t>> inside(documents.size());
        parallel_each(work.threads, documents.size(), 16, [&] {
            return [&, read = make_reader(), container = ContainerText()](std::size_t i) mutable {
                const auto text = read(documents[i]);
                container.assign(text->utf8());
                for (std::size_t s = 0; s < sample.size(); ++s)
                    if (words[s].size() < container.words().size() &&
                        container.find(words[s], share))
                        inside[i].push_back(s);
            };
        });
        std::size_t all = 0;
        std::size_t of_all = 0;
        std::set<std::size_t> contained;
        std::set<std::size_t> contained_found;
        for (std::size_t i = 0; i < inside.size(); ++i) {
            for (const std::size_t s : inside[i]) {
                const bool is_found = found.contains({sample[s], documents[i]});
                if (!is_found && std::getenv("SHOW_MISSES") != nullptr)
                    fmt::print("missed {} in {}\n", sample[s], documents[i]);
                ++all;
                of_all += is_found ? 1U : 0U;
                contained.insert(s);
                if (is_found) contained_found.insert(s);
            }
        }
        fmt::print(
            "share {:.2f}: {} documents, {} pairs, {:.2f} CPU s; of {} sampled, inside: {}, found "
            "{}; pairs {}, found {}\n",
            share_of(share), documents.size(), pairs.size(), cost, sample.size(), contained.size(),
            contained_found.size(), all, of_all);
    }
}

}  // namespace

int main(int argc, char** argv) {
    try {
        run({argv + 1, argv + argc});
    } catch (const std::exception& error) {
        fmt::print(stderr, "inside_benchmark: {}\n", error.what());
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
