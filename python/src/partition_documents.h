/** @file partition_documents.h
 *  @brief The stages of a distributed grouping: signing, linking and grouping documents.
 */
#ifndef DESCRY_PYTHON_PARTITION_DOCUMENTS_H
#define DESCRY_PYTHON_PARTITION_DOCUMENTS_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>

#include <descry/collection/collection_groups.h>

#include "engine/collection/document_keys.h"
#include "engine/collection/text_collection.h"
#include "engine/grouping/linked_numbers.h"
#include "python/arrow/arrow_writer.h"
#include "python/src/text_table.h"

namespace descry::python {

/// Columns that other stages need, by place in the table of the documents.
struct SignedDocuments {
    /// DocumentKeys::content_hash; 0: no words.
    std::vector<std::int64_t> contents;
    /// A second hash of the contents, so that equal pairs mean equal contents.
    std::vector<std::int64_t> second_contents;
    std::vector<std::int64_t> text_hashes;  // TermListReader::text_hash()
    std::vector<std::int64_t> aparts;       // DocumentKeys::apart
    /// End of each document's keys.
    std::vector<std::int32_t> key_ends;
    /// Made by band_key(): documents that share one are candidates.
    std::vector<std::int64_t> keys;
    /// Their words joined by spaces.
    ArrowValues texts = ArrowValues::of_texts("text");
};

class PartitionSigner {
  public:
    explicit PartitionSigner(Model model)
        : model_(std::move(model)), signer_(model_), sequences_(model_.parameters()) {}
    PartitionSigner(const PartitionSigner&) = delete;
    PartitionSigner& operator=(const PartitionSigner&) = delete;

    /// @param table of the model's recipe. @exception Stopped
    SignedDocuments sign(const TextTable& table);

  private:
    Model model_;
    DocumentKeySigner signer_;  // points to model_
    SequenceKeySigner sequences_;
};

/// Documents of whole components, one of each content, and their groups.
class PartitionDocuments {
  public:
    /// @param contents in the whole
    PartitionDocuments(Model model, std::uint64_t contents, HeadOrder heads, std::size_t memory);

    /// Adds documents in grouping order. @param texts a capsule of a column of
    /// SignedDocuments::texts @param weights bytes of an int64 each: documents of its content
    /// @param aparts likewise, SignedDocuments::aparts
    void add(const nanobind::capsule& texts, const nanobind::bytes& weights,
             const nanobind::bytes& aparts);

    /// head (a number from 0 on), distance, size and group of each, in the order added. Call once.
    ArrowTable group();

  private:
    Model model_;
    HeadOrder heads_;
    Whole whole_;
    std::shared_ptr<TextCollection> texts_;
};

/// The group keys of heads. @param contents, twins bytes of an int64 each
ArrowTable group_keys(const Model& model, const nanobind::bytes& contents,
                      const nanobind::bytes& twins);

/// Takes bytes of int64 pairs.
void link(LinkedNumbers& numbers, const nanobind::bytes& a, const nanobind::bytes& b);

/// node and component of each.
ArrowTable components_of(LinkedNumbers& numbers);

/// Functions for descry.spark.
void bind_partition_documents(nanobind::module_& module);

}  // namespace descry::python

#endif  // DESCRY_PYTHON_PARTITION_DOCUMENTS_H
