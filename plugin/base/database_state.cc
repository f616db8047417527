#include "base/database_state.h"

namespace descry {

DatabaseState::DatabaseState(const Xapian::Database& db)
    : uuid(db.get_uuid()),
      documents(db.get_doccount()),
      last(db.get_lastdocid()),
      length(db.get_total_length()) {
    try {
        revision = db.get_revision();
    } catch (const Xapian::InvalidOperationError&) {
    } catch (const Xapian::UnimplementedError&) {
    }
}

}  // namespace descry
