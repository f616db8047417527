/** @file bulk_addition.h
 *  @brief One addition of a BulkIndexer: as segments, or document by document.
 */
#ifndef DESCRY_PLUGIN_JOBS_BULK_ADDITION_H
#define DESCRY_PLUGIN_JOBS_BULK_ADDITION_H

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <xapian.h>

#include <descry/indexing/indexing_stage.h>
#include <descry/jobs/bulk_indexer.h>

#include "plugin/indexing/document_queue.h"
#include "plugin/indexing/index_swap.h"

namespace descry {

class LaterDocuments;
class SegmentBuilder;

/// Performs one BulkIndexer::add().
class BulkAddition {
  public:
    /// @param options,source must outlive this object
    BulkAddition(const BulkIndexingOptions& options, std::string path, DocumentSource& source,
                 DocumentQueue::Check check);

    BulkIndexingReport run(Xapian::WritableDatabase& db);

  private:
    using Step = BulkIndexingOptions::Step;

    std::unique_ptr<IndexSwap> swap_for_segments();
    bool add_as_segments(const Xapian::Database& db, IndexingStage& stage, IndexSwap& swap);
    std::vector<Xapian::docid> build_segments(SegmentBuilder& builder, IndexSwap& swap);
    void finish(Xapian::WritableDatabase& merged, IndexingStage& stage, bool has_groups,
                const std::string& path, std::vector<Xapian::docid> documents);
    void add_documents(Xapian::WritableDatabase& db, IndexingStage& stage,
                       const LaterDocuments& later);
    void refresh_values(Xapian::WritableDatabase& db, const Schema& schema,
                        const std::string& path);
    void done(Step step, std::uint64_t documents = 0) const;
    ProblemListener count_skipped();

    const BulkIndexingOptions& options_;
    std::string path_;
    BulkIndexingReport report_;
    std::mutex mutex_;
    DocumentQueue queue_;
    std::uint64_t overwritten_later_ = 0;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_JOBS_BULK_ADDITION_H
