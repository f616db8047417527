/** @file refresh.h
 *  @brief Making a model for an index and signing with it: what indexing, annotating and rebuilding
 *         share.
 */
#ifndef DESCRY_PLUGIN_JOBS_REFRESH_H
#define DESCRY_PLUGIN_JOBS_REFRESH_H

#include <optional>
#include <string>

#include <xapian.h>

#include <descry/jobs/annotator.h>
#include <descry/jobs/model_request.h>
#include <descry/reading/index_collection.h>

namespace descry {

/// How an index whose model or values are out of date is brought up to date.
struct RefreshOptions {
    ModelRequest model;
    AnnotateOptions annotate;
    ModelListener made_model;
    /// Make a new model even where there is one.
    bool new_model = false;
    /// Let a model that waits as the next one take over.
    bool start_next = false;
};

/// How an index is read that is read as a whole: its term lists are copied first, of which a model,
/// signatures and groups are made.
IndexCollection read_once(const DatabaseOpener& open, const Schema& schema, unsigned threads,
                          const Progress& progress);

/// Makes a model from everything in the index.
/// @param former the model that it replaces; null where there is none
/// @param unreadable MadeModel::unreadable
Model make_model(const IndexCollection& index, const Schema& schema, const Model* former,
                 const ModelRequest& request, const ModelListener& made_model,
                 const std::string& unreadable = {});

/// Makes @a model the current one of an index, and commits. Its documents are stale then.
void start_model(Xapian::WritableDatabase& db, const Model& model);

/// Makes a model where one is needed (or asked for), and signs the documents that lack current
/// values. Everything @a db holds uncommitted is committed first.
AnnotateReport refresh(Xapian::WritableDatabase& db, const DatabaseOpener& open, Schema schema,
                       const RefreshOptions& options);

}  // namespace descry

#endif  // DESCRY_PLUGIN_JOBS_REFRESH_H
