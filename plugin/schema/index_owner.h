/** @file index_owner.h
 *  @brief Which program makes an index, and will make it again.
 */
#ifndef DESCRY_SCHEMA_INDEX_OWNER_H
#define DESCRY_SCHEMA_INDEX_OWNER_H

#include <xapian.h>

#include <descry/schema/stored_format.h>

namespace descry {

/// Another program that brings an index up to date from its own sources.
struct IndexOwner {
    const char* name;
    /// How it is run; empty where there is no one command.
    const char* update;
    /// What a person adds to its documents, and an update does not bring back; empty: nothing.
    const char* lost;
    /// How a document goes for good.
    const char* lasting_way;
};

/// Whose index @a db is: known by its metadata, else by terms that are not descry's. Null:
/// descry's.
const IndexOwner* index_owner(const Xapian::Database& db, const Schema& schema);

/// Whether recoll made it.
bool is_of_recoll(const Xapian::Database& db);

}  // namespace descry

#endif  // DESCRY_SCHEMA_INDEX_OWNER_H
