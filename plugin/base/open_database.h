/** @file open_database.h
 *  @brief The one door from a path to a Xapian database.
 *
 *  Xapian takes any regular file for a stub (a text with a database a line), and a line
 *  `remote :PROGRAM ARGS` of one makes it run that program. A file that came from elsewhere must
 * not run anything, so descry reads stubs itself and gives Xapian no path that could be one.
 */
#ifndef DESCRY_BASE_OPEN_DATABASE_H
#define DESCRY_BASE_OPEN_DATABASE_H

#include <string>
#include <vector>

#include <xapian.h>

namespace descry {

/// What stands at a path.
enum class DatabaseKind {
    NONE,         ///< nothing, or what no database can be
    GLASS,        ///< a folder
    CHERT,        ///< a folder of an earlier format
    SINGLE_FILE,  ///< a glass database in one file
    STUB_FOLDER,  ///< a folder with a stub of the name XAPIANDB
    FILE,         ///< any other regular file: a stub, where a database is asked for
};

/// Tells by the marks that Xapian leaves, not whether the database is sound. Opens no database.
/// Cost: a few file system calls.
DatabaseKind database_kind(const std::string& path);

/// Whether the bytes at @a path are a database's: those are one wherever documents are asked for,
/// too. Of stubs nobody can say.
bool is_certainly_database(const std::string& path);

/// Whether a file is without doubt a stub: each line that is no comment names a database, one does,
/// and those that are local are folders of one. Opens no database.
bool is_certainly_stub(const std::string& path);

/// A database, and what it is called in messages: its path, or the host and port of a server.
struct NamedDatabase {
    std::string name;
    Xapian::Database db;
};

/// Opens what a path names, as open_database() does, each by itself: of a stub its databases and
/// those of stubs in it, else the one. @return at least one
std::vector<NamedDatabase> open_each_database(const std::string& path);

/// Opens a folder, a single file, or a stub, whose lines are as Xapian's: `auto PATH`,
/// `glass PATH`, `chert PATH`, `remote HOST:PORT`, `inmemory`, and comments (`#`). Paths are
/// relative to the stub; of stubs in stubs there may be 8, of databases in all 10,000.
/// @exception Xapian::DatabaseOpeningError and its kin; also for a stub of no databases, and, by
///            file and line, for one that would run a program
Xapian::Database open_database(const std::string& path);

/// The same for writing. With Xapian::DB_CREATE or DB_CREATE_OR_OPEN in @a flags a folder is made
/// where there is none, or no database in it.
/// @exception Xapian::DatabaseOpeningError also for a database in one file, which nobody can change
Xapian::WritableDatabase open_database_to_write(const std::string& path, int flags);

}  // namespace descry

#endif  // DESCRY_BASE_OPEN_DATABASE_H
