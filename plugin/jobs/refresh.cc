#include "plugin/jobs/refresh.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include <descry/schema/model_store.h>

#include "plugin/base/transaction.h"
#include "plugin/documents/fields_of.h"
#include "plugin/groups/group_writer.h"
#include "plugin/groups/index_groups.h"
#include "plugin/schema/groups_info.h"
#include "plugin/schema/schema_checks.h"

namespace descry {

namespace {

// Makes @a model the current one of an index, and commits. All documents become stale.
void start_model(Xapian::WritableDatabase& db, const Model& model) {
    write_next_model(db, model);
    promote_next_model(db);
    db.commit();
}

// Signatures to write, including or in addition to those of the index.
std::vector<Slot> methods_of(std::vector<Slot> asked, const Schema& schema, RefreshGoal goal) {
    const bool may_choose =
        goal == RefreshGoal::ANNOTATION || (goal == RefreshGoal::REBUILD && schema.methods.empty());
    if (asked.empty() && may_choose) return AnnotateOptions().methods;
    if (goal != RefreshGoal::ANNOTATION)
        std::erase_if(asked, [&](Slot method) { return schema.has(method); });
    return asked;
}

class Refresh {
  public:
    Refresh(std::vector<IndexToRefresh> indexes, const DatabaseOpener& open,
            const IndexGroupingOptions& options, RefreshGoal goal)
        : indexes_(std::move(indexes)),
          open_(open),
          options_(options),
          is_rebuild_(goal == RefreshGoal::REBUILD),
          starts_next_(goal == RefreshGoal::ANNOTATION),
          values_{methods_of(options.methods, schema(), goal), is_rebuild_ || options.all,
                  options.commit_every, options.work} {
        for (IndexToRefresh& index : indexes_)
            index.db.commit();
    }

    std::vector<AnnotateReport> run() {
        const Model model = choose_model();
        std::vector<AnnotateReport> reports;
        for (IndexToRefresh& index : indexes_)
            reports.push_back(sign(index, model));
        if (are_several() && needs_groups(model, reports)) group(model, reports);
        return reports;
    }

  private:
    bool are_several() const { return indexes_.size() > 1; }
    const Schema& schema() const { return indexes_.front().schema; }

    // An unreadable model stops everything but a rebuild, which replaces it.
    std::optional<StoredModel> read_current(const Xapian::Database& db) {
        try {
            return read_model(db);
        } catch (const Xapian::DatabaseVersionError& error) {
            if (!is_rebuild_) throw;
            unreadable_ = error.get_msg();
            return std::nullopt;
        }
    }

    // The readable model of most documents.
    std::optional<Model> model_in_use() {
        std::map<std::string, Xapian::doccount> documents;
        std::optional<Model> most;
        for (const IndexToRefresh& index : indexes_) {
            auto stored = read_current(index.db);
            if (!stored) continue;
            documents[stored->model.id()] += index.db.get_doccount();
            if (!most || documents[stored->model.id()] > documents[most->id()])
                most = std::move(stored->model);
        }
        return most;
    }

    // The pending model, if all indexes have it.
    std::optional<Model> next_model() const {
        std::optional<Model> next;
        for (const IndexToRefresh& index : indexes_) {
            auto stored = read_next_model(index.db);
            if (!stored || (next && *next != stored->model)) return std::nullopt;
            next = std::move(stored->model);
        }
        if (next->parameters().term_prefix != schema().term_prefix) return std::nullopt;
        return next;
    }

    Model choose_model() {
        if (starts_next_) {
            if (auto next = next_model()) return *std::move(next);
        }
        auto model = model_in_use();
        if (!is_rebuild_ && !needs_model(open_(), schema(), model)) return *std::move(model);
        whole_ = std::make_shared<const IndexCollection>(read_once(open_, schema(), options_.work));
        return make_model(*whole_, schema(), model ? &*model : nullptr, options_.grouping,
                          options_.made_model, unreadable_);
    }

    AnnotateReport sign(IndexToRefresh& index, const Model& model) {
        const auto current = read_current(index.db);
        if (!current || current->model != model) start_model(index.db, model);
        AnnotateOptions options = values_;
        if (!are_several()) {
            options.index = whole_;
            return annotate(index.db, index.open, index.schema, &model, options);
        }
        return annotate(index.db, index.open, index.schema, &model, options,
                        [](Transaction& transaction) {
                            transaction.commit();
                            return Xapian::doccount{0};
                        });
    }

    bool needs_groups(const Model& model, const std::vector<AnnotateReport>& reports) const {
        const bool has_groups = std::ranges::all_of(
            indexes_, [](const IndexToRefresh& index) { return index.schema.has(Slot::GROUP); });
        const bool was_signed =
            std::ranges::any_of(reports, [](const auto& report) { return report.examined > 0; });
        return has_groups && (is_rebuild_ || options_.regroup || was_signed || !are_grouped(model));
    }

    bool are_grouped(const Model& model) const {
        return std::ranges::all_of(indexes_, [&](const IndexToRefresh& index) {
            const auto info = read_groups_info(index.db);
            return info && info->complete && info->is_shard &&
                   info->state == state_of_model(model.id());
        });
    }

    void group(const Model& model, std::vector<AnnotateReport>& reports) {
        const Work& work = options_.work;
        const IndexCollection all = whole_ ? *whole_ : IndexCollection(open_, schema(), work);
        const CollectionGroups groups =
            group_index(all, model, schema().slot(Slot::TERM_BANDS), schema().id_prefix);
        std::optional<CollectionGroups> inside;
        if (schema().has(Slot::INSIDE))
            inside = join_inside(all, groups, model, schema().id_prefix);
        for (std::size_t i = 0; i < indexes_.size(); ++i) {
            const IndexToRefresh& index = indexes_[i];
            Transaction transaction(index.db);
            reports[i].grouped =
                write_groups(index.db, transaction, index.schema, model,
                             groups_of_shard(groups, model.id(), {i, indexes_.size()}),
                             inside ? groups_of_shard(*inside, model.id(), {i, indexes_.size()})
                                    : std::vector<KeyedGroup>(),
                             {options_.commit_every, work, groups.limited, are_several()});
        }
    }

    std::vector<IndexToRefresh> indexes_;
    const DatabaseOpener& open_;
    const IndexGroupingOptions& options_;
    bool is_rebuild_;
    bool starts_next_;
    AnnotateOptions values_;
    std::string unreadable_;
    std::shared_ptr<const IndexCollection> whole_;  // if a model was made from it
};

}  // namespace

IndexCollection read_once(const DatabaseOpener& open, const Schema& schema, const Work& work) {
    IndexCollection index(open, schema, work);
    index.copy_documents();
    return index;
}

Model make_model(const IndexCollection& index, const Schema& schema, const Model* former,
                 const GroupingOptions& grouping, const ModelListener& made_model,
                 const std::string& unreadable) {
    const auto begin = std::chrono::steady_clock::now();
    const TrainingOptions options = grouping.training(schema.analyzer, former);
    if (grouping.keep_apart) check_stored_fields(index.open(), grouping.keep_apart->fields);
    TrainingReport report;
    Model model = train_model(index.documents(), options, &report);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    if (made_model) made_model({model, options, report, taken.count(), unreadable});
    return model;
}

std::vector<AnnotateReport> refresh(std::vector<IndexToRefresh> indexes, const DatabaseOpener& open,
                                    const IndexGroupingOptions& options, RefreshGoal goal) {
    return Refresh(std::move(indexes), open, options, goal).run();
}

void check_grouping(const GroupingOptions& options, const Schema& schema) {
    check_group_order(options.order.empty() ? "first" : options.order, schema);
}

bool needs_model(const Xapian::Database& db, const Schema& schema,
                 const std::optional<Model>& model) {
    if (!model || model->parameters().term_prefix != schema.term_prefix) return true;
    return model->words().empty() && db.get_doccount() >= TrainingOptions().min_documents;
}

}  // namespace descry
