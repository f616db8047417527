/** @file open_database.h
 *  @brief Opens Xapian databases; all paths to databases pass through here.
 *
 *  Xapian treats any regular file as a stub (a text file with a database per line), and runs the
 *  program named in a line `remote :PROGRAM ARGS`. Files from elsewhere must not run programs, so
 *  descry reads stubs itself and never gives Xapian the path of a possible stub.
 */
#ifndef DESCRY_BASE_OPEN_DATABASE_H
#define DESCRY_BASE_OPEN_DATABASE_H

#include <string>
#include <vector>

#include <xapian.h>

namespace descry {

enum class DatabaseKind {
    NONE,         ///< nothing, or nothing that can be a database
    GLASS,        ///< a directory
    CHERT,        ///< a directory of an earlier format
    SINGLE_FILE,  ///< a glass database in one file
    STUB_FOLDER,  ///< a directory with a stub named XAPIANDB
    FILE,         ///< any other regular file: a stub, if a database is expected
};

/// Uses Xapian's marker files only; the database may be damaged. Cost: a few file system calls.
DatabaseKind database_kind(const std::string& path);

/// Whether a directory contains Xapian's marker files, of a valid or damaged database.
bool holds_database(const std::string& folder);

/// Whether the path is a database even among documents. False for stubs, which may be any text.
bool is_certainly_database(const std::string& path);

/// Whether a file is certainly a stub: all lines are valid, at least one names a database on disk
/// or a server, and local ones are directories of databases. Opens no database.
bool is_certainly_stub(const std::string& path);

/// A database and its name in messages: its path, or the host and port of a server.
struct NamedDatabase {
    std::string name;
    Xapian::Database db;
};

/// Opens each database at a path as open_database() does: for a stub its databases, including those
/// of nested stubs, else the one. @return at least one
std::vector<NamedDatabase> open_each_database(const std::string& path);

/// Opens a directory, a single file, or a stub with Xapian's kinds of lines: `auto PATH`, `glass
/// PATH`, `chert PATH`, `remote HOST:PORT`, `inmemory`, and comments (`#`). Paths are relative to
/// the stub. Stubs may be nested 8 deep and name 10,000 databases in total.
/// @exception Xapian::DatabaseOpeningError and related classes; also for a stub without databases,
///            and, with file and line, for one that would run a program
Xapian::Database open_database(const std::string& path);

/// The same for writing. With Xapian::DB_CREATE or DB_CREATE_OR_OPEN in @a flags, creates the
/// directory or a database in it.
/// @exception Xapian::DatabaseOpeningError also for a database in one file, which is read-only
Xapian::WritableDatabase open_database_to_write(const std::string& path, int flags);

}  // namespace descry

#endif  // DESCRY_BASE_OPEN_DATABASE_H
