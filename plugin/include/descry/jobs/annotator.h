/** @file annotator.h
 *  @brief Writes or updates the values of an index made by any program.
 */
#ifndef DESCRY_JOBS_ANNOTATOR_H
#define DESCRY_JOBS_ANNOTATOR_H

#include <memory>
#include <vector>

#include <xapian.h>

#include <descry/mechanics/work.h>
#include <descry/model/model.h>
#include <descry/reading/index_collection.h>
#include <descry/schema/body_terms.h>
#include <descry/schema/stored_format.h>

namespace descry {

struct AnnotateOptions {
    /// Signatures to write in addition to those of the index; all must be computable from postings
    /// or term lists (SignatureMethod::needs_no_text()).
    std::vector<Slot> methods = {Slot::GROUP, Slot::DESCRIPTIVE, Slot::DESCRIPTIVE_STABLE};
    /// Process every document, not only those with missing or stale values.
    bool all = false;
    /// Documents between two commits; 0: one commit at the end, so that readers remain valid. A
    /// reader survives one commit and must reopen after the second; one large commit takes disk
    /// space of the size of the term lists and about twice the time.
    Xapian::doccount commit_every = 10000;
    Work work = {};
    /// Used if its documents were already copied.
    std::shared_ptr<const IndexCollection> index = nullptr;
};

struct AnnotateReport {
    Xapian::doccount documents = 0;
    Xapian::doccount examined = 0;
    /// Examined documents that were written because a value changed.
    Xapian::doccount written = 0;
    /// Documents that joined or left a group when all were grouped again.
    Xapian::doccount grouped = 0;
};

/// Updates the values of @a db to @a model.
///
/// Processes documents without current values: those added or rewritten by another program (their
/// state slot is empty) and those signed with another model. With `all`, or if a method is new to
/// the index, processes every document. Writes only values that differ; terms, positions, data and
/// other slots are unchanged. If stopped, the index holds the last commit, and the same call
/// continues from there.
///
/// Cost: for many documents, the postings of the descriptive words and of the body lengths; for few
/// (less than an eighth), their term lists; 5 microseconds per document written. Memory: 8 bytes
/// per docid, some 20 MB per thread.
///
/// @param open opens further handles on the same index, for reading
/// @param schema of the index; gains the methods, and is written with the first commit
/// @param model the index's current model; null if it has none (then only methods without a model
///        are written, and documents keep the state "none")
/// @exception Xapian::InvalidArgumentError a method needs the text
/// @exception Xapian::UnimplementedError the backend has no transactions (in memory)
/// @exception Xapian::FeatureUnavailableError the database has no term lists
AnnotateReport annotate(Xapian::WritableDatabase& db, const DatabaseOpener& open, Schema& schema,
                        const Model* model, const AnnotateOptions& options);

/// Documents whose values are missing, made with another model, or unreadable as keys; ascending.
/// Cost: one walk over docids, state slot and keys' slot, 10 million per second.
std::vector<Xapian::docid> find_stale_documents(const Xapian::Database& db, const Schema& schema,
                                                const Model* model);

}  // namespace descry

#endif  // DESCRY_JOBS_ANNOTATOR_H
