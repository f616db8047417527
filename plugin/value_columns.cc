#include <descry/value_columns.h>

namespace descry {

class ValueColumns::Internal {
  public:
    explicit Internal(const Xapian::Database& db)
        : uuid(db.get_uuid()), documents(db.get_doccount()), last(db.get_lastdocid()) {}

    std::string uuid;
    Xapian::doccount documents;
    Xapian::docid last;
};

ValueColumns::ValueColumns(const Xapian::Database& db)
    : internal_(std::make_unique<Internal>(db)) {}

ValueColumns::~ValueColumns() = default;

bool ValueColumns::fits(const Xapian::Database& db) const {
    return db.get_uuid() == internal_->uuid && db.get_doccount() == internal_->documents &&
           db.get_lastdocid() == internal_->last;
}

}  // namespace descry
