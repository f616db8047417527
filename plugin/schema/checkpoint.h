/** @file checkpoint.h
 *  @brief The note an annotation of every document leaves while it is under way.
 */
#ifndef DESCRY_PLUGIN_SCHEMA_CHECKPOINT_H
#define DESCRY_PLUGIN_SCHEMA_CHECKPOINT_H

#include <optional>
#include <string>

#include <xapian.h>

namespace descry {

/// An annotation that looks at every document, and where it stands. A run over stale documents
/// alone needs no note: the state slot tells which are left.
struct Checkpoint {
    /// The state value the documents get.
    std::string state;
    /// Documents below this docid are done.
    Xapian::docid next = 1;
};

/// Reads the note; nullopt when no such annotation is under way.
std::optional<Checkpoint> read_checkpoint(const Xapian::Database& db);

/// Writes the note, or takes it away.
void write_checkpoint(Xapian::WritableDatabase& db, const std::optional<Checkpoint>& checkpoint);

}  // namespace descry

#endif  // DESCRY_PLUGIN_SCHEMA_CHECKPOINT_H
