/** @file value_writer.h
 *  @brief Writes values into the documents of an index, and nothing else.
 */
#ifndef DESCRY_PLUGIN_JOBS_VALUE_WRITER_H
#define DESCRY_PLUGIN_JOBS_VALUE_WRITER_H

#include <optional>
#include <span>
#include <vector>

#include <xapian.h>

#include <descry/schema/body_terms.h>
#include <descry/schema/stored_format.h>
#include <descry/signatures/document_signer.h>

#include "plugin/base/transaction.h"
#include "plugin/schema/groups_info.h"

namespace descry {

/// Writes values that differ, and commits from time to time, with schema and checkpoint.
class ValueWriter {
  public:
    /// @param transaction on @a db; both must outlive this object
    /// @param commit_every documents between two commits; 0: none before finish()
    /// @param groups_follow groups are made after the values: from the first changed value until
    ///        then, the index is marked as having incomplete groups. Without intermediate commits,
    ///        finish() leaves the transaction open
    /// @param note checkpoint to store while a run over every document is in progress
    ValueWriter(Xapian::WritableDatabase& db, Transaction& transaction, const Schema& schema,
                Xapian::doccount commit_every, bool groups_follow, std::optional<Checkpoint> note);

    /// Writes those of @a values (of @a batch, ascending) that differ from the index.
    /// @param open opens a handle to compare with. @return documents written
    Xapian::doccount write(const DatabaseOpener& open, std::span<const Xapian::docid> batch,
                           const std::vector<SlotValues>& values);

    /// Makes the last commit. An index without changes remains the same to the byte.
    void finish();

  private:
    std::vector<std::size_t> find_changed(const Xapian::Database& reader,
                                          std::span<const Xapian::docid> batch,
                                          const std::vector<SlotValues>& values) const;
    void begin();
    void commit();

    Xapian::WritableDatabase& db_;
    Transaction& transaction_;
    const Schema& schema_;
    Xapian::doccount commit_every_;
    bool groups_follow_;
    std::optional<Checkpoint> note_;
    std::vector<Slot> slots_;
    Xapian::doccount uncommitted_ = 0;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_JOBS_VALUE_WRITER_H
