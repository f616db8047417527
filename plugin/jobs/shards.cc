#include <utility>

#include <descry/jobs/rebuild.h>
#include <descry/schema/model_store.h>

#include "jobs/index_schema.h"
#include "jobs/refresh.h"

namespace descry {

namespace {

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
                                           const RebuildOptions& options) {
    std::vector<IndexToRefresh> started =
        start_all(shards, [&](auto& db) { return start_rebuild(db, options); });
    RefreshOptions refreshing = options_of_rebuild(started.front().schema, options);
    refreshing.regroup = true;
    return refresh(std::move(started), opener_of(shards), refreshing);
}

std::vector<AnnotateReport> annotate_shards(std::vector<ShardToWrite>& shards,
                                            const AnnotateIndexOptions& options, bool regroup) {
    RefreshOptions refreshing = options_of_annotation(options);
    refreshing.regroup = regroup;
    return refresh(start_all(shards, [&](auto& db) { return start_annotation(db, options); }),
                   opener_of(shards), refreshing);
}

}  // namespace descry
