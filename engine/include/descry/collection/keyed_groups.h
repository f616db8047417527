/** @file keyed_groups.h
 *  @brief The groups of a collection as they are told: with their keys, and who is in them.
 */
#ifndef DESCRY_COLLECTION_KEYED_GROUPS_H
#define DESCRY_COLLECTION_KEYED_GROUPS_H

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <descry/collection/collection_groups.h>

namespace descry {

/// A group of two documents and more.
struct KeyedGroup {
    std::string key;
    DocumentNumber head = 0;
    /// All but the head, ascending.
    std::vector<DocumentNumber> others;
};

/// All groups that have a key, in the order of their heads: more than MAX_TWINS groups whose heads
/// have one content hash, and not one content, are made to be so, and those beyond are left out.
/// @param ordered all documents in the order of grouping; none: ascending
std::vector<KeyedGroup> keyed_groups(const CollectionGroups& groups, std::string_view model_id,
                                     std::span<const DocumentNumber> ordered = {});

}  // namespace descry

#endif  // DESCRY_COLLECTION_KEYED_GROUPS_H
