#include "jobs/index_schema.h"

#include <utility>
#include <vector>

#include <descry/schema/schema_checks.h>

namespace descry {

Schema schema_of(const Xapian::Database& db) {
    const auto schema = read_schema(db);
    return schema ? *schema : make_schema(db);
}

Schema start_rebuild(Xapian::WritableDatabase& db, const RebuildOptions& options) {
    upgrade_schema(db);
    Schema schema = schema_of(db);
    check_grouping(options.grouping, schema);
    check_new_methods(db, schema, options.methods);
    if (set_term_prefix(options.term_prefix, schema)) write_schema(db, schema);
    return schema;
}

RefreshOptions options_of_rebuild(const Schema& schema, const RebuildOptions& options) {
    // All, also where the model turns out the same: groups that grew document by document are made
    // anew.
    AnnotateOptions values{.all = true, .work = options.work};
    if (!options.methods.empty() || !schema.methods.empty()) {
        values.methods = options.methods;
        std::erase_if(values.methods, [&](Slot method) { return schema.has(method); });
    }
    return {.grouping = options.grouping,
            .annotate = std::move(values),
            .made_model = options.made_model,
            .new_model = true};
}

Schema start_annotation(Xapian::WritableDatabase& db, const AnnotateIndexOptions& options) {
    std::optional<Schema> schema = read_schema(db);
    const bool is_new = !schema;
    if (is_new) schema = make_schema(db, options.slot_base);
    // Ids are only shown: those of another program's index may be named later, too.
    const bool takes_ids =
        options.id_prefix &&
        (is_new || (schema->analyzer.empty() && schema->id_prefix != *options.id_prefix));
    if (takes_ids) schema->id_prefix = *options.id_prefix;
    const bool takes_words = set_term_prefix(options.term_prefix, *schema);
    if (is_new || takes_ids) check_id_prefix(schema->id_prefix, schema->term_prefix);
    check_grouping(options.grouping, *schema);
    check_methods_of_annotation(options.values.methods);
    check_new_methods(db, *schema, options.values.methods);
    // Stored before anything is made by it: whoever goes on with this run sees the same words.
    if (takes_words || (takes_ids && !is_new)) write_schema(db, *schema);
    return *std::move(schema);
}

RefreshOptions options_of_annotation(const AnnotateIndexOptions& options) {
    return {.grouping = options.grouping,
            .annotate = options.values,
            .made_model = options.made_model,
            .start_next = true};
}

}  // namespace descry
