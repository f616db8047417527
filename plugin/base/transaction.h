/** @file transaction.h
 *  @brief A transaction that is given up unless it is committed.
 */
#ifndef DESCRY_PLUGIN_BASE_TRANSACTION_H
#define DESCRY_PLUGIN_BASE_TRANSACTION_H

#include <xapian.h>

namespace descry {

/// One at a time, again and again, on a database that outlives it.
class Transaction {
  public:
    explicit Transaction(Xapian::WritableDatabase& db) : db_(db) {}

    /// What was not committed is given up, as after a kill.
    ~Transaction() {
        if (!is_open_) return;
        try {
            db_.cancel_transaction();
        } catch (const Xapian::Error&) {
            // The reason for leaving early is on its way to the caller already.
        }
    }

    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    /// Nothing happens in an open one. @exception Xapian::UnimplementedError in memory
    void begin() {
        if (is_open_) return;
        db_.begin_transaction();
        is_open_ = true;
    }

    /// Nothing happens when none is open.
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
