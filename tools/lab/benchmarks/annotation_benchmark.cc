/** @file annotation_benchmark.cc
 *  @brief Cost of signing, annotating and a rebuild's statistics, relative to their bare parts.
 *
 *      annotation_benchmark INPUT...
 *      annotation_benchmark DB
 *
 *  Builds an index of the input as another program would (Xapian's TermGenerator, with stems, no
 *  values), or uses one without values, which is not changed. Then measures in one run, on one
 *  thread: the bare parts (reading the postings of the model's words, all postings of body terms,
 *  writing as many values), and descry's work on the same index. Each answer is checked before a
 *  ratio is printed. Figures are the minimum of REPEATS runs, in CPU time; only the gain from two
 *  threads is wall time.
 */
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <stdexcept>

#include <fmt/format.h>
#include <sys/resource.h>
#include <xapian.h>

#include <descry/jobs/annotator.h>
#include <descry/model/selection_limits.h>
#include <descry/training/training.h>

#include "engine/model/word_statistics.h"
#include "plugin/reading/posting_signer.h"
#include "tools/input/input_reader.h"

namespace {

using namespace descry;
namespace fs = std::filesystem;

constexpr int REPEATS = 3;

double now(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double seconds_of(const std::function<void()>& work, clockid_t clock = CLOCK_PROCESS_CPUTIME_ID) {
    const double begin = now(clock);
    work();
    return now(clock) - begin;
}

double least_of(const std::function<void()>& work, clockid_t clock = CLOCK_PROCESS_CPUTIME_ID) {
    double least = seconds_of(work, clock);
    for (int i = 1; i < REPEATS; ++i)
        least = std::min(least, seconds_of(work, clock));
    return least;
}

void check(bool good, const char* what) {
    if (!good) throw std::runtime_error(fmt::format("the answer is wrong: {}", what));
}

class Scratch {
  public:
    Scratch() {
        std::string name = (fs::temp_directory_path() / "descry-benchmark-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
        path_ = name;
    }
    ~Scratch() { fs::remove_all(path_); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    fs::path operator/(const char* name) const { return path_ / name; }

  private:
    fs::path path_;
};

void build_index(const fs::path& path, std::vector<std::string> inputs) {
    Diagnostics problems;
    InputReader reader(std::move(inputs), {}, problems);
    Xapian::WritableDatabase db(path.string(), Xapian::DB_CREATE);
    Xapian::TermGenerator generator;
    generator.set_stemmer(Xapian::Stem("en"));
    InputDocument input;
    while (reader.next(input)) {
        Xapian::Document document;
        generator.set_document(document);
        generator.index_text(input.text);
        db.add_document(document);
    }
    db.commit();
}

std::uint64_t read_postings(const Xapian::Database& db, const Model& model) {
    std::uint64_t sum = 0;
    for (const ModelWord& word : model.words()) {
        const Xapian::PostingIterator end = db.postlist_end(word.term);
        for (Xapian::PostingIterator p = db.postlist_begin(word.term); p != end; ++p) {
            sum += *p + p.get_wdf();
        }
    }
    return sum;
}

std::uint64_t read_lengths(const Xapian::Database& db) {
    const TermSpace space;
    std::uint64_t sum = 0;
    Xapian::TermIterator term = db.allterms_begin();
    const Xapian::TermIterator last = db.allterms_end();
    while (term != last) {
        if (!space.contains(*term)) {
            space.skip_to_body_term(term, last);
            continue;
        }
        const Xapian::PostingIterator end = db.postlist_end(*term);
        for (Xapian::PostingIterator p = db.postlist_begin(*term); p != end; ++p)
            sum += p.get_wdf();
        ++term;
    }
    return sum;
}

// As many values, of equal length, as an annotation, with as many commits.
void write_values(const fs::path& path) {
    constexpr Xapian::doccount COMMIT_EVERY = 10000;
    Xapian::WritableDatabase db(path.string(), Xapian::DB_OPEN);
    const Xapian::docid last = db.get_lastdocid();
    Xapian::doccount written = 0;
    for (Xapian::docid did = 1; did <= last; ++did) {
        Xapian::Document document = db.get_document(did);
        const std::string key = fmt::format("{:014}", did);
        document.add_value(1001, key);
        document.add_value(1005, key.substr(10));
        document.add_value(1006, key);
        db.replace_document(did, document);
        if (++written % COMMIT_EVERY == 0) db.commit();
    }
    db.commit();
}

void copy_index(const fs::path& from, const fs::path& to) {
    fs::remove_all(to);
    fs::copy(from, to, fs::copy_options::recursive);
}

bool count_alike(const WordsAndSample& a, const WordsAndSample& b) {
    return std::equal(a.frequencies.begin(), a.frequencies.end(), b.frequencies.begin(),
                      b.frequencies.end(), [](const TermFrequency& x, const TermFrequency& y) {
                          return x.term == y.term && x.documents == y.documents;
                      });
}

// The two passes of a rebuild over all postings, without choosing thresholds.
WordsAndSample read_statistics(const IndexCollection& index) {
    CandidateOptions candidates;
    candidates.limits.max_share = 0;
    const DocumentContents contents = *index.contents();
    return index.count_words(
        contents.lengths, sample_documents(contents, candidates.min_body_length),
        collection_statistics(contents.lengths, candidates.min_body_length), candidates);
}

int run(std::vector<std::string> inputs) {
    const Scratch scratch;
    const bool is_index = fs::exists(fs::path(inputs.front()) / "iamglass");
    const fs::path plain = is_index ? fs::path(inputs.front()) : scratch / "plain";
    const fs::path copy = scratch / "copy";
    if (!is_index) build_index(plain, std::move(inputs));
    const DatabaseOpener open = open_paths({plain.string()});
    const IndexCollection read{open, TermSpace()};
    const Xapian::Database db = open();
    fmt::print("{} documents, Xapian {}\n", db.get_doccount(), Xapian::version_string());

    std::optional<Model> model;
    const double training = least_of([&] { model = train_model(read, TrainingOptions()); });
    check(!model->words().empty(), "too few documents for a model");
    std::uint64_t postings = 0;
    std::uint64_t occurrences = 0;
    const double bare_postings = least_of([&] { postings = read_postings(db, *model); });
    const double bare_lengths = least_of([&] { occurrences = read_lengths(db); });
    check(postings > 0, "no postings");

    BodyLengths lengths;
    const double our_lengths = least_of([&] { lengths = read.lengths(); });
    std::uint64_t sum = 0;
    for (const std::uint32_t length : lengths)
        sum += length;
    check(sum == occurrences, "body lengths");

    std::uint64_t signed_documents = 0;
    const double signing = least_of([&] {
        PostingSigner signer(open(), *model, lengths);
        signed_documents = 0;
        for (std::size_t first = 0; first < lengths.size(); first += PostingSigner::MAX_RANGE) {
            const std::size_t count =
                std::min<std::size_t>(PostingSigner::MAX_RANGE, lengths.size() - first);
            for (const auto& s : signer.sign(static_cast<Xapian::docid>(first),
                                             static_cast<Xapian::doccount>(count))) {
                if (s.descriptive) ++signed_documents;
            }
        }
    });

    const IndexCollection two_threads(read.opener(), read.space(), Work{.threads = 2});
    WordsAndSample statistics;
    const double statistics_cpu = least_of([&] { statistics = read_statistics(read); });
    std::uint64_t counted = 0;
    for (const std::uint32_t length : lengths) {
        if (length >= CandidateOptions().min_body_length) counted += length;
    }
    check(statistics.collection.occurrences == counted, "occurrences of the statistics");
    const double one_thread = least_of([&] { read_statistics(read); }, CLOCK_MONOTONIC);
    const double on_two = least_of(
        [&] {
            check(count_alike(read_statistics(two_threads), statistics),
                  "two threads count otherwise than one");
        },
        CLOCK_MONOTONIC);

    double bare_values = 0;
    double annotating = 0;
    AnnotateReport report;
    for (int i = 0; i < REPEATS; ++i) {
        copy_index(plain, copy);
        const double values = seconds_of([&] { write_values(copy); });
        copy_index(plain, copy);
        const double whole = seconds_of([&] {
            Xapian::WritableDatabase writer(copy.string(), Xapian::DB_OPEN);
            Schema schema = make_schema(writer);
            AnnotateOptions options;
            options.methods = {Slot::DESCRIPTIVE, Slot::DESCRIPTIVE_STABLE};
            report = annotate(writer, open_paths({copy.string()}), schema, &*model, options);
        });
        bare_values = i == 0 ? values : std::min(bare_values, values);
        annotating = i == 0 ? whole : std::min(annotating, whole);
    }
    const Xapian::valueno descriptive = Schema().slot(Slot::DESCRIPTIVE);
    check(Xapian::Database(copy.string()).get_value_freq(descriptive) == signed_documents,
          "documents with a key");
    check(report.written == db.get_doccount(), "documents written");

    const double parts = bare_postings + bare_lengths + bare_values;
    fmt::print("bare: postings of {} words {:.3f} s, all postings {:.3f} s, values {:.3f} s\n",
               model->words().size(), bare_postings, bare_lengths, bare_values);
    fmt::print("signing from postings      {:.3f} s, {:.2f} times the bare postings\n", signing,
               signing / bare_postings);
    fmt::print("body lengths               {:.3f} s, {:.2f} times the bare reading\n", our_lengths,
               our_lengths / bare_lengths);
    fmt::print("annotate, model known      {:.3f} s, {:.2f} times the sum of its parts\n",
               annotating, annotating / parts);
    fmt::print(
        "statistics of a rebuild    {:.3f} s, {:.2f} times the bare reading; two threads "
        "{:.2f} times as fast\n",
        statistics_cpu, statistics_cpu / bare_lengths, one_thread / on_two);
    fmt::print("making the model           {:.3f} s, {:.2f} times the bare reading\n", training,
               training / bare_lengths);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    fmt::print("peak memory of all this    {} MiB\n", usage.ru_maxrss / 1024);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        fmt::print(stderr, "usage: annotation_benchmark INPUT...|DB\n");
        return 2;
    }
    try {
        return run({argv + 1, argv + argc});
    } catch (const Xapian::Error& error) {
        fmt::print(stderr, "annotation_benchmark: {}\n", error.get_description());
    } catch (const std::exception& error) {
        fmt::print(stderr, "annotation_benchmark: {}\n", error.what());
    }
    return 2;
}
