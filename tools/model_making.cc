#include "model_making.h"

#include <charconv>
#include <stdexcept>

#include <descry/model_store.h>

#include "output/text.h"

namespace descry {

namespace {

// Below this many documents a model is provisional: it is made again once there are as many.
constexpr std::uint64_t SMALL_INDEX = 2000;

// The model in use. One that cannot be read stops everything but a rebuild, which replaces it.
std::optional<Model> current_model(const Xapian::Database& db, bool is_replaced, Console& console) {
    try {
        if (auto stored = read_model(db)) return std::move(stored->model);
    } catch (const Xapian::DatabaseVersionError& error) {
        if (!is_replaced) throw;
        console.note("the old model is replaced unread: {}", error.get_msg());
    }
    return std::nullopt;
}

}  // namespace

void ModelOptions::add_to(CLI::App& command) {
    command
        .add_option("--words", words,
                    "descriptive words to choose when a model is made: a number, or auto: 2000, "
                    "and more where too many documents would hold too little information "
                    "[default: 2000]")
        ->type_name("N|auto")
        ->check([](const std::string& text) {
            unsigned n = 0;
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
            const bool number =
                error == std::errc() && end == text.data() + text.size() && n > 0 && n <= 65535;
            return number || text == "auto" ? std::string()
                                            : "neither auto nor a number from 1 to 65535: " + text;
        });
}

TrainingOptions ModelOptions::training(const Schema& schema) const {
    TrainingOptions options;
    options.analyzer = schema.analyzer;
    if (words == "auto") {
        options.selection.grow = true;
    } else if (!words.empty()) {
        options.selection.words = static_cast<unsigned>(std::stoul(words));
        // Who names a number wants words, however few documents there are.
        options.min_documents = 1;
    }
    return options;
}

std::optional<Model> make_model(const DatabaseOpener& open, const Schema& schema,
                                const ModelOptions& options, Console& console) {
    const double begin = console.seconds();
    const ReadOptions read{open, TermSpace(schema.term_prefix), console.threads(),
                           console.progress()};
    TrainingReport report;
    std::optional<Model> model = train_model(read, options.training(schema), &report);
    if (model) {
        console.note("{} chosen of {} candidates, from {} ({:.1f} s)",
                     counted(model->words().size(), "descriptive word"), report.candidate_words,
                     counted(report.collection.documents, "document"), console.seconds() - begin);
    } else if (report.collection.documents < TrainingOptions().min_documents) {
        console.note(
            "no descriptive words chosen: the index has {} of 30 words and more, and a "
            "choice needs {}; --words N makes one all the same, and exact, text-profile "
            "and term-profile collapse without one",
            counted(report.collection.documents, "document"), TrainingOptions().min_documents);
    } else {
        console.note("no descriptive words chosen: no word of {} parts the documents in two",
                     counted(report.collection.documents, "document"));
    }
    return model;
}

bool needs_model(const Xapian::Database& db, const std::optional<Model>& model) {
    if (!model) return true;
    return model->parameters().documents < SMALL_INDEX && db.get_doccount() >= SMALL_INDEX;
}

AnnotateReport refresh(Xapian::WritableDatabase& db, const DatabaseOpener& open, Schema schema,
                       const RefreshOptions& options, Console& console) {
    db.commit();
    std::optional<Model> model = current_model(db, options.new_model, console);
    std::optional<StoredModel> next;
    if (options.start_next && !options.new_model) next = read_next_model(db);
    if (next) {
        promote_next_model(db);
        db.commit();
        model = std::move(next->model);
    } else if (options.new_model || needs_model(db, model)) {
        std::optional<Model> made = make_model(open, schema, options.model, console);
        if (made && made != model) {
            write_next_model(db, *made);
            promote_next_model(db);
            db.commit();
            model = std::move(made);
        }
    }
    return annotate(db, open, schema, model ? &*model : nullptr, options.annotate);
}

}  // namespace descry
