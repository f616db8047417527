/** @file open_index.h
 *  @brief An index, of one database or several, opened for reading.
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

/// One or more databases opened for reading, with the schema they share.
struct OpenIndex {
    /// Refuses (Xapian::DatabaseModifiedError) to open another revision than @a db's.
    DatabaseOpener open;
    Xapian::Database db;
    /// What it is made of, by path, as it was opened.
    std::vector<Xapian::Database> shards;
    /// Default-constructed when descry never wrote into the index (see annotated).
    Schema schema;
    bool annotated = false;

    /// The id of a document, as document_id() has it.
    std::string id_of(Xapian::docid did, const std::string& stored = {}) const;

    /// The id of a document, and its data without the member `id` that repeats it.
    std::pair<std::string, StoredData> id_and_data_of(Xapian::docid did,
                                                      const std::string& data) const;
};

/// The index that databases make. Its schema has the methods and fields of all.
/// @exception Xapian::InvalidArgumentError the shards keep their values in different slots, or one
///            has another program's where others have descry's
OpenIndex open_index(const DatabaseSnapshot& databases);

/// Calls @a read with the databases @a paths as they are at one moment, and once more, with those
/// of a later one, as often as a writer was quicker: the second commit after the open takes the
/// blocks away that a reader stands on. From the second time on it reads a copy, where there can be
/// one of at most a gibibyte. What @a read found is to be shown once it is through.
/// @return what @a read returned at last
/// @exception Xapian::DatabaseModifiedError attempts were in vain for half a minute
/// @exception Xapian::DatabaseCorruptError it failed though nobody wrote
/// @exception Xapian::DatabaseOpeningError and its kin, and what @a read throws
int read_undisturbed(const std::vector<std::string>& paths,
                     const std::function<int(const DatabaseSnapshot&)>& read);

/// The same with the index that the databases make. @exception as open_index(), too
int read_index(const std::vector<std::string>& paths,
               const std::function<int(const OpenIndex&)>& read);

}  // namespace descry

#endif  // DESCRY_READING_OPEN_INDEX_H
