#include <utility>
#include <vector>

#include <descry/jobs/rebuild.h>
#include <descry/schema/model_store.h>

#include "plugin/jobs/refresh.h"
#include "plugin/schema/schema_checks.h"

namespace descry {

namespace {

Schema schema_of(const Xapian::Database& db) {
    const auto schema = read_schema(db);
    return schema ? *schema : make_schema(db);
}

// The schema for a rebuild; its prefix is stored first.
Schema start_rebuild(Xapian::WritableDatabase& db, const IndexGroupingOptions& options) {
    upgrade_schema(db);
    Schema schema = schema_of(db);
    check_grouping(options.grouping, schema);
    check_new_methods(db, schema, options.methods);
    if (set_term_prefix(options.term_prefix, schema)) write_schema(db, schema);
    return schema;
}

// The schema for an annotation, stored if it changed.
Schema start_annotation(Xapian::WritableDatabase& db, const IndexGroupingOptions& options) {
    std::optional<Schema> schema = read_schema(db);
    const bool is_new = !schema;
    if (is_new) schema = make_schema(db, options.slot_base);
    // Ids are for display only, so the prefix can be set later for another program's index.
    const bool takes_ids =
        options.id_prefix &&
        (is_new || (schema->analyzer.empty() && schema->id_prefix != *options.id_prefix));
    if (takes_ids) schema->id_prefix = *options.id_prefix;
    const bool takes_words = set_term_prefix(options.term_prefix, *schema);
    if (is_new || takes_ids) check_id_prefix(schema->id_prefix, schema->term_prefix);
    check_grouping(options.grouping, *schema);
    const std::vector<Slot> methods =
        options.methods.empty() ? AnnotateOptions().methods : options.methods;
    check_methods_of_annotation(methods);
    check_new_methods(db, *schema, methods);
    // Stored first, so that a run continuing this one uses the same words.
    if (takes_words || (takes_ids && !is_new)) write_schema(db, *schema);
    return *std::move(schema);
}

void check_are_alike(const Schema& first, const Schema& other, const std::string& path) {
    if (first.slot_base != other.slot_base) {
        throw Xapian::InvalidArgumentError(
            path + " keeps its values in other slots than the databases before it");
    }
    if (first.analyzer != other.analyzer || first.term_prefix != other.term_prefix) {
        throw Xapian::InvalidArgumentError(path + " has other terms than the databases before it");
    }
}

template <typename Start>
std::vector<IndexToRefresh> start_all(std::vector<ShardToWrite>& shards, const Start& start) {
    std::vector<IndexToRefresh> started;
    for (ShardToWrite& shard : shards) {
        shard.db.commit();
        started.push_back({shard.db, open_paths({shard.path}), start(shard.db)});
        check_are_alike(started.front().schema, started.back().schema, shard.path);
    }
    return started;
}

DatabaseOpener opener_of(const std::vector<ShardToWrite>& shards) {
    std::vector<std::string> paths;
    for (const ShardToWrite& shard : shards)
        paths.push_back(shard.path);
    return open_paths(std::move(paths));
}

}  // namespace

AnnotateReport annotate(Xapian::WritableDatabase& db, const DatabaseOpener& open,
                        const IndexGroupingOptions& options) {
    return refresh({{db, open, start_annotation(db, options)}}, open, options,
                   RefreshGoal::ANNOTATION)
        .front();
}

AnnotateReport rebuild(Xapian::WritableDatabase& db, const DatabaseOpener& open,
                       const IndexGroupingOptions& options) {
    return refresh({{db, open, start_rebuild(db, options)}}, open, options, RefreshGoal::REBUILD)
        .front();
}

Model make_next_model(Xapian::WritableDatabase& db, const DatabaseOpener& open,
                      const IndexGroupingOptions& options) {
    // Only a whole rebuild converts an earlier format; nothing is written beside old values.
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

RebuildPreview preview_rebuild(const DatabaseOpener& open, const IndexGroupingOptions& options) {
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
    // Without a previous model every document with a signature gains it.
    ModelParameters none = after.parameters();
    const Model before = stored ? stored->model : Model(std::move(none), {});
    preview.words = compare_models(before, after);
    preview.signatures = count_signature_changes(index, before, after);
    preview.after = measure_coverage(index, after);
    preview.groups = count_group_changes(index, schema, after);
    return preview;
}

void check_shards(const Schema& first, const std::vector<ShardToWrite>& others,
                  const GroupingOptions& grouping) {
    for (const ShardToWrite& other : others) {
        const Schema schema = schema_of(other.db);
        check_grouping(grouping, schema);
        check_are_alike(first, schema, other.path);
        read_model(other.db);
        read_next_model(other.db);
    }
}

std::vector<AnnotateReport> rebuild_shards(std::vector<ShardToWrite>& shards,
                                           const IndexGroupingOptions& options) {
    return refresh(start_all(shards, [&](auto& db) { return start_rebuild(db, options); }),
                   opener_of(shards), options, RefreshGoal::REBUILD);
}

std::vector<AnnotateReport> annotate_shards(std::vector<ShardToWrite>& shards,
                                            const IndexGroupingOptions& options) {
    return refresh(start_all(shards, [&](auto& db) { return start_annotation(db, options); }),
                   opener_of(shards), options, RefreshGoal::ANNOTATION);
}

}  // namespace descry
