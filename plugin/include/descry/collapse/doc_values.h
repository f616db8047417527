/** @file doc_values.h
 *  @brief The values of slots as arrays by docid, for many searches of one state of a database.
 *
 *  A value stream is a walk through a B-tree; an array answers in a nanosecond. The same idea as
 *  Lucene's doc values, in memory.
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

/** Arrays that are made when a search first needs them.
 *
 *  Memory: 4 bytes a document for a slot that is collapsed on and 8 for each distinct key beside
 * its bytes, 8 more once members are asked for; 4 bytes a document and the distinct values for a
 * slot that is sorted by, chooses heads or is a facet; 4 bytes a document for lengths. Making one
 * costs a walk over the slot's values (about 20 million a second when they are collapsed on;
 * sorted, 5 million).
 *
 *  Thread-safe: several threads, each with a Database of its own, may share one object.
 *
 *  They are of one state of the database. Make new ones after Database::reopen() returned true.
 */
class DocValues {
  public:
    explicit DocValues(const Xapian::Database& db);
    ~DocValues();
    DocValues(const DocValues&) = delete;
    DocValues& operator=(const DocValues&) = delete;

    /// False when @a db is certainly of another state: another UUID, another number of documents or
    /// words, another last docid or, for a single local database, another revision.
    /// Cost: a microsecond.
    bool fits(const Xapian::Database& db) const;

    /// @exception Xapian::InvalidOperationError @a db is of another state
    void check_fits(const Xapian::Database& db) const;

    /// The groups of a slot; made by the first call. Null where the docids of @a db lie so far
    /// apart that an array would be a waste (more than eight times as many as documents).
    /// @exception Xapian::InvalidOperationError @a db is of another state
    std::shared_ptr<const GroupColumn> groups(const Xapian::Database& db, Xapian::valueno slot);

    /// The sorted values of a slot; made by the first call. Null and exception as above.
    std::shared_ptr<const OrdinalColumn> ordinals(const Xapian::Database& db, Xapian::valueno slot);

    /// The lengths of documents; made by the first call. Null and exception as above.
    std::shared_ptr<const LengthColumn> lengths(const Xapian::Database& db);

    /// What the arrays take at the moment, about.
    std::size_t memory_bytes() const;

  private:
    class Internal;
    std::unique_ptr<Internal> internal_;
};

}  // namespace descry

#endif  // DESCRY_COLLAPSE_DOC_VALUES_H
