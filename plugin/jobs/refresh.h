/** @file refresh.h
 *  @brief Making a model for an index and signing with it: what indexing, annotating and rebuilding
 *         share.
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

/// An index that is brought up to date, alone or as one of several that are searched as one.
struct IndexToRefresh {
    Xapian::WritableDatabase& db;
    /// Opens further handles on it, for reading.
    DatabaseOpener open;
    Schema schema;
};

/// What is out of date.
enum class RefreshGoal {
    ADDITION,    ///< documents that were just added
    ANNOTATION,  ///< any documents; and a model that waits as the next one takes over
    REBUILD,     ///< all: the model, signatures and groups are made anew
};

/// How an index is read that is read as a whole: its term lists are copied first, of which a model,
/// signatures and groups are made.
IndexCollection read_once(const DatabaseOpener& open, const Schema& schema, const Work& work);

/// Makes a model from everything in the index.
/// @param former the model that it replaces; null where there is none
/// @param unreadable MadeModel::unreadable
Model make_model(const IndexCollection& index, const Schema& schema, const Model* former,
                 const GroupingOptions& grouping, const ModelListener& made_model,
                 const std::string& unreadable = {});

/// Makes a model where one is needed (or asked for), and signs the documents that lack current
/// values. Several get one model, that of most documents where they have several, and common
/// groups. Everything their databases hold uncommitted is committed first.
/// @param open all of them as one
/// @return what was done to each
std::vector<AnnotateReport> refresh(std::vector<IndexToRefresh> indexes, const DatabaseOpener& open,
                                    const IndexGroupingOptions& options, RefreshGoal goal);

/// Writes the groups of an index whose documents have their values, or leaves them to be written
/// later: until then the index says that they are incomplete.
/// @return documents that came into another group, or out of theirs
using GroupMaker = std::function<Xapian::doccount(Transaction&)>;

/// annotate() with a model, with groups made by @a make_groups where there is one.
AnnotateReport annotate(Xapian::WritableDatabase& db, const DatabaseOpener& open, Schema& schema,
                        const Model* model, const AnnotateOptions& options,
                        const GroupMaker& make_groups);

}  // namespace descry

#endif  // DESCRY_PLUGIN_JOBS_REFRESH_H
