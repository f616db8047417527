/** @file doc_values.h
 *  @brief Slot values as arrays by docid, for many searches of one state of a database.
 *
 *  A value stream walks a B-tree; an array answers in a nanosecond. The idea is that of Lucene's
 *  doc values, in memory.
 */
#ifndef DESCRY_COLLAPSE_DOC_VALUES_H
#define DESCRY_COLLAPSE_DOC_VALUES_H

#include <cstddef>
#include <memory>

#include <xapian.h>

namespace descry {

class GroupColumn;
class LengthColumn;
class OrdinalColumn;

/** Arrays of values, each made when a search first needs it.
 *
 *  Memory per document: 4 bytes for a slot that is collapsed on, plus 8 and the bytes of each
 *  distinct key, plus 8 more once members are requested; 4 bytes plus the distinct values for a
 *  slot that is sorted by, chooses heads or is a facet; 4 bytes for lengths. Making an array costs
 *  a walk over the slot's values (about 20 million per second for collapsing; 5 million if sorted).
 *
 *  Thread-safe: threads with their own Database may share one object.
 *
 *  The arrays belong to one state of the database. Make new ones after Database::reopen() returned
 *  true.
 */
class DocValues {
  public:
    explicit DocValues(const Xapian::Database& db);
    ~DocValues();
    DocValues(const DocValues&) = delete;
    DocValues& operator=(const DocValues&) = delete;

    /// False if @a db is certainly in another state: another UUID, number of documents or words,
    /// last docid or, for a single local database, revision. Cost: a microsecond.
    bool fits(const Xapian::Database& db) const;

    /// @exception Xapian::InvalidOperationError @a db is in another state
    void check_fits(const Xapian::Database& db) const;

    /// The groups of a slot; made by the first call. Null if the docids of @a db are too sparse for
    /// an array (more than eight times as many docids as documents).
    /// @exception Xapian::InvalidOperationError @a db is in another state
    std::shared_ptr<const GroupColumn> groups(const Xapian::Database& db, Xapian::valueno slot);

    /// Ranks of a slot's values. Otherwise as groups().
    std::shared_ptr<const OrdinalColumn> ordinals(const Xapian::Database& db, Xapian::valueno slot);

    std::shared_ptr<const LengthColumn> lengths(const Xapian::Database& db);

  private:
    class Internal;
    std::unique_ptr<Internal> internal_;
};

}  // namespace descry

#endif  // DESCRY_COLLAPSE_DOC_VALUES_H
