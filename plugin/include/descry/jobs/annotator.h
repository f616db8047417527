/** @file annotator.h
 *  @brief Writes or refreshes the values of an index, whoever built it.
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

/// How an index is annotated.
struct AnnotateOptions {
    /// Signatures to write, beside those the index already has; all must be such that postings or
    /// term lists give (SignatureMethod::needs_no_text()).
    std::vector<Slot> methods = {Slot::GROUP, Slot::DESCRIPTIVE, Slot::DESCRIPTIVE_STABLE};
    /// Look at every document, not only at those whose values are missing or out of date.
    bool all = false;
    /// Documents written between two commits; 0: one commit at the end, for indexes whose readers
    /// must not be disturbed. A reader survives one commit and has to reopen after the second; one
    /// big commit takes disk space as large as the term lists and about twice the time.
    Xapian::doccount commit_every = 10000;
    Work work = {};
    /// The index, where its documents were copied before.
    std::shared_ptr<const IndexCollection> index = nullptr;
};

/// What an annotation did.
struct AnnotateReport {
    /// Documents in the index.
    Xapian::doccount documents = 0;
    /// Documents whose values were computed.
    Xapian::doccount examined = 0;
    /// Documents among them with a value that changed, which were written.
    Xapian::doccount written = 0;
    /// Documents that came into another group, or out of theirs, when all were grouped anew.
    Xapian::doccount grouped = 0;
};

/// Brings the values of the documents of @a db up to date with @a model.
///
/// Only documents without current values are done: those another program added or rewrote since
/// (their state slot is empty) and those signed with another model; with `all`, or when a method is
/// new to the index, every one. Values are written where they differ, and nothing else: terms,
/// positions, data and other slots stay as they are. Stopped at any moment, the index holds the
/// last commit, and the same call goes on from there.
///
/// @param open opens further handles on the same index, for reading
/// @param schema of the index; gains the methods, and is written with the first commit
/// @param model the index's current model; null while it has none (then only methods that need
///              none are written, and documents keep the state "none")
/// @exception Xapian::InvalidArgumentError a method that needs the text
/// @exception Xapian::UnimplementedError the backend has no transactions (in memory)
/// @exception Xapian::FeatureUnavailableError the database has no term lists
/// Cost: for many documents, the postings of the descriptive words and of the body lengths; for
/// few (below an eighth), their term lists; 5 microseconds a document written. Memory: 8 bytes a
/// docid, some 20 MB a thread.
AnnotateReport annotate(Xapian::WritableDatabase& db, const DatabaseOpener& open, Schema& schema,
                        const Model* model, const AnnotateOptions& options);

/// The documents whose values are missing, were made with another model, or cannot be read as keys,
/// ascending. Cost: one walk over docids, the state slot and that of the keys, 10 million a second.
std::vector<Xapian::docid> find_stale_documents(const Xapian::Database& db, const Schema& schema,
                                                const Model* model);

}  // namespace descry

#endif  // DESCRY_JOBS_ANNOTATOR_H
