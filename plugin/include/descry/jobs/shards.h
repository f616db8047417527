/** @file shards.h
 *  @brief Several databases that are searched as one: one model, and groups across all of them.
 *
 *  A group has one key and one head, wherever its members are. Each database keeps the record of
 *  the groups that are led from it; that of the others is told by their keys.
 */
#ifndef DESCRY_JOBS_SHARDS_H
#define DESCRY_JOBS_SHARDS_H

#include <string>
#include <vector>

#include <xapian.h>

#include <descry/jobs/rebuild.h>

namespace descry {

/// A database that is open for writing, and where it is.
struct ShardToWrite {
    Xapian::WritableDatabase db;
    std::string path;
};

/// Throws what annotate_shards() would of databases that do not go together, before anything is
/// written. @param first the schema of another shard, which may be new
/// @exception Xapian::Error as there
void check_shards(const Schema& first, const std::vector<ShardToWrite>& others,
                  const ModelRequest& model = {});

/// rebuild() of all shards as one index. Docids, by which heads are chosen, are those of the
/// databases opened together, in this order. Stopped at any moment, the same call completes it.
/// @return what was done to each
/// @exception as rebuild(); Xapian::InvalidArgumentError the shards keep their values in other
///            slots than the first, or have other terms
std::vector<AnnotateReport> rebuild_shards(std::vector<ShardToWrite>& shards,
                                           const RebuildOptions& options = {});

/// annotate() of all shards as one index. Where they use several models, that of most documents is
/// used for all. All groups are made anew where a document was signed, or @a regroup.
/// @exception as annotate(), and as above
std::vector<AnnotateReport> annotate_shards(std::vector<ShardToWrite>& shards,
                                            const AnnotateIndexOptions& options = {},
                                            bool regroup = false);

}  // namespace descry

#endif  // DESCRY_JOBS_SHARDS_H
