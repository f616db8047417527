#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include <descry/annotator.h>
#include <descry/group_store.h>
#include <descry/index_groups.h>
#include <descry/index_statistics.h>
#include <descry/model_store.h>

#include "group_updater.h"
#include "group_writer.h"
#include "transaction.h"
#include "unfinished.h"
#include "value_computer.h"
#include "value_writer.h"

namespace descry {

namespace {

// Documents computed before they are written: bounds the memory for their values.
constexpr std::size_t BATCH = 131072;
// Below this share of the index, reading the term lists of the documents to be done is cheaper
// than reading the posting lists of all.
constexpr std::size_t FEW = 8;

// The documents a run over everything still has to look at: those from its note on, and the stale.
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

// How the groups' records fit the documents that carry their keys.
struct RecordsFit {
    // Every document that a record names carries its key.
    bool groups_are_whole = true;
    // Records name every document that carries a key: after a compaction that renumbered the
    // documents some are named no longer.
    bool all_are_named = true;
};

RecordsFit compare_records(const Xapian::Database& db, const Schema& schema) {
    RecordsFit fit;
    std::uint64_t named = 0;
    for_each_group(db, [&](const StoredGroup& group) {
        const auto present = read_present_group(db, schema, group.key);
        if (present) named += present->members.size();
        if (!present || present->members != group.members) fit.groups_are_whole = false;
    });
    fit.all_are_named = named == db.get_value_freq(schema.slot(Slot::GROUP));
    return fit;
}

// The groups of an index, to be brought up to date after some of its documents were signed.
struct GroupsToUpdate {
    Xapian::WritableDatabase& db;
    Transaction& transaction;
    const ReadOptions& read;
    const Schema& schema;
    const Model& model;
    const AnnotateOptions& options;
    // As they were before documents were signed.
    std::optional<GroupsInfo> before;

    // True when they were complete, of this model, and need not be made anew.
    bool stand() const {
        return before && before->complete && before->state == state_of_model(model.id()) &&
               !options.all;
    }

    // Puts documents into their groups one by one.
    void place(const std::vector<Xapian::docid>& docids) const {
        transaction.begin();
        if (read_groups_info(db) != before) write_groups_info(db, *before);
        GroupUpdater(db, schema, model).repair_and_place(docids);
        transaction.commit();
    }

    // Makes all groups anew. @return documents that came into another group
    Xapian::doccount make() const {
        // What is not committed yet, no other handle can read.
        std::optional<Xapian::valueno> stored_keys;
        if (!transaction.is_open()) stored_keys = schema.slot(Slot::TERM_BANDS);
        const IndexGroups groups =
            group_index(read, model, {stored_keys, options.memory, schema.id_prefix});
        return write_groups(db, transaction, schema, model, groups,
                            {options.commit_every, options.memory, options.progress});
    }

    // One by one when they are few, else all. @return documents that came into another group
    Xapian::doccount update(const std::vector<Xapian::docid>& docids) const {
        const bool are_few = docids.empty() || docids.size() < db.get_doccount() / FEW;
        if (!stand() || !are_few) return make();
        const RecordsFit fit = compare_records(db, schema);
        if (!fit.all_are_named) return make();
        if (model.stable_terms().empty()) {
            // Without words every document is compared with every other, which is only done as a
            // whole.
            return docids.empty() && fit.groups_are_whole ? 0 : make();
        }
        place(docids);
        return 0;
    }
};

}  // namespace

std::vector<Xapian::docid> find_stale_documents(const Xapian::Database& db, const Schema& schema,
                                                const Model* model) {
    const std::string wanted = current_state(model);
    const Xapian::valueno slot = schema.slot(Slot::STATE);
    Xapian::ValueIterator state = db.valuestream_begin(slot);
    const Xapian::ValueIterator no_state = db.valuestream_end(slot);
    std::vector<Xapian::docid> stale;
    const Xapian::PostingIterator end = db.postlist_end("");
    for (Xapian::PostingIterator p = db.postlist_begin(""); p != end; ++p) {
        const Xapian::docid did = *p;
        while (state != no_state && state.get_docid() < did)
            ++state;
        const bool current = state != no_state && state.get_docid() == did && *state == wanted;
        if (!current) stale.push_back(did);
    }
    return stale;
}

AnnotateReport annotate(Xapian::WritableDatabase& db, const DatabaseOpener& open, Schema& schema,
                        const Model* model, const AnnotateOptions& options) {
    // What is stored decides: the caller's schema may hold a method of a run that failed.
    const Schema stored = read_schema(db).value_or(Schema());
    bool gains_method = false;
    for (const Slot method : options.methods) {
        if (!needs_no_text(method)) {
            throw Xapian::InvalidArgumentError(
                "the values of " + std::string(slot_name(method)) +
                " are made from the text, which an annotation does not read");
        }
        gains_method = gains_method || !stored.has(method);
        schema.add(method);
    }
    if (model != nullptr) check_model_fits(*model, schema);

    const std::string state = current_state(model);
    std::optional<Unfinished> unfinished = read_unfinished(db);
    const bool all = options.all || gains_method || unfinished;
    if (gains_method || (unfinished && unfinished->state != state)) unfinished.reset();
    if (all && !unfinished) {
        unfinished = Unfinished{state, 1};
        schema.format = Schema::FORMAT_VERSION;
    }

    const std::vector<Xapian::docid> stale = find_stale_documents(open(), schema, model);
    const std::vector<Xapian::docid> docids =
        all ? all_documents_from(open(), unfinished->next, stale) : stale;

    AnnotateReport report;
    report.documents = db.get_doccount();
    report.examined = static_cast<Xapian::doccount>(docids.size());
    const ReadOptions read{open, TermSpace(schema.term_prefix), options.threads, options.progress};
    const ValueComputer computer(read, schema, model,
                                 docids.size() >= report.documents / FEW
                                     ? ValueComputer::Source::POSTINGS
                                     : ValueComputer::Source::TERM_LISTS);
    const bool groups_follow = model != nullptr && schema.has(Slot::GROUP);
    const std::optional<GroupsInfo> groups_before = read_groups_info(db);
    Transaction transaction(db);
    ValueWriter writer(db, transaction, schema, {options.commit_every, groups_follow}, unfinished);
    for (std::size_t begin = 0; begin < docids.size(); begin += BATCH) {
        const auto batch = std::span(docids).subspan(begin, std::min(BATCH, docids.size() - begin));
        const std::vector<SlotValues> values = computer.compute(batch);
        for (const SlotValues& value : values) {
            if (!value[Slot::DESCRIPTIVE].empty()) ++report.with_descriptive;
        }
        report.written += writer.write(open, batch, values);
        if (options.progress) {
            options.progress("documents signed", begin + batch.size(), docids.size());
        }
    }
    writer.finish();
    if (groups_follow) {
        const GroupsToUpdate groups{db, transaction, read, schema, *model, options, groups_before};
        report.grouped = groups.update(docids);
    }
    return report;
}

}  // namespace descry
