/** @file transaction.h
 *  @brief A transaction that is cancelled unless committed.
 */
#ifndef DESCRY_PLUGIN_BASE_TRANSACTION_H
#define DESCRY_PLUGIN_BASE_TRANSACTION_H

#include <xapian.h>

namespace descry {

/// Holds one transaction at a time, reusable, on a database that outlives it.
class Transaction {
  public:
    explicit Transaction(Xapian::WritableDatabase& db) : db_(db) {}

    /// Cancels what was not committed, as a kill would.
    ~Transaction() {
        if (!is_open_) return;
        try {
            db_.cancel_transaction();
        } catch (const Xapian::Error&) {
            // The reason for leaving early has already been thrown.
        }
    }

    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    /// Does nothing in an open transaction. @exception Xapian::UnimplementedError in memory
    void begin() {
        if (is_open_) return;
        db_.begin_transaction();
        is_open_ = true;
    }

    /// Does nothing without an open transaction.
    void commit() {
        if (!is_open_) return;
        db_.commit_transaction();
        is_open_ = false;
    }

    bool is_open() const { return is_open_; }

  private:
    Xapian::WritableDatabase& db_;
    bool is_open_ = false;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_BASE_TRANSACTION_H
