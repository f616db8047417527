/** @file group_maker.h
 *  @brief Annotating an index whose groups come from elsewhere.
 */
#ifndef DESCRY_PLUGIN_JOBS_GROUP_MAKER_H
#define DESCRY_PLUGIN_JOBS_GROUP_MAKER_H

#include <functional>

#include <xapian.h>

#include <descry/jobs/annotator.h>

#include "base/transaction.h"

namespace descry {

/// Writes the groups of an index whose documents have their values, or leaves them to be written
/// later: until then the index says that they are incomplete.
/// @return documents that came into another group, or out of theirs
using GroupMaker = std::function<Xapian::doccount(Transaction&)>;

/// annotate() with a model, with groups made by @a make_groups where there is one.
AnnotateReport annotate(Xapian::WritableDatabase& db, const DatabaseOpener& open, Schema& schema,
                        const Model* model, const AnnotateOptions& options,
                        const GroupMaker& make_groups);

}  // namespace descry

#endif  // DESCRY_PLUGIN_JOBS_GROUP_MAKER_H
