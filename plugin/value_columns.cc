#include <map>
#include <mutex>
#include <string>

#include <descry/value_columns.h>

#include "value_column.h"

namespace descry {

class ValueColumns::Internal {
  public:
    // What two states of a database differ in. The revision is there for a single local database
    // only.
    struct State {
        explicit State(const Xapian::Database& db)
            : uuid(db.get_uuid()), documents(db.get_doccount()), last(db.get_lastdocid()) {
            try {
                revision = db.get_revision();
            } catch (const Xapian::InvalidOperationError&) {
            } catch (const Xapian::UnimplementedError&) {
            }
        }

        std::string uuid;
        Xapian::doccount documents;
        Xapian::docid last;
        Xapian::rev revision = 0;

        friend bool operator==(const State&, const State&) = default;
    };

    explicit Internal(const Xapian::Database& db) : state(db) {}

    // The column of a slot, made where there is none. Others wait meanwhile, who may want the same.
    template <typename Column>
    std::shared_ptr<const Column> column(
        std::map<Xapian::valueno, std::shared_ptr<const Column>>& columns,
        const Xapian::Database& db, Xapian::valueno slot) {
        if (!columns_are_possible(db)) return nullptr;
        const std::lock_guard lock(mutex);
        std::shared_ptr<const Column>& column = columns[slot];
        if (!column) column = std::make_shared<const Column>(db, slot);
        return column;
    }

    std::shared_ptr<const LengthColumn> length_column(const Xapian::Database& db) {
        if (!columns_are_possible(db)) return nullptr;
        const std::lock_guard lock(mutex);
        if (!lengths) lengths = std::make_shared<const LengthColumn>(db);
        return lengths;
    }

    const State state;
    mutable std::mutex mutex;
    std::map<Xapian::valueno, std::shared_ptr<const GroupColumn>> groups;
    std::map<Xapian::valueno, std::shared_ptr<const OrdinalColumn>> ordinals;
    std::shared_ptr<const LengthColumn> lengths;
};

ValueColumns::ValueColumns(const Xapian::Database& db)
    : internal_(std::make_unique<Internal>(db)) {}

ValueColumns::~ValueColumns() = default;

bool ValueColumns::fits(const Xapian::Database& db) const {
    return Internal::State(db) == internal_->state;
}

std::shared_ptr<const GroupColumn> ValueColumns::groups(const Xapian::Database& db,
                                                        Xapian::valueno slot) {
    return internal_->column(internal_->groups, db, slot);
}

std::shared_ptr<const OrdinalColumn> ValueColumns::ordinals(const Xapian::Database& db,
                                                            Xapian::valueno slot) {
    return internal_->column(internal_->ordinals, db, slot);
}

std::shared_ptr<const LengthColumn> ValueColumns::lengths(const Xapian::Database& db) {
    return internal_->length_column(db);
}

std::size_t ValueColumns::memory_bytes() const {
    const std::lock_guard lock(internal_->mutex);
    std::size_t bytes = 0;
    for (const auto& [slot, column] : internal_->groups)
        bytes += column->memory_bytes();
    for (const auto& [slot, column] : internal_->ordinals)
        bytes += column->memory_bytes();
    return bytes + (internal_->lengths ? internal_->lengths->memory_bytes() : 0);
}

}  // namespace descry
