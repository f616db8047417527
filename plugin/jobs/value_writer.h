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

/// Writes where values differ, and commits from time to time; schema and note go with each commit.
class ValueWriter {
  public:
    /// @param transaction on @a db; both must outlive this
    /// @param commit_every documents between two commits; 0: none before finish()
    /// @param groups_follow groups are made after the values: from the first value that changes
    ///        until then, the index says that its groups are incomplete. Without commits in
    ///        between, finish() leaves the transaction open
    /// @param note what to leave in the index while a run over every document is under way
    ValueWriter(Xapian::WritableDatabase& db, Transaction& transaction, const Schema& schema,
                Xapian::doccount commit_every, bool groups_follow, std::optional<Checkpoint> note);

    /// Writes those of @a values (of documents @a batch, ascending) that differ from what the index
    /// holds. @param open opens a handle to compare with
    /// @return documents written
    Xapian::doccount write(const DatabaseOpener& open, std::span<const Xapian::docid> batch,
                           const std::vector<SlotValues>& values);

    /// The last commit. An index that is as it should be is left alone, to the byte.
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
