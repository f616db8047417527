/** @file key_groups.h
 *  @brief The groups of a whole index: documents that share a key.
 */
#ifndef DESCRY_COLLAPSE_KEY_GROUPS_H
#define DESCRY_COLLAPSE_KEY_GROUPS_H

#include <string>
#include <vector>

#include <xapian.h>

namespace descry {

/// Documents that share a key.
struct KeyGroup {
    std::string key;
    /// Ascending.
    std::vector<Xapian::docid> members;
};

/// Every key of @a slot that at least @a min_size documents share, in the order of their first
/// member. Cost: two walks over the slot and a sort. Memory: 24 bytes a value, and the groups.
std::vector<KeyGroup> groups_by_key(const Xapian::Database& db, Xapian::valueno slot,
                                    Xapian::doccount min_size = 2);

}  // namespace descry

#endif  // DESCRY_COLLAPSE_KEY_GROUPS_H
