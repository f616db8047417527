/** @file segment_builder.h
 *  @brief Analyses, signs and writes a large addition as segments of an index, on several threads.
 */
#ifndef DESCRY_PLUGIN_INDEXING_SEGMENT_BUILDER_H
#define DESCRY_PLUGIN_INDEXING_SEGMENT_BUILDER_H

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_set>
#include <vector>

#include <xapian.h>

#include <descry/indexing/indexing_stage.h>

#include "plugin/documents/chain_members.h"
#include "plugin/documents/document_builder.h"
#include "plugin/indexing/document_queue.h"
#include "plugin/indexing/index_segments.h"

namespace descry {

/// Documents get docids in input order, after the index's, whichever thread makes them. One whose
/// id is known already is set aside until it can replace the earlier document.
class SegmentBuilder {
  public:
    /// @param db,stage the index that is added to, which is only read; all must outlive this object
    /// @param skipped may be called by several threads at once
    SegmentBuilder(DocumentQueue& queue, const Xapian::Database& db, IndexingStage& stage,
                   const BuildOptions& options, ProblemListener skipped);

    /// Builds parts until the input ends, or too much is set aside.
    void build(IndexSegments& parts, unsigned threads);

    std::vector<Xapian::docid> documents() const;

    Xapian::docid first_document() const { return first_; }

    /// The InputDocument::number of each of documents().
    const std::vector<std::uint64_t>& numbers() const { return numbers_; }

    /// Documents set aside, in input order.
    std::vector<InputDocument> take_deferred() { return std::move(deferred_); }

    /// Words too long for a term.
    std::size_t skipped_words() const { return skipped_words_; }

    /// Limit of the memory (memory_of()) of documents set aside, plus one document.
    static constexpr std::size_t MAX_SET_ASIDE = std::size_t{32} << 20;

  private:
    struct Batch {
        std::size_t number = 0;
        Xapian::docid first = 0;
        std::vector<InputDocument> documents;
    };

    std::optional<Batch> take();
    bool is_known(const InputDocument& document);
    void build_all(IndexSegments& parts);
    Xapian::Document make(const InputDocument& input, DocumentBuilder& builder,
                          IndexingStage& signer, ChainMembers& members) const;

    DocumentQueue& queue_;
    const Xapian::Database& db_;
    const bool is_empty_;
    const Schema schema_;
    const std::shared_ptr<const Model> model_;
    const std::optional<SignatureChainOptions> chain_;
    const bool unassigned_;
    const BuildOptions options_;
    const ProblemListener skipped_;
    const Xapian::docid first_;

    std::mutex mutex_;
    Xapian::docid next_;
    std::size_t next_number_ = 0;
    bool ended_ = false;
    std::unordered_set<std::uint64_t> ids_;
    std::vector<std::uint64_t> numbers_;
    std::vector<InputDocument> deferred_;
    std::size_t bytes_set_aside_ = 0;
    std::atomic<std::size_t> skipped_words_ = 0;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_INDEXING_SEGMENT_BUILDER_H
