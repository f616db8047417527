/** @file index_schema.h
 *  @brief The schema by which a whole index is worked on.
 */
#ifndef DESCRY_PLUGIN_JOBS_INDEX_SCHEMA_H
#define DESCRY_PLUGIN_JOBS_INDEX_SCHEMA_H

#include <xapian.h>

#include <descry/jobs/rebuild.h>
#include <descry/schema/stored_format.h>

#include "jobs/refresh.h"

namespace descry {

/// The index's own, or what it would get.
Schema schema_of(const Xapian::Database& db);

/// What a rebuild is to use, with its prefix stored before anything is made by it.
/// @exception as rebuild()
Schema start_rebuild(Xapian::WritableDatabase& db, const RebuildOptions& options);

/// What a rebuild of an index of @a schema does: everything anew.
RefreshOptions options_of_rebuild(const Schema& schema, const RebuildOptions& options);

/// What an annotation is to use, stored where another one was. @exception as annotate()
Schema start_annotation(Xapian::WritableDatabase& db, const AnnotateIndexOptions& options);

/// What an annotation does: what is missing or out of date.
RefreshOptions options_of_annotation(const AnnotateIndexOptions& options);

}  // namespace descry

#endif  // DESCRY_PLUGIN_JOBS_INDEX_SCHEMA_H
