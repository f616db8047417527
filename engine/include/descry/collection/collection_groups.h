/** @file collection_groups.h
 *  @brief The groups of near-duplicates of a whole collection: how they are made, and how they are
 *         told, with their keys and members.
 */
#ifndef DESCRY_COLLECTION_COLLECTION_GROUPS_H
#define DESCRY_COLLECTION_COLLECTION_GROUPS_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <descry/collection/collection.h>
#include <descry/distance/bag_distance.h>
#include <descry/model/model.h>

namespace descry {

struct CollectionKeys;

/// Every document with its head.
struct CollectionGroups {
    /// By number: the head of its group; itself for heads and for documents in no group; 0 where
    /// there is no document, or one without body terms.
    std::vector<DocumentNumber> head_of;
    /// By number: the distance to the head, as told_distance() says.
    std::vector<DistanceMillionths> distance;
    /// By number: the content as a number (DocumentContents::hashes).
    std::vector<std::uint64_t> content_hashes;
    /// Groups of two documents and more, and the documents in them.
    std::uint64_t groups = 0;
    std::uint64_t grouped_documents = 0;
    /// Distances computed.
    std::uint64_t comparisons = 0;
    /// Grouping::limited, of documents.
    std::uint64_t limited = 0;

    /// Counts groups and the documents in them, by head_of.
    void count();
};

/// Sets the distances of grouped documents to what told_distance() says of them, by
/// TermListReader::text_hash(). Cost: a reading of those of the same words as their heads.
void tell_distances(const Collection& collection, CollectionGroups& groups);

/// What the order of grouping decides: earlier documents are preferred as heads, where they are
/// near many; or a head is the first of its group, and members farther from it than the limit are
/// parted.
enum class HeadOrder { PREFERRED, FIRST };

/// The one that an order by @a name (TextOrder, group order) asks for: FIRST, but for those of the
/// input, "first" and "last", and "none".
inline HeadOrder head_order_of(std::string_view name) {
    const bool is_of_input = name == "first" || name == "last" || name == "none";
    return is_of_input ? HeadOrder::PREFERRED : HeadOrder::FIRST;
}

/// What documents are a part of that are grouped apart from the others: connected parts of a
/// collection, one document of each content.
struct Whole {
    /// By number: documents of its content that there are.
    std::vector<std::uint32_t> weights;
    /// Contents that the whole has: what is remembered of each document hangs on it.
    std::uint64_t contents = 0;
};

/// Groups documents as @a model says: candidates by their keys (all pairs, or 2,000 heads a
/// document, where the model has no words because the collection is small), verified by a
/// PairVerifier. Documents of equal contents are one group; they are compared word by word, equal
/// content hashes are not enough.
///
/// The same groups with any number of threads.
/// @param keys of that model
/// @param ordered all documents that have keys, in the order of grouping: earlier ones are
///        preferred as heads
/// @param exact_distances long texts, too, are told how far they are from their heads exactly: a
///        tenth of the cost, or more
/// @param whole what the documents are a part of. Where these are whole connected parts, by keys
///        that documents share, in the order of the whole, their groups are those of the whole
/// @exception std::system_error no room on disk for sorting
/// Cost: one reading of the documents, and the comparisons: 1 microsecond each, 3 to 170 a
/// document. Memory: that of the collection's work, 40 bytes a document, and 150 a document that
/// shares a bucket and is connected with others of the part in which it is grouped.
CollectionGroups group_collection(const Collection& collection, const Model& model,
                                  CollectionKeys keys, const std::vector<DocumentNumber>& ordered,
                                  bool exact_distances = true,
                                  HeadOrder heads = HeadOrder::PREFERRED,
                                  const std::optional<Whole>& whole = {});

/// A document of a group.
struct GroupMember {
    DocumentNumber document = 0;
    /// To the head; 0 for the head itself.
    DistanceMillionths distance = 0;

    friend bool operator==(const GroupMember&, const GroupMember&) = default;
};

/// A group of two documents and more: its head first, the other members ascending by number.
struct KeyedGroup {
    std::string key;
    std::vector<GroupMember> members;

    const GroupMember& head() const { return members.front(); }
    std::span<const GroupMember> others() const { return std::span(members).subspan(1); }

    friend bool operator==(const KeyedGroup&, const KeyedGroup&) = default;
};

/// All groups that have a key, in the order of their heads: more than MAX_TWINS groups whose heads
/// have one content hash, and not one content, are made to be so, and those beyond are left out.
/// @param ordered all documents in the order of grouping; none: ascending
std::vector<KeyedGroup> keyed_groups(const CollectionGroups& groups, std::string_view model_id,
                                     std::span<const DocumentNumber> ordered = {});

}  // namespace descry

#endif  // DESCRY_COLLECTION_COLLECTION_GROUPS_H
