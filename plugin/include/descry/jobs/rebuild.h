/** @file rebuild.h
 *  @brief A whole index, of one database or several, in one call: annotating it, rebuilding it, and
 *         what a rebuild would change.
 *
 *      Xapian::WritableDatabase db(path);
 *      descry::rebuild(db, descry::open_paths({path}));
 *
 *  In shards, several databases that are searched as one, a group has one key and one head,
 *  wherever its members are. Each database keeps the record of the groups that are led from it;
 *  that of the others is told by their keys.
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

/// How an index is annotated or rebuilt.
struct IndexGroupingOptions {
    /// Of a model, where one is made.
    GroupingOptions grouping;
    /// Signatures to write, beside those the index has; none: those of AnnotateOptions, which a
    /// rebuild writes only where the index has none.
    std::vector<Slot> methods = {};
    /// Prefix of the terms that are the words of texts, kept in the index; nullopt: as the index
    /// has it, or as it is found.
    std::optional<std::string> term_prefix = {};
    /// Makes the model, too.
    Work work = {};
    ModelListener made_model = {};

    // The rest is of annotations alone.

    /// AnnotateOptions::all
    bool all = false;
    /// AnnotateOptions::commit_every
    Xapian::doccount commit_every = 10000;
    /// First value slot, when the index has no values of descry yet.
    Xapian::valueno slot_base = DEFAULT_SLOT_BASE;
    /// Prefix of the unique terms; nullopt: as the index has it, or "Q". An index that descry built
    /// keeps its own.
    std::optional<std::string> id_prefix = {};
    /// Make the common groups of several databases anew even where no document was signed.
    bool regroup = false;
};

/// Writes or refreshes the values of an index, whoever built it, in one call: lays a schema down
/// where there is none, starts the model that waits to be used, or makes one where one is needed
/// (needs_model()), and does what annotate() with a model does. Everything @a db holds uncommitted
/// is committed first. Stopped at any moment, the same call goes on from the last commit.
/// @param open opens further handles on the same index, for reading
/// @exception Xapian::InvalidArgumentError an option that the index does not allow; nothing was
///            written
/// @exception Xapian::InvalidOperationError a term prefix for an index that descry built
/// @exception Xapian::Error as annotate() with a model, and Xapian::DatabaseVersionError for a
///            model of another version
/// Cost: as train_model(), where a model is made, and as annotate() with a model.
AnnotateReport annotate(Xapian::WritableDatabase& db, const DatabaseOpener& open,
                        const IndexGroupingOptions& options = {});

/// Makes a new model from the statistics of the whole index, signs every document with it, and
/// forms all groups anew. Searches go on meanwhile. Everything @a db holds uncommitted is committed
/// first. Stopped at any moment, the same call completes it.
/// @param open opens further handles on the same index, for reading
/// @exception as annotate(), but a model that cannot be read is replaced
/// Cost: as train_model() and an annotation of all documents.
AnnotateReport rebuild(Xapian::WritableDatabase& db, const DatabaseOpener& open,
                       const IndexGroupingOptions& options = {});

/// Only makes the model, as the index's next one: the current one stays in use until the next
/// rebuild() or annotate(). Commits.
/// @return the model
Model make_next_model(Xapian::WritableDatabase& db, const DatabaseOpener& open,
                      const IndexGroupingOptions& options = {});

/// Puts a model that was made elsewhere into the index as its next one, and commits.
/// @exception Xapian::InvalidArgumentError it does not fit the index (check_model_fits())
void import_model(Xapian::WritableDatabase& db, const Model& model);

/// What a rebuild would change.
struct RebuildPreview {
    ModelDifference words;
    SignatureChanges signatures;
    /// Under the model in use; nullopt where there is none of the same body terms.
    std::optional<ModelCoverage> before;
    ModelCoverage after;
    GroupChanges groups;
};

/// Makes the model that rebuild() would make and tells what it would change; writes nothing.
/// @param open must give the same documents each time (DatabaseSnapshot::opener())
/// Cost: as a rebuild, without the writing and with signatures of two models.
RebuildPreview preview_rebuild(const DatabaseOpener& open,
                               const IndexGroupingOptions& options = {});

/// A database that is open for writing, and where it is.
struct ShardToWrite {
    Xapian::WritableDatabase db;
    std::string path;
};

/// Throws what annotate_shards() would of databases that do not go together, before anything is
/// written. @param first the schema of another shard, which may be new
/// @exception Xapian::Error as there
void check_shards(const Schema& first, const std::vector<ShardToWrite>& others,
                  const GroupingOptions& grouping = {});

/// rebuild() of all shards as one index. Docids, by which heads are chosen, are those of the
/// databases opened together, in this order. Stopped at any moment, the same call completes it.
/// @return what was done to each
/// @exception as rebuild(); Xapian::InvalidArgumentError the shards keep their values in other
///            slots than the first, or have other terms
std::vector<AnnotateReport> rebuild_shards(std::vector<ShardToWrite>& shards,
                                           const IndexGroupingOptions& options = {});

/// annotate() of all shards as one index. Where they use several models, that of most documents is
/// used for all. All groups are made anew where a document was signed, or with
/// `regroup`.
/// @exception as annotate(), and as above
std::vector<AnnotateReport> annotate_shards(std::vector<ShardToWrite>& shards,
                                            const IndexGroupingOptions& options = {});

}  // namespace descry

#endif  // DESCRY_JOBS_REBUILD_H
