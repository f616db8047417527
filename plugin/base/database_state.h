/** @file database_state.h
 *  @brief Compares states of a database.
 */
#ifndef DESCRY_PLUGIN_BASE_DATABASE_STATE_H
#define DESCRY_PLUGIN_BASE_DATABASE_STATE_H

#include <string>

#include <xapian.h>

namespace descry {

/// Equal for handles that give the same documents. A single local database counts its commits;
/// without such a number (several databases, or a remote one), states with equal numbers of
/// documents and words and equal last docids count as equal.
struct DatabaseState {
    /// Cost: a microsecond per database.
    explicit DatabaseState(const Xapian::Database& db)
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

    friend bool operator==(const DatabaseState&, const DatabaseState&) = default;

    std::string uuid;
    Xapian::doccount documents;
    Xapian::docid last;
    Xapian::totallength length;
    Xapian::rev revision = 0;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_BASE_DATABASE_STATE_H
