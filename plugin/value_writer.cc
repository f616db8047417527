#include "value_writer.h"

#include <utility>

namespace descry {

ValueWriter::ValueWriter(Xapian::WritableDatabase& db, const Schema& schema,
                         Xapian::doccount commit_every, std::optional<Unfinished> note)
    : db_(db), schema_(schema), commit_every_(commit_every), note_(std::move(note)) {
    slots_ = computed_slots(schema);
    for (const Slot slot : slots_)
        valuenos_.push_back(schema.slot(slot));
}

ValueWriter::~ValueWriter() {
    if (!in_transaction_) return;
    try {
        db_.cancel_transaction();
    } catch (const Xapian::Error&) {
        // The reason for leaving early is on its way to the caller already.
    }
}

Xapian::doccount ValueWriter::write(const DatabaseOpener& open,
                                    std::span<const Xapian::docid> batch,
                                    const std::vector<SlotValues>& values) {
    // Compared before the first commit: a handle does not survive two.
    const std::vector<std::size_t> changed = find_changed(open(), batch, values);
    for (const std::size_t i : changed) {
        if (!in_transaction_) begin();
        // Only the document opened last by this very writer is replaced without touching its
        // terms and positions.
        Xapian::Document document = db_.get_document(batch[i]);
        for (std::size_t s = 0; s < slots_.size(); ++s) {
            document.add_value(valuenos_[s], values[i][slots_[s]]);
        }
        db_.replace_document(batch[i], document);
        if (note_) note_->next = batch[i] + 1;
        if (++uncommitted_ == commit_every_) commit();
    }
    return static_cast<Xapian::doccount>(changed.size());
}

void ValueWriter::finish() {
    const bool note_stands = read_unfinished(db_).has_value();
    if (!in_transaction_ && !note_stands && read_schema(db_) == schema_) return;
    if (!in_transaction_) begin();
    note_.reset();
    commit();
}

std::vector<std::size_t> ValueWriter::find_changed(const Xapian::Database& reader,
                                                   std::span<const Xapian::docid> batch,
                                                   const std::vector<SlotValues>& values) const {
    std::vector<bool> differs(batch.size(), false);
    for (std::size_t s = 0; s < slots_.size(); ++s) {
        Xapian::ValueIterator stored = reader.valuestream_begin(valuenos_[s]);
        const Xapian::ValueIterator end = reader.valuestream_end(valuenos_[s]);
        for (std::size_t i = 0; i < batch.size(); ++i) {
            if (stored != end && stored.get_docid() < batch[i]) stored.skip_to(batch[i]);
            const bool has_value = stored != end && stored.get_docid() == batch[i];
            const std::string& wanted = values[i][slots_[s]];
            if (has_value ? *stored != wanted : !wanted.empty()) differs[i] = true;
        }
    }
    std::vector<std::size_t> changed;
    for (std::size_t i = 0; i < differs.size(); ++i) {
        if (differs[i]) changed.push_back(i);
    }
    return changed;
}

void ValueWriter::begin() {
    db_.begin_transaction();
    in_transaction_ = true;
    write_schema(db_, schema_);
}

void ValueWriter::commit() {
    write_unfinished(db_, note_);
    db_.commit_transaction();
    in_transaction_ = false;
    uncommitted_ = 0;
}

}  // namespace descry
