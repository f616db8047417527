/** @file bulk_indexer.h
 *  @brief Any number of documents into an index, with their values and groups, in one call.
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

/// How documents are added.
struct BulkIndexingOptions {
    /// What a new index is like, which fields are indexed, and the chain. The analyzer is always
    /// descry's own.
    IndexingOptions indexing;
    /// AnalyzerRecipe::fold_marks of a new index.
    bool fold_marks = false;
    /// What is stored, and the names under which members are found.
    BuildOptions build;
    /// Signatures: those of a new index in place of IndexingOptions::methods, or beside those that
    /// an index has; none: as they are.
    std::vector<Slot> methods;
    /// Of a model, where one is made.
    GroupingOptions grouping;
    Work work;
    /// Documents between two commits, at least 1, where they are added one by one: as many as
    /// Xapian takes when it is left alone.
    std::uint64_t documents_a_commit = 10'000;
    ModelListener made_model;
    /// Told of each document that is not indexed, as Xapian could not hold it or the chain cannot
    /// sign it, and of each value that is left out of one that is. From one thread at a time.
    ProblemListener refused;
    ProblemListener left_out;

    /// A step of an addition in segments, when it is done.
    enum class Step {
        SEGMENTS_BUILT,
        SEGMENTS_MERGED,
        OVERWRITTEN,  ///< documents of a signature that a later one has were deleted
        GROUPED,      ///< the others were put into their groups
    };
    /// Told of steps, and of the documents concerned (of the last two; else 0). May be empty.
    std::function<void(Step step, std::uint64_t documents)> step;
};

/// What an addition did.
struct BulkIndexingReport {
    /// Documents that were added or replaced others.
    std::uint64_t documents = 0;
    /// Those among them that replaced others.
    std::uint64_t replaced = 0;
    /// By later ones of their signature.
    std::uint64_t overwritten = 0;
    std::uint64_t refused = 0;
    std::uint64_t values_left_out = 0;
    /// Words that were too long for a term.
    std::uint64_t skipped_words = 0;
    /// Documents in the index, in the end.
    Xapian::doccount held = 0;
};

/// Adds documents to an index that descry builds: cuts their texts into terms, signs them, makes
/// the model where one is needed, and forms the groups. For one addition and one thread.
///
/// A document with the id of another replaces it. Many documents (more than a megabyte of text, and
/// a sixteenth of the index's bytes) are built on all threads, as segments in a folder beside the
/// index, which then takes the index's place as a whole (IndexSwap): stopped before, nothing has
/// changed. Fewer are added one by one, in transactions of
/// BulkIndexingOptions::documents_a_commit. The result depends neither on that nor on the number of
/// threads.
class BulkIndexer {
  public:
    /// @param db   the index; kept open, and so locked, until this is destroyed. May be that of an
    ///             index which was replaced by then, so that nobody should go on using it
    /// @param path where it is
    /// @exception Xapian::InvalidOperationError another program built the index
    /// @exception Xapian::InvalidArgumentError  an option that the index does not allow. Nothing
    ///            was written
    BulkIndexer(Xapian::WritableDatabase db, std::string path, BulkIndexingOptions options = {});

    /// Throws what the constructor would for a new index: before one is made. @return its schema
    static Schema check_for_new_index(const BulkIndexingOptions& options);

    /// Whether documents without text are of use, as other members are indexed or signed.
    bool is_text_optional() const { return chain_ || !schema_.fields.text.empty(); }

    /// Adds all documents of @a source. To be called once.
    /// @exception Xapian::InvalidOperationError it was called before
    /// @exception Xapian::Error the index cannot be written. It holds its last commit; when the
    ///            documents were in and only their model or groups failed, it holds these, and
    ///            annotate() completes them
    /// @exception what the source throws
    /// Cost: docs/benchmarks.md. Memory: 32 MiB read ahead, as much set aside, a megabyte a
    /// thread, and what making a model takes.
    BulkIndexingReport add(DocumentSource& source);

    /// The same of a function that fills a document with the next one, or returns false.
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
