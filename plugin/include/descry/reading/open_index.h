/** @file open_index.h
 *  @brief An index of one or more databases, opened for reading.
 *
 *      const descry::OpenIndex index = descry::open_index(descry::DatabaseSnapshot({path}));
 *      const descry::ParsedQuery query = descry::parse_query(index.db, index.schema, "apples");
 */
#ifndef DESCRY_READING_OPEN_INDEX_H
#define DESCRY_READING_OPEN_INDEX_H

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <xapian.h>

#include <descry/documents/stored_data.h>
#include <descry/reading/database_snapshot.h>
#include <descry/schema/body_terms.h>
#include <descry/schema/stored_format.h>

namespace descry {

struct OpenIndex {
    /// Throws Xapian::DatabaseModifiedError if the revision is no longer @a db's.
    DatabaseOpener open;
    Xapian::Database db;
    /// The single databases, by path, as opened.
    std::vector<Xapian::Database> shards;
    /// Default-constructed if descry never wrote into the index (see annotated).
    Schema schema;
    bool annotated = false;

    std::string id_of(Xapian::docid did, const std::string& stored = {}) const;

    /// The id of a document, and its data without the field `id`.
    std::pair<std::string, StoredData> id_and_data_of(Xapian::docid did,
                                                      const std::string& data) const;
};

/// The index of these databases. Its schema has the methods and fields of all.
/// @exception Xapian::InvalidArgumentError the shards use different slots, or a slot of descry's in
///            some belongs to another program in one
OpenIndex open_index(const DatabaseSnapshot& databases);

/// Calls @a read with a snapshot of the databases at @a paths, and repeats the call with a later
/// snapshot while writers invalidate it: the second commit after opening frees blocks that a reader
/// needs. From the second attempt on it reads a copy, if one of at most a gibibyte is possible. @a
/// read must not show results before it returns.
/// @return the result of the last call of @a read
/// @exception Xapian::DatabaseModifiedError all attempts failed for half a minute
/// @exception Xapian::DatabaseCorruptError it failed without a writer
/// @exception Xapian::DatabaseOpeningError and related classes, and errors of @a read
int read_undisturbed(const std::vector<std::string>& paths,
                     const std::function<int(const DatabaseSnapshot&)>& read);

/// The same with the opened index. @exception as open_index()
int read_index(const std::vector<std::string>& paths,
               const std::function<int(const OpenIndex&)>& read);

}  // namespace descry

#endif  // DESCRY_READING_OPEN_INDEX_H
