/** @file index_groups.h
 *  @brief The groups of near-duplicates of a whole index.
 */
#ifndef DESCRY_GROUPS_INDEX_GROUPS_H
#define DESCRY_GROUPS_INDEX_GROUPS_H

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <xapian.h>

#include <descry/grouping/grouping.h>
#include <descry/model/model.h>
#include <descry/reading/index_statistics.h>

namespace descry {

class PositionCache;

/// Every document with its head.
struct IndexGroups {
    /// By docid: the head of its group; itself for heads and for documents in no group; 0 where
    /// there is no document, or one without body terms.
    std::vector<Xapian::docid> head_of;
    /// By docid: the distance to the head; the strict one where the model's limit is below
    /// STRICT_BELOW.
    std::vector<DistanceMillionths> distance;
    /// By docid: the content as a number (DocumentContents::hashes).
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
};

/// What a grouping of an index needs beside the model.
struct IndexGroupingOptions {
    /// The slot that holds the documents' keys, where an annotation with this model has written
    /// them; nullopt: they are computed from the term lists.
    std::optional<Xapian::valueno> stored_keys;
    /// Bytes for sorting and for bags (term lists in a form made for comparison).
    std::size_t memory = std::size_t{256} << 20;
    /// Prefix of the documents' unique terms, for the order "shortest-url".
    std::string id_prefix = "Q";
};

/// Groups the documents of an index as @a model says: candidates by their term bands (all pairs,
/// or 2,000 heads a document, where the model has no words because the index is small), verified by
/// the bag distance, and by the order of their words where the index has positions. Documents of
/// equal words are one group; equal content hashes alone are nothing.
///
/// The same groups with any number of threads.
/// @exception std::system_error no room on disk for sorting
/// Cost: two readings of the term lists (one with stored keys), and the comparisons: 1 microsecond
/// each, 3 to 170 a document. Memory: options.memory and 80 bytes a document that shares a bucket.
IndexGroups group_index(const ReadOptions& read, const Model& model,
                        const IndexGroupingOptions& options);

}  // namespace descry

#endif  // DESCRY_GROUPS_INDEX_GROUPS_H
