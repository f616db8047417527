/** @file rebuild.h
 *  @brief Annotates or rebuilds a whole index of one or more databases, or previews a rebuild.
 *
 *      Xapian::WritableDatabase db(path);
 *      descry::rebuild(db, descry::open_paths({path}));
 *
 *  In shards (several databases searched as one) a group has one key and one head across all
 *  databases. Each database stores the records of groups whose head it holds; members elsewhere
 *  carry the key only.
 */
#ifndef DESCRY_JOBS_REBUILD_H
#define DESCRY_JOBS_REBUILD_H

#include <optional>
#include <string>
#include <vector>

#include <xapian.h>

#include <descry/inspection/model_preview.h>
#include <descry/jobs/annotator.h>
#include <descry/jobs/made_model.h>
#include <descry/mechanics/work.h>
#include <descry/schema/body_terms.h>
#include <descry/schema/stored_format.h>

namespace descry {

struct IndexGroupingOptions {
    GroupingOptions grouping;
    /// Signatures to write in addition to those of the index; empty: those of AnnotateOptions,
    /// which a rebuild writes only if the index has none.
    std::vector<Slot> methods = {};
    /// Prefix of body terms, stored in the index; nullopt: the index's own, or detected.
    std::optional<std::string> term_prefix = {};
    /// Also used for making the model.
    Work work = {};
    ModelListener made_model = {};

    // The following fields are for annotations only; see AnnotateOptions.

    bool all = false;
    Xapian::doccount commit_every = 10000;
    /// First value slot, if the index has no values of descry yet.
    Xapian::valueno slot_base = DEFAULT_SLOT_BASE;
    /// Prefix of unique terms; nullopt: the index's own, or "Q". Ignored for an index built by
    /// descry.
    std::optional<std::string> id_prefix = {};
    /// Regroup several databases even if no document was signed.
    bool regroup = false;
};

/// Writes or updates the values of an index made by any program: writes a schema if there is none,
/// activates the pending model, or makes one if needed (needs_model()), and then acts as annotate()
/// with a model. Commits pending changes of @a db first. If stopped, the same call continues from
/// the last commit. Cost: annotate() with a model, and train_model() if a model is made.
/// @param open opens further handles on the same index, for reading
/// @exception Xapian::InvalidArgumentError the index does not allow an option; nothing was written
/// @exception Xapian::InvalidOperationError a term prefix for an index built by descry
/// @exception Xapian::DatabaseVersionError a model of another version
/// @exception Xapian::Error as annotate() with a model
AnnotateReport annotate(Xapian::WritableDatabase& db, const DatabaseOpener& open,
                        const IndexGroupingOptions& options = {});

/// Makes a new model from the statistics of the whole index, signs every document with it, and
/// forms all groups again. Searches can continue meanwhile. Commits pending changes of @a db first.
/// If stopped, the same call completes it. Cost: as train_model() and an annotation of all
/// documents.
/// @param open opens further handles on the same index, for reading
/// @exception as annotate(), but a model that cannot be read is replaced
AnnotateReport rebuild(Xapian::WritableDatabase& db, const DatabaseOpener& open,
                       const IndexGroupingOptions& options = {});

/// Makes a model and stores it as the pending one, for the next rebuild() or annotate(). Commits.
/// @return the model
Model make_next_model(Xapian::WritableDatabase& db, const DatabaseOpener& open,
                      const IndexGroupingOptions& options = {});

/// Stores an existing model as the index's pending one, and commits.
/// @exception Xapian::InvalidArgumentError it does not fit the index (check_model_fits())
void import_model(Xapian::WritableDatabase& db, const Model& model);

struct RebuildPreview {
    ModelDifference words;
    SignatureChanges signatures;
    /// Under the current model; nullopt if there is none for the same body terms.
    std::optional<ModelCoverage> before;
    ModelCoverage after;
    GroupChanges groups;
};

/// Makes the model that rebuild() would make and computes its effects; writes nothing. Cost: a
/// rebuild without writing, with signatures of two models.
/// @param open must give the same documents each time (DatabaseSnapshot::opener())
RebuildPreview preview_rebuild(const DatabaseOpener& open,
                               const IndexGroupingOptions& options = {});

struct ShardToWrite {
    Xapian::WritableDatabase db;
    std::string path;
};

/// Throws what annotate_shards() would for incompatible databases, before anything is written.
/// @param first the schema of another shard, which may be new
/// @exception Xapian::Error as annotate_shards()
void check_shards(const Schema& first, const std::vector<ShardToWrite>& others,
                  const GroupingOptions& grouping = {});

/// rebuild() of all shards as one index. Heads are chosen by docids of the databases opened
/// together in this order. If stopped, the same call completes it. @return a report per shard
/// @exception as rebuild(); Xapian::InvalidArgumentError a shard uses other slots than the first,
///            or has other terms
std::vector<AnnotateReport> rebuild_shards(std::vector<ShardToWrite>& shards,
                                           const IndexGroupingOptions& options = {});

/// annotate() of all shards as one index. If they have different models, the one of most documents
/// is used for all. All groups are formed again if a document was signed, or with `regroup`.
/// @exception as annotate(), and as rebuild_shards()
std::vector<AnnotateReport> annotate_shards(std::vector<ShardToWrite>& shards,
                                            const IndexGroupingOptions& options = {});

}  // namespace descry

#endif  // DESCRY_JOBS_REBUILD_H
