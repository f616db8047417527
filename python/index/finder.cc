#include "python/index/finder.h"

#include <unordered_map>
#include <utility>

#include <descry/inspection/similar.h>
#include <descry/reading/open_index.h>
#include <descry/schema/document_id.h>
#include <descry/schema/model_store.h>

#include "python/src/finding.h"

namespace descry::python {

namespace nb = nanobind;

namespace {

// A writer was quicker so many times.
constexpr int MOST_ATTEMPTS = 20;

std::shared_ptr<const Model> model_of(const OpenIndex& index) {
    auto stored = read_model(index.db);
    if (!stored) throw Xapian::InvalidOperationError("the index has no model; call annotate()");
    return std::make_shared<const Model>(std::move(stored->model));
}

}  // namespace

nb::object text_object(const std::string& text) {
    PyObject* const decoded =
        PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape");
    if (decoded == nullptr) nb::raise_python_error();
    return nb::steal(decoded);
}

struct Finder::Opened {
    struct Reader {
        Xapian::Database db;
        TextFinder::Reader texts;
    };

    Opened(const std::vector<std::string>& paths, unsigned threads)
        : snapshot(paths),
          index(open_index(snapshot)),
          finder(make_text_finder(index, model_of(index), Work{.threads = threads})),
          readers([this] {
              return std::make_unique<Reader>(index.open(), TextFinder::Reader(finder));
          }) {}

    DatabaseSnapshot snapshot;
    OpenIndex index;
    TextFinder finder;
    Pool<Reader> readers;
};

Finder::Finder(std::vector<std::string> paths, unsigned threads)
    : paths_(std::move(paths)), threads_(threads) {
    run_interruptible(nb::none(), [&](const Progress&) { open_again(nullptr); });
}

std::shared_ptr<Finder::Opened> Finder::open_again(const std::shared_ptr<Opened>& before) {
    const std::lock_guard lock(mutex_);
    // Another thread may have done so.
    if (opened_ == before) opened_ = std::make_shared<Opened>(paths_, threads_);
    return opened_;
}

nb::list Finder::find(nb::handle texts, bool are_words, std::size_t rows,
                      const std::optional<double>& inside, unsigned threads, nb::handle callback) {
    struct Answer {
        FoundDocuments found;
        std::unordered_map<DocumentNumber, std::string> ids;
    };
    const FindOptions options = find_options(rows, inside);
    nb::list list;
    std::uint64_t done = 0;
    const std::uint64_t total = nb::len(texts);
    std::vector<Answer> answers;
    visit_text_pieces(texts, [&](std::span<const std::string_view> views) {
        run_interruptible(callback, [&](const Progress& progress) {
            std::shared_ptr<Opened> opened = [this] {
                const std::lock_guard lock(mutex_);
                return opened_;
            }();
            bool is_gone = false;
            for (int attempt = 1;; ++attempt) {
                try {
                    if (is_gone) opened = open_again(opened);
                    is_gone = false;
                    answers.assign(views.size(), {});
                    find_each(
                        opened->readers, views.size(), threads,
                        [&](Opened::Reader& reader, std::size_t i) {
                            Answer& answer = answers[i];
                            answer.found = are_words ? reader.texts.find_words(views[i], options)
                                                     : reader.texts.find(views[i], options);
                            const auto name = [&](const auto& documents) {
                                for (const auto& one : documents)
                                    answer.ids[one.document] = document_id(
                                        reader.db, one.document, opened->index.schema.id_prefix);
                            };
                            name(answer.found.near);
                            name(answer.found.inside);
                            name(answer.found.holds);
                        });
                    done += views.size();
                    if (progress) progress({"texts compared", done, total});
                    return;
                } catch (const Xapian::DatabaseError&) {
                    // A block that is being rewritten may also look damaged.
                    is_gone = !opened->snapshot.is_current();
                    if (!is_gone || attempt == MOST_ATTEMPTS) throw;
                }
            }
        });
        for (const Answer& answer : answers) {
            list.append(
                dict_of(answer.found, options.inside, [&](DocumentNumber document, nb::dict& one) {
                    one["docid"] = document;
                    one["id"] = text_object(answer.ids.at(document));
                }));
        }
    });
    return list;
}

}  // namespace descry::python
