/** @file collection_groups.h
 *  @brief The groups of near-duplicates of a whole collection.
 */
#ifndef DESCRY_COLLECTION_COLLECTION_GROUPS_H
#define DESCRY_COLLECTION_COLLECTION_GROUPS_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <descry/collection/collection.h>
#include <descry/collection/document_keys.h>
#include <descry/collection/position_cache.h>
#include <descry/grouping/grouping.h>
#include <descry/model/model.h>

namespace descry {

/// Every document with its head.
struct CollectionGroups {
    /// By number: the head of its group; itself for heads and for documents in no group; 0 where
    /// there is no document, or one without body terms.
    std::vector<DocumentNumber> head_of;
    /// By number: the distance to the head; the strict one where the model's limit is below
    /// STRICT_BELOW.
    std::vector<DistanceMillionths> distance;
    /// By number: the content as a number (DocumentContents::hashes).
    std::vector<std::uint64_t> content_hashes;
    /// Groups of two documents and more, and the documents in them.
    std::uint64_t groups = 0;
    std::uint64_t grouped_documents = 0;
    /// Distances computed.
    std::uint64_t comparisons = 0;
    /// Documents that met as many heads as are tried at most (GroupingOptions::max_heads).
    std::uint64_t limited = 0;
    /// Where the first words of documents stand whose order was looked at.
    std::shared_ptr<const PositionCache> position_cache;

    /// Counts groups and the documents in them, by head_of.
    void count();
};

/// Groups documents as @a model says: candidates by their term bands (all pairs, or 2,000 heads a
/// document, where the model has no words because the collection is small), verified by the
/// edit distance of their words, by the bag distance where the collection does not know their
/// order. Documents of equal words are one group; of equal content hashes the words are compared.
///
/// The same groups with any number of threads.
/// @param keys of that model
/// @param ordered all documents that have keys, in the order of grouping: earlier ones are
///        preferred as heads
/// @param known positions from a grouping before, of this collection
/// @param memory bytes for bags (documents in a form made for comparison) and texts
/// @param exact_distances long texts, too, are told how far they are from their heads exactly: a
///        tenth of the cost, or more
/// @exception std::system_error no room on disk for sorting
/// Cost: one reading of the documents, and the comparisons: 1 microsecond each, 3 to 170 a
/// document. Memory: @a memory, 40 bytes a document, and 150 a document that shares a bucket and is
/// connected with others of the part in which it is grouped.
CollectionGroups group_collection(const Collection& collection, const Model& model,
                                  CollectionKeys keys, const std::vector<DocumentNumber>& ordered,
                                  const PositionCache& known, std::size_t memory,
                                  bool exact_distances = true);

}  // namespace descry

#endif  // DESCRY_COLLECTION_COLLECTION_GROUPS_H
