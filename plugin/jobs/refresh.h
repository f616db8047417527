/** @file refresh.h
 *  @brief Makes a model for an index and signs with it: shared by indexing, annotating and
 *         rebuilding.
 */
#ifndef DESCRY_PLUGIN_JOBS_REFRESH_H
#define DESCRY_PLUGIN_JOBS_REFRESH_H

#include <functional>
#include <string>
#include <vector>

#include <xapian.h>

#include <descry/jobs/rebuild.h>
#include <descry/reading/index_collection.h>

#include "plugin/base/transaction.h"

namespace descry {

/// An index to update, alone or as one of several searched together.
struct IndexToRefresh {
    Xapian::WritableDatabase& db;
    /// Opens further handles on it, for reading.
    DatabaseOpener open;
    Schema schema;
};

enum class RefreshGoal {
    ADDITION,    ///< documents just added
    ANNOTATION,  ///< any stale documents; the pending model becomes current
    REBUILD,     ///< everything: model, signatures and groups
};

/// The index, with its term lists copied, for making a model, signatures and groups.
IndexCollection read_once(const DatabaseOpener& open, const Schema& schema, const Work& work);

/// Makes a model from everything in the index.
/// @param former the model that it replaces; null if there is none
/// @param unreadable MadeModel::unreadable
Model make_model(const IndexCollection& index, const Schema& schema, const Model* former,
                 const GroupingOptions& grouping, const ModelListener& made_model,
                 const std::string& unreadable = {});

/// Makes a model if needed (or requested), and signs the documents without current values. Several
/// indexes get one model, that of most documents, and common groups. Commits pending changes first.
/// @param open all of them as one. @return a report for each
std::vector<AnnotateReport> refresh(std::vector<IndexToRefresh> indexes, const DatabaseOpener& open,
                                    const IndexGroupingOptions& options, RefreshGoal goal);

/// Writes the groups of an index whose documents have their values, or leaves them for later: until
/// then the index is marked as having incomplete groups.
/// @return documents that joined or left a group
using GroupMaker = std::function<Xapian::doccount(Transaction&)>;

/// annotate() with a model; groups are made by @a make_groups if given.
AnnotateReport annotate(Xapian::WritableDatabase& db, const DatabaseOpener& open, Schema& schema,
                        const Model* model, const AnnotateOptions& options,
                        const GroupMaker& make_groups);

}  // namespace descry

#endif  // DESCRY_PLUGIN_JOBS_REFRESH_H
