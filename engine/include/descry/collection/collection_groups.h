/** @file collection_groups.h
 *  @brief Groups the near-duplicates of a collection and lists the groups with keys and members.
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

struct CollectionGroups {
    /// By number: the head of its group. Heads and ungrouped documents name themselves; 0 for
    /// numbers without a document or with one that has no body terms.
    std::vector<DocumentNumber> head_of;
    /// By number: the distance to the head, as reported_distance() defines it.
    std::vector<DistanceMillionths> distance;
    /// By number: the content hash (DocumentContents::hashes).
    std::vector<std::uint64_t> content_hashes;
    /// Groups of at least two documents, and the documents in them.
    std::uint64_t groups = 0;
    std::uint64_t grouped_documents = 0;
    std::uint64_t comparisons = 0;
    /// Grouping::limited: the number of documents.
    std::uint64_t limited = 0;

    /// Sets `groups` and `grouped_documents` from head_of.
    void count();
};

/// Replaces the distances of grouped documents by reported_distance(), comparing
/// TermListReader::text_hash(). Cost: reads the documents that have the words of their heads.
void set_reported_distances(const Collection& collection, CollectionGroups& groups);

/// How the grouping order affects heads. PREFERRED: earlier documents are preferred as heads if
/// they are near many others. FIRST: the head is the first document of its group, and members
/// farther from it than the limit are split off.
enum class HeadOrder { PREFERRED, FIRST };

/// The HeadOrder for an order called @a name (TextOrder, group order): PREFERRED for the input
/// orders "first", "last" and "none", else FIRST.
inline HeadOrder head_order_of(std::string_view name) {
    const bool is_of_input = name == "first" || name == "last" || name == "none";
    return is_of_input ? HeadOrder::PREFERRED : HeadOrder::FIRST;
}

/// The collection of which connected parts, one document per content, are grouped separately.
struct Whole {
    /// By number: how many documents have its content.
    std::vector<std::uint32_t> weights;
    /// Number of contents in the whole; determines how much is cached per document.
    std::uint64_t contents = 0;
};

/// Groups documents as @a model specifies: documents that share a key are candidates (in a
/// collection too small for a model with words: all pairs, or 2,000 heads per document), and a
/// PairVerifier verifies them. Documents of equal content form one group, after comparing their
/// words. The groups do not depend on the number of threads.
/// @param keys of that model
/// @param ordered all documents that have keys, preferred heads first
/// @param exact_distances of long texts as well: adds a tenth of the cost, or more
/// @param whole the collection that the documents are part of. If they are whole connected parts
///        (by shared keys), in the order of the whole, their groups are those of the whole
/// @exception std::system_error no disk space for sorting
/// Cost: reads the documents once and compares, 1 microsecond per comparison, 3 to 170 comparisons
/// per document. Memory: that of the collection's work, 40 bytes per document, and 150 per document
/// that shares a bucket and is connected with others of its part.
CollectionGroups group_collection(const Collection& collection, const Model& model,
                                  CollectionKeys keys, const std::vector<DocumentNumber>& ordered,
                                  bool exact_distances = true,
                                  HeadOrder heads = HeadOrder::PREFERRED,
                                  const std::optional<Whole>& whole = {});

struct GroupMember {
    DocumentNumber document = 0;
    /// Distance to the head; 0 for the head itself.
    DistanceMillionths distance = 0;

    friend bool operator==(const GroupMember&, const GroupMember&) = default;
};

/// A group of at least two documents: its head first, the other members ascending by number.
struct KeyedGroup {
    std::string key;
    std::vector<GroupMember> members;

    const GroupMember& head() const { return members.front(); }
    std::span<const GroupMember> others() const { return std::span(members).subspan(1); }

    friend bool operator==(const KeyedGroup&, const KeyedGroup&) = default;
};

/// All groups with their keys, ordered by their heads. Of more than MAX_TWINS groups whose heads
/// differ but share a content hash (by crafted input), the rest are omitted.
/// @param ordered all documents in grouping order; empty: ascending
std::vector<KeyedGroup> keyed_groups(const CollectionGroups& groups, std::string_view model_id,
                                     std::span<const DocumentNumber> ordered = {});

}  // namespace descry

#endif  // DESCRY_COLLECTION_COLLECTION_GROUPS_H
