#include "jobs/refresh.h"

#include <chrono>
#include <memory>
#include <utility>

#include <descry/schema/model_store.h>

namespace descry {

void start_model(Xapian::WritableDatabase& db, const Model& model) {
    write_next_model(db, model);
    promote_next_model(db);
    db.commit();
}

IndexCollection read_once(const DatabaseOpener& open, const Schema& schema, unsigned threads,
                          const Progress& progress) {
    IndexCollection index(open, schema, threads, progress);
    index.copy_documents();
    return index;
}

Model make_model(const IndexCollection& index, const Schema& schema, const Model* former,
                 const ModelRequest& request, const ModelListener& made_model,
                 const std::string& unreadable) {
    const auto begin = std::chrono::steady_clock::now();
    const TrainingOptions options = request.training(schema.analyzer, former);
    TrainingReport report;
    Model model =
        learn_character_keys(index.documents(), train_model(index.documents(), options, &report),
                             request.character_keys, request.memory);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    if (made_model) made_model({model, options, report, taken.count(), unreadable});
    return model;
}

AnnotateReport refresh(Xapian::WritableDatabase& db, const DatabaseOpener& open, Schema schema,
                       const RefreshOptions& options) {
    db.commit();
    AnnotateOptions annotate_options = options.annotate;
    annotate_options.memory = options.model.memory;
    // A model that cannot be read stops everything but a rebuild, which replaces it.
    std::optional<Model> model;
    std::string unreadable;
    try {
        if (auto stored = read_model(db)) model = std::move(stored->model);
    } catch (const Xapian::DatabaseVersionError& error) {
        if (!options.new_model) throw;
        unreadable = error.get_msg();
    }
    std::optional<StoredModel> next;
    if (options.start_next && !options.new_model) next = read_next_model(db);
    if (next && next->model.parameters().term_prefix == schema.term_prefix) {
        promote_next_model(db);
        db.commit();
        model = std::move(next->model);
    } else if (options.new_model || needs_model(db, schema, model)) {
        annotate_options.index = std::make_shared<const IndexCollection>(
            read_once(open, schema, annotate_options.threads, annotate_options.progress));
        Model made = make_model(*annotate_options.index, schema, model ? &*model : nullptr,
                                options.model, options.made_model, unreadable);
        if (made != model) {
            start_model(db, made);
            model = std::move(made);
        }
    }
    return annotate(db, open, schema, &*model, annotate_options);
}

}  // namespace descry
