/** @file bulk_indexer.h
 *  @brief Adds any number of documents to an index, with their values and groups, in one call.
 *
 *      descry::BulkIndexer indexer(Xapian::WritableDatabase(path, Xapian::DB_CREATE_OR_OPEN),
 * path); indexer.add([&](descry::InputDocument& document) { if (!rows.next()) return false;
 *          document.clear();
 *          document.id = rows.id();
 *          document.text = rows.text();
 *          return true;
 *      });
 */
#ifndef DESCRY_JOBS_BULK_INDEXER_H
#define DESCRY_JOBS_BULK_INDEXER_H

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <xapian.h>

#include <descry/indexing/indexing_stage.h>
#include <descry/jobs/made_model.h>
#include <descry/mechanics/work.h>
#include <descry/texts/input_document.h>

namespace descry {

struct BulkIndexingOptions {
    /// Settings of a new index, fields and chain. The analyzer is always descry's own.
    IndexingOptions indexing;
    bool fold_marks = false;
    /// The values to store, and names of fields.
    BuildOptions build;
    /// Signatures: replace IndexingOptions::methods in a new index, are added to an existing one's.
    std::vector<Slot> methods;
    GroupingOptions grouping;
    Work work;
    /// Documents between two commits, at least 1, if they are added singly. The default is
    /// Xapian's.
    std::uint64_t documents_a_commit = 10'000;
    ModelListener made_model;
    /// Called for each document that is not indexed because Xapian cannot hold it or the chain
    /// cannot sign it, and for each skipped value of an indexed document. Calls never overlap.
    ProblemListener rejected;
    ProblemListener skipped;

    enum class Step {
        SEGMENTS_BUILT,
        SEGMENTS_MERGED,
        OVERWRITTEN,  ///< documents with the signature of a later one were deleted
        GROUPED,      ///< the remaining documents were put into groups
    };
    /// Called after each step, with the number of documents deleted or grouped (else 0).
    std::function<void(Step step, std::uint64_t documents)> step;
};

struct BulkIndexingReport {
    /// Documents added or replacing others.
    std::uint64_t documents = 0;
    /// Of these, documents that replaced others.
    std::uint64_t replaced = 0;
    /// Documents deleted for a later one of the same signature.
    std::uint64_t overwritten = 0;
    std::uint64_t rejected = 0;
    std::uint64_t values_left_out = 0;
    /// Words too long for a term.
    std::uint64_t skipped_words = 0;
    Xapian::doccount held = 0;
};

/// Adds documents to an index built by descry: analyses and signs their texts, makes a model if
/// needed, and forms groups. For one addition and one thread.
///
/// A document replaces the one with the same id. Large additions (more than a megabyte of text and
/// a sixteenth of the index's bytes) are built on all threads, as segments beside the index; the
/// result replaces the index as a whole (IndexSwap), which is unchanged if the program is stopped
/// before. Small ones are written document by document, in transactions of
/// BulkIndexingOptions::documents_a_commit. The result is the same, for any number of threads.
class BulkIndexer {
  public:
    /// @param db the index; kept open, and locked, by this object. Do not use it afterwards, as it
    ///        may refer to the index before its replacement
    /// @param path of the index
    /// @exception Xapian::InvalidOperationError another program built the index
    /// @exception Xapian::InvalidArgumentError the index does not allow an option; nothing was
    ///            written
    BulkIndexer(Xapian::WritableDatabase db, std::string path, BulkIndexingOptions options = {});

    /// Throws what the constructor would throw for a new index. @return its schema
    static Schema check_for_new_index(const BulkIndexingOptions& options);

    /// Whether documents without text are useful, because other fields are indexed or signed.
    bool is_text_optional() const { return chain_ || !schema_.fields.text.empty(); }

    /// Adds all documents of @a source. Call it once. Cost: docs/benchmarks.md. Memory: 64 MiB of
    /// documents, a megabyte per thread, and the memory for making a model.
    /// @exception Xapian::InvalidOperationError it was called before
    /// @exception Xapian::Error the index cannot be written. It holds the last commit; if only the
    ///            model or the groups failed, it holds the documents, and annotate() completes them
    /// @exception errors of the source
    BulkIndexingReport add(DocumentSource& source);

    /// The same for a function that fills in the next document, or returns false at the end.
    BulkIndexingReport add(const std::function<bool(InputDocument&)>& next);

  private:
    Xapian::WritableDatabase db_;
    std::string path_;
    BulkIndexingOptions options_;
    Schema schema_;
    std::optional<SignatureChainOptions> chain_;
    bool was_called_ = false;
};

}  // namespace descry

#endif  // DESCRY_JOBS_BULK_INDEXER_H
