#include "plugin/jobs/value_writer.h"

#include <utility>

#include "plugin/base/docids_end.h"
#include "plugin/groups/group_store.h"
#include "plugin/schema/groups_info.h"

namespace descry {

ValueWriter::ValueWriter(Xapian::WritableDatabase& db, Transaction& transaction,
                         const Schema& schema, Xapian::doccount commit_every, bool groups_follow,
                         std::optional<Checkpoint> note)
    : db_(db),
      transaction_(transaction),
      schema_(schema),
      commit_every_(commit_every),
      groups_follow_(groups_follow),
      note_(std::move(note)) {
    slots_.push_back(Slot::STATE);
    for (const Slot method : schema.methods) {
        const SignatureMethod& made = signature_method(method);
        if (made.source != SignatureSource::GROUPS && made.needs_no_text())
            slots_.push_back(method);
        std::ranges::copy(related_slots(method), std::back_inserter(slots_));
    }
}

Xapian::doccount ValueWriter::write(const DatabaseOpener& open,
                                    std::span<const Xapian::docid> batch,
                                    const std::vector<SlotValues>& values) {
    // Compared before the first commit: a handle does not survive two.
    const std::vector<std::size_t> changed = find_changed(open(), batch, values);
    for (const std::size_t i : changed) {
        begin();
        // Xapian keeps a document's terms and positions only if this handle opened it last.
        Xapian::Document document = db_.get_document(batch[i]);
        for (const Slot slot : slots_)
            document.add_value(schema_.slot(slot), values[i][slot]);
        db_.replace_document(batch[i], document);
        if (note_) note_->next = batch[i] + 1;
        if (++uncommitted_ == commit_every_) commit();
    }
    return static_cast<Xapian::doccount>(changed.size());
}

void ValueWriter::finish() {
    const bool note_stands = read_checkpoint(db_).has_value();
    if (!transaction_.is_open() && !note_stands && read_schema(db_) == schema_) return;
    begin();
    note_.reset();
    if (groups_follow_ && commit_every_ == 0) {
        write_checkpoint(db_, note_);
    } else {
        commit();
    }
}

std::vector<std::size_t> ValueWriter::find_changed(const Xapian::Database& reader,
                                                   std::span<const Xapian::docid> batch,
                                                   const std::vector<SlotValues>& values) const {
    std::vector<bool> differs(batch.size(), false);
    for (const Slot slot : slots_) {
        ValueCursor stored(reader, schema_.slot(slot));
        for (std::size_t i = 0; i < batch.size(); ++i) {
            if (stored.of(batch[i]) != values[i][slot]) differs[i] = true;
        }
    }
    std::vector<std::size_t> changed;
    for (std::size_t i = 0; i < differs.size(); ++i) {
        if (differs[i]) changed.push_back(i);
    }
    return changed;
}

void ValueWriter::begin() {
    if (transaction_.is_open()) return;
    transaction_.begin();
    write_schema(db_, schema_);
    if (!groups_follow_) return;
    auto groups = read_groups_info(db_);
    if (!groups || !groups->complete) return;
    // Documents with current values are not examined again, even if they have no group yet.
    groups->complete = false;
    write_groups_info(db_, *groups);
}

void ValueWriter::commit() {
    write_checkpoint(db_, note_);
    transaction_.commit();
    uncommitted_ = 0;
}

}  // namespace descry
