#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include <descry/jobs/annotator.h>
#include <descry/reading/index_collection.h>
#include <descry/schema/model_store.h>

#include "engine/collection/document_keys.h"
#include "plugin/base/docids_end.h"
#include "plugin/base/transaction.h"
#include "plugin/groups/group_store.h"
#include "plugin/groups/group_writer.h"
#include "plugin/groups/index_groups.h"
#include "plugin/jobs/refresh.h"
#include "plugin/jobs/value_computer.h"
#include "plugin/jobs/value_writer.h"
#include "plugin/online/group_updater.h"
#include "plugin/schema/groups_info.h"
#include "plugin/schema/schema_checks.h"

namespace descry {

namespace {

// Documents computed before they are written: bounds the memory for their values.
constexpr std::size_t BATCH = 131072;

// The remaining documents of a run over everything: those from its checkpoint on, and stale ones.
std::vector<Xapian::docid> all_documents_from(const Xapian::Database& db, Xapian::docid next,
                                              const std::vector<Xapian::docid>& stale) {
    std::vector<Xapian::docid> docids(stale.begin(),
                                      std::lower_bound(stale.begin(), stale.end(), next));
    const Xapian::PostingIterator end = db.postlist_end("");
    Xapian::PostingIterator p = db.postlist_begin("");
    if (p != end) p.skip_to(next);
    for (; p != end; ++p)
        docids.push_back(*p);
    return docids;
}

// Whether the groups' records match the documents that carry their keys.
struct RecordsFit {
    // Every document that a record names carries its key.
    bool groups_are_whole = true;
    // Records name all documents that carry a key; not so after compaction renumbered documents.
    bool all_are_named = true;
};

RecordsFit compare_records(const Xapian::Database& db, const Schema& schema) {
    RecordsFit fit;
    std::uint64_t named = 0;
    for_each_group(db, [&](const KeyedGroup& group) {
        const auto present = read_present_group(db, schema, group.key);
        if (present) named += present->members.size();
        if (!present || present->members != group.members) fit.groups_are_whole = false;
    });
    fit.all_are_named = named == db.get_value_freq(schema.slot(Slot::GROUP));
    return fit;
}

struct GroupsToUpdate {
    Xapian::WritableDatabase& db;
    Transaction& transaction;
    const IndexCollection& index;
    const Schema& schema;
    const Model& model;
    const AnnotateOptions& options;
    std::optional<GroupsInfo> before;

    // True if the groups are complete and of this model, and the documents are few enough to assign
    // one by one. Groups that reach into other databases are never made from this one alone.
    bool go_one_by_one(const std::vector<Xapian::docid>& docids) const {
        const bool stand =
            before && before->complete && before->state == state_of_model(model.id());
        if (!stand || options.all) return false;
        if (before->is_shard) return !model.stable_terms().empty();
        if (!docids.empty() && !are_few(docids.size(), db.get_doccount())) return false;
        const RecordsFit fit = compare_records(db, schema);
        if (!fit.all_are_named) return false;
        // Without words every document is compared with every other, which requires a run over all.
        return !model.stable_terms().empty() || (docids.empty() && fit.groups_are_whole);
    }

    // Makes all groups. @return number of documents that joined another group
    Xapian::doccount make() const {
        // Other handles cannot read uncommitted changes.
        const bool are_committed = !transaction.is_open();
        return regroup(db, transaction, index, schema, model, are_committed,
                       {options.commit_every, options.work});
    }
};

class Annotation {
  public:
    Annotation(Transaction& transaction, const DatabaseOpener& open, const ValueComputer& computer,
               const AnnotateOptions& options, const std::vector<Xapian::docid>& docids,
               AnnotateReport& report)
        : transaction_(transaction),
          open_(open),
          computer_(computer),
          options_(options),
          docids_(docids),
          report_(report) {}

    void sign_all(ValueWriter& writer) {
        for (std::size_t begin = 0; begin < docids_.size(); begin += BATCH)
            sign(writer, batch_from(begin, BATCH));
        writer.finish();
    }

    // Commits the group of each document together with its values, so that a stopped run leaves
    // only unprocessed documents for the next, with the same result.
    void sign_and_assign(ValueWriter& writer, GroupUpdater& groups) {
        transaction_.begin();
        groups.repair();
        const std::size_t size = options_.commit_every > 0 ? options_.commit_every : BATCH;
        for (std::size_t begin = 0; begin < docids_.size(); begin += size) {
            const auto batch = batch_from(begin, size);
            transaction_.begin();
            sign(writer, batch);
            groups.assign(batch);
            if (options_.commit_every > 0) transaction_.commit();
        }
        transaction_.commit();
    }

  private:
    std::span<const Xapian::docid> batch_from(std::size_t begin, std::size_t size) const {
        return std::span(docids_).subspan(begin, std::min(size, docids_.size() - begin));
    }

    void sign(ValueWriter& writer, std::span<const Xapian::docid> batch) {
        const std::vector<SlotValues> values = computer_.compute(batch);
        report_.written += writer.write(open_, batch, values);
        done_ += batch.size();
        if (options_.work.progress)
            options_.work.progress({"documents signed", done_, docids_.size()});
    }

    Transaction& transaction_;
    const DatabaseOpener& open_;
    const ValueComputer& computer_;
    const AnnotateOptions& options_;
    const std::vector<Xapian::docid>& docids_;
    AnnotateReport& report_;
    std::size_t done_ = 0;
};

}  // namespace

std::vector<Xapian::docid> find_stale_documents(const Xapian::Database& db, const Schema& schema,
                                                const Model* model) {
    const std::string wanted = current_state(model);
    ValueCursor states(db, schema.slot(Slot::STATE));
    const bool has_keys = model != nullptr && schema.has(Slot::GROUP);
    ValueCursor keys(db, schema.slot(Slot::TERM_BANDS));
    std::vector<Xapian::docid> stale;
    const Xapian::PostingIterator end = db.postlist_end("");
    for (Xapian::PostingIterator p = db.postlist_begin(""); p != end; ++p) {
        const std::string of_keys = has_keys ? keys.of(*p) : std::string();
        const bool are_readable = of_keys.empty() || are_keys(of_keys, model->parameters());
        if (states.of(*p) != wanted || !are_readable) stale.push_back(*p);
    }
    return stale;
}

AnnotateReport annotate(Xapian::WritableDatabase& db, const DatabaseOpener& open, Schema& schema,
                        const Model* model, const AnnotateOptions& options) {
    return annotate(db, open, schema, model, options, nullptr);
}

AnnotateReport annotate(Xapian::WritableDatabase& db, const DatabaseOpener& open, Schema& schema,
                        const Model* model, const AnnotateOptions& options,
                        const GroupMaker& make_groups) {
    // Uses the stored schema: the caller's may have a method of a run that failed.
    const Schema stored = read_schema(db).value_or(Schema());
    check_methods_of_annotation(options.methods);
    Schema before = schema;
    before.methods = stored.methods;
    check_new_methods(db, before, options.methods);
    bool gains_method = false;
    for (const Slot method : options.methods) {
        gains_method = gains_method || !stored.has(method);
        schema.add(method);
    }
    if (model != nullptr) check_model_fits(*model, schema);

    const std::string state = current_state(model);
    std::optional<Checkpoint> checkpoint = read_checkpoint(db);
    const bool all = options.all || gains_method || checkpoint;
    if (gains_method || (checkpoint && checkpoint->state != state)) checkpoint.reset();
    if (all && !checkpoint) checkpoint = Checkpoint{state, 1};

    const std::vector<Xapian::docid> stale = find_stale_documents(open(), schema, model);
    const std::vector<Xapian::docid> docids =
        all ? all_documents_from(open(), checkpoint->next, stale) : stale;

    AnnotateReport report;
    report.documents = db.get_doccount();
    report.examined = static_cast<Xapian::doccount>(docids.size());
    const IndexCollection index =
        options.index ? *options.index : IndexCollection(open, schema, options.work);
    const ValueComputer computer(index, schema, model,
                                 are_few(docids.size(), report.documents)
                                     ? ValueComputer::Source::TERM_LISTS
                                     : ValueComputer::Source::POSTINGS);
    Transaction transaction(db);
    Annotation annotation(transaction, open, computer, options, docids, report);
    if (model == nullptr || !schema.has(Slot::GROUP)) {
        ValueWriter writer(db, transaction, schema, options.commit_every, false, checkpoint);
        annotation.sign_all(writer);
        return report;
    }
    const GroupsToUpdate groups{db,      transaction,         index, schema, *model,
                                options, read_groups_info(db)};
    if (!all && !make_groups && groups.go_one_by_one(docids)) {
        ValueWriter writer(db, transaction, schema, 0, false, std::nullopt);
        GroupUpdater updater(db, schema, *model);
        annotation.sign_and_assign(writer, updater);
    } else {
        ValueWriter writer(db, transaction, schema, options.commit_every, true, checkpoint);
        annotation.sign_all(writer);
        report.grouped = make_groups ? make_groups(transaction) : groups.make();
    }
    return report;
}

}  // namespace descry
