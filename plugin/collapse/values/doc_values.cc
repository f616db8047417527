#include <map>
#include <mutex>
#include <string>

#include <descry/collapse/doc_values.h>

#include "plugin/base/database_state.h"
#include "plugin/collapse/values/doc_value_column.h"

namespace descry {

class DocValues::Internal {
  public:
    explicit Internal(const Xapian::Database& db) : state(db) {}

    // Makes the column if there is none. Other threads wait; they may need the same one.
    template <typename Column>
    std::shared_ptr<const Column> column(
        std::map<Xapian::valueno, std::shared_ptr<const Column>>& columns,
        const Xapian::Database& db, Xapian::valueno slot) {
        check_fits(db);
        if (!columns_are_possible(db)) return nullptr;
        const std::lock_guard lock(mutex);
        std::shared_ptr<const Column>& column = columns[slot];
        if (!column) column = std::make_shared<const Column>(db, slot);
        return column;
    }

    std::shared_ptr<const LengthColumn> length_column(const Xapian::Database& db) {
        check_fits(db);
        if (!columns_are_possible(db)) return nullptr;
        const std::lock_guard lock(mutex);
        if (!lengths) lengths = std::make_shared<const LengthColumn>(db);
        return lengths;
    }

    bool fits(const Xapian::Database& db) const { return DatabaseState(db) == state; }

    void check_fits(const Xapian::Database& db) const {
        if (fits(db)) return;
        throw Xapian::InvalidOperationError(
            "the DocValues are of another state of the database: make new ones after it was "
            "reopened");
    }

    const DatabaseState state;
    mutable std::mutex mutex;
    std::map<Xapian::valueno, std::shared_ptr<const GroupColumn>> groups;
    std::map<Xapian::valueno, std::shared_ptr<const OrdinalColumn>> ordinals;
    std::shared_ptr<const LengthColumn> lengths;
};

DocValues::DocValues(const Xapian::Database& db) : internal_(std::make_unique<Internal>(db)) {}

DocValues::~DocValues() = default;

bool DocValues::fits(const Xapian::Database& db) const {
    return internal_->fits(db);
}

void DocValues::check_fits(const Xapian::Database& db) const {
    internal_->check_fits(db);
}

std::shared_ptr<const GroupColumn> DocValues::groups(const Xapian::Database& db,
                                                     Xapian::valueno slot) {
    return internal_->column(internal_->groups, db, slot);
}

std::shared_ptr<const OrdinalColumn> DocValues::ordinals(const Xapian::Database& db,
                                                         Xapian::valueno slot) {
    return internal_->column(internal_->ordinals, db, slot);
}

std::shared_ptr<const LengthColumn> DocValues::lengths(const Xapian::Database& db) {
    return internal_->length_column(db);
}

}  // namespace descry
