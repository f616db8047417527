#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include <descry/groups/index_groups.h>
#include <descry/jobs/shards.h>
#include <descry/schema/groups_info.h>
#include <descry/schema/model_store.h>

#include "base/transaction.h"
#include "groups/group_writer.h"
#include "jobs/group_maker.h"
#include "jobs/index_schema.h"
#include "jobs/refresh.h"

namespace descry {

namespace {

struct StartedShard {
    Xapian::WritableDatabase& db;
    DatabaseOpener open;
    Schema schema;
};

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
std::vector<StartedShard> start_all(std::vector<ShardToWrite>& shards, const Start& start) {
    std::vector<StartedShard> started;
    for (ShardToWrite& shard : shards) {
        shard.db.commit();
        started.push_back({shard.db, open_paths({shard.path}), start(shard.db)});
        check_are_alike(started.front().schema, started.back().schema, shard.path);
    }
    return started;
}

class ShardedRefresh {
  public:
    ShardedRefresh(std::vector<StartedShard> shards, const std::vector<ShardToWrite>& places,
                   const RefreshOptions& options)
        : shards_(std::move(shards)),
          options_(options),
          index_(open_paths(paths_of(places)), shards_.front().schema, options.annotate.threads,
                 options.annotate.progress) {
        options_.annotate.memory = options_.model.memory;
    }

    std::vector<AnnotateReport> run(bool regroup) {
        const Model model = choose_model();
        // Of all, not of one shard.
        options_.annotate.index = nullptr;
        std::vector<AnnotateReport> reports;
        for (StartedShard& shard : shards_)
            reports.push_back(sign(shard, model));
        regroup = regroup || std::ranges::any_of(reports, [](const AnnotateReport& report) {
                      return report.examined > 0;
                  });
        const bool has_groups = std::ranges::all_of(
            shards_, [](const StartedShard& shard) { return shard.schema.has(Slot::GROUP); });
        if (has_groups && (regroup || !are_grouped(model))) group(model, reports);
        return reports;
    }

  private:
    static std::vector<std::string> paths_of(const std::vector<ShardToWrite>& shards) {
        std::vector<std::string> paths;
        for (const ShardToWrite& shard : shards)
            paths.push_back(shard.path);
        return paths;
    }

    // That of most documents, among those that can be read.
    std::optional<Model> model_in_use() const {
        std::map<std::string, Xapian::doccount> documents;
        std::optional<Model> most;
        for (const StartedShard& shard : shards_) {
            std::optional<StoredModel> stored;
            try {
                stored = read_model(shard.db);
            } catch (const Xapian::DatabaseVersionError&) {
                if (!options_.new_model) throw;
            }
            if (!stored) continue;
            documents[stored->model.id()] += shard.db.get_doccount();
            if (!most || documents[stored->model.id()] > documents[most->id()]) {
                most = std::move(stored->model);
            }
        }
        return most;
    }

    // The model that waits in every one of them.
    std::optional<Model> next_model() const {
        std::optional<Model> next;
        for (const StartedShard& shard : shards_) {
            auto stored = read_next_model(shard.db);
            if (!stored || (next && *next != stored->model)) return std::nullopt;
            next = std::move(stored->model);
        }
        return next;
    }

    Model choose_model() {
        if (options_.start_next && !options_.new_model) {
            if (auto next = next_model()) return *std::move(next);
        }
        auto model = model_in_use();
        const Schema& schema = shards_.front().schema;
        if (!options_.new_model && !needs_model(index_.open(), schema, model)) {
            return *std::move(model);
        }
        index_.copy_documents();
        return make_model(index_, schema, model ? &*model : nullptr, options_.model,
                          options_.made_model);
    }

    AnnotateReport sign(StartedShard& shard, const Model& model) {
        const auto current = current_model_id(shard);
        if (current != model.id()) start_model(shard.db, model);
        return annotate(shard.db, shard.open, shard.schema, &model, options_.annotate,
                        [](Transaction& transaction) {
                            transaction.commit();
                            return Xapian::doccount{0};
                        });
    }

    std::string current_model_id(const StartedShard& shard) const {
        try {
            const auto stored = read_model(shard.db);
            return stored ? stored->model.id() : std::string();
        } catch (const Xapian::DatabaseVersionError&) {
            return {};
        }
    }

    bool are_grouped(const Model& model) const {
        return std::ranges::all_of(shards_, [&](const StartedShard& shard) {
            const auto info = read_groups_info(shard.db);
            return info && info->complete && info->is_shard == (shards_.size() > 1) &&
                   info->state == state_of_model(model.id());
        });
    }

    void group(const Model& model, std::vector<AnnotateReport>& reports) {
        const Schema& schema = shards_.front().schema;
        const CollectionGroups groups =
            group_index(index_, model,
                        {schema.slot(Slot::TERM_BANDS), options_.model.memory, schema.id_prefix});
        for (std::size_t i = 0; i < shards_.size(); ++i) {
            Transaction transaction(shards_[i].db);
            reports[i].grouped =
                write_groups(shards_[i].db, transaction, shards_[i].schema, model,
                             groups_of_shard(groups, model.id(), {i, shards_.size()}),
                             {options_.annotate.commit_every, options_.model.memory,
                              options_.annotate.progress});
        }
    }

    std::vector<StartedShard> shards_;
    RefreshOptions options_;
    IndexCollection index_;
};

}  // namespace

void check_shards(const Schema& first, const std::vector<ShardToWrite>& others,
                  const ModelRequest& model) {
    for (const ShardToWrite& other : others) {
        const Schema schema = schema_of(other.db);
        model.check(schema);
        check_are_alike(first, schema, other.path);
        read_model(other.db);
        read_next_model(other.db);
    }
}

std::vector<AnnotateReport> rebuild_shards(std::vector<ShardToWrite>& shards,
                                           const RebuildOptions& options,
                                           const Progress& progress) {
    std::vector<StartedShard> started =
        start_all(shards, [&](auto& db) { return start_rebuild(db, options); });
    AnnotateOptions values{.methods = methods_of_rebuild(started.front().schema, options),
                           .all = true,
                           .threads = options.threads,
                           .progress = progress};
    ShardedRefresh run(std::move(started), shards,
                       {.model = options.model,
                        .annotate = std::move(values),
                        .made_model = options.made_model,
                        .new_model = true});
    return run.run(true);
}

std::vector<AnnotateReport> annotate_shards(std::vector<ShardToWrite>& shards,
                                            const AnnotateIndexOptions& options, bool regroup) {
    ShardedRefresh run(start_all(shards, [&](auto& db) { return start_annotation(db, options); }),
                       shards,
                       {.model = options.model,
                        .annotate = options.values,
                        .made_model = options.made_model,
                        .start_next = true});
    return run.run(regroup);
}

}  // namespace descry
