#include <utility>

#include <descry/jobs/rebuild.h>
#include <descry/schema/model_store.h>
#include <descry/schema/schema_checks.h>

#include "jobs/index_schema.h"
#include "jobs/refresh.h"

namespace descry {

AnnotateReport annotate(Xapian::WritableDatabase& db, const DatabaseOpener& open,
                        const AnnotateIndexOptions& options) {
    return refresh_one({db, open, start_annotation(db, options)}, options_of_annotation(options));
}

AnnotateReport rebuild(Xapian::WritableDatabase& db, const DatabaseOpener& open,
                       const RebuildOptions& options) {
    const Schema schema = start_rebuild(db, options);
    return refresh_one({db, open, schema}, options_of_rebuild(schema, options));
}

Model make_next_model(Xapian::WritableDatabase& db, const DatabaseOpener& open,
                      const RebuildOptions& options) {
    // An earlier format is left to a whole rebuild: nothing is written beside values of before.
    read_schema(db);
    const auto stored = read_model(db);
    const Schema schema = start_rebuild(db, options);
    Model model =
        make_model(read_once(open, schema, options.work), schema, stored ? &stored->model : nullptr,
                   options.grouping, options.made_model);
    if (!read_schema(db)) write_schema(db, schema);
    write_next_model(db, model);
    db.commit();
    return model;
}

void import_model(Xapian::WritableDatabase& db, const Model& model) {
    auto schema = read_schema(db);
    check_group_order(model.parameters().group_order, schema.value_or(Schema()));
    if (!schema) {
        schema = make_schema(db);
        if (model.parameters().analyzer.empty()) {
            schema->term_prefix = model.parameters().term_prefix;
        }
        write_schema(db, *schema);
    }
    check_model_fits(model, *schema);
    write_next_model(db, model);
    db.commit();
}

RebuildPreview preview_rebuild(const DatabaseOpener& open, const RebuildOptions& options) {
    const Xapian::Database db = open();
    Schema schema = schema_of(db);
    set_term_prefix(options.term_prefix, schema);
    check_grouping(options.grouping, schema);
    auto stored = read_model(db);
    if (stored && stored->model.parameters().term_prefix != schema.term_prefix) stored.reset();
    const IndexCollection index = read_once(open, schema, options.work);
    const Model after = make_model(index, schema, stored ? &stored->model : nullptr,
                                   options.grouping, options.made_model);
    RebuildPreview preview;
    if (stored) preview.before = measure_coverage(index, stored->model);
    // Without a model every document with a signature gains it.
    ModelParameters none = after.parameters();
    const Model before = stored ? stored->model : Model(std::move(none), {});
    preview.words = compare_models(before, after);
    preview.signatures = count_signature_changes(index, before, after);
    preview.after = measure_coverage(index, after);
    preview.groups = count_group_changes(index, schema, after);
    return preview;
}

}  // namespace descry
