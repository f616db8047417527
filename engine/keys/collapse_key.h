/** @file collapse_key.h
 *  @brief The collapse keys of what is made with a model: equal keys are one result.
 */
#ifndef DESCRY_KEYS_COLLAPSE_KEY_H
#define DESCRY_KEYS_COLLAPSE_KEY_H

#include <cstdint>
#include <string>
#include <string_view>

namespace descry {

/// The collapse key of a value that was made with a model: 14 printable characters, hash of the
/// model's id and the value, so that keys of two models never compare equal.
std::string model_slot_key(std::string_view model_id, std::uint64_t value);

/// Groups whose heads have one content hash, though not one content, at most: hashes that somebody
/// made equal. A further one would have no key.
inline constexpr unsigned MAX_TWINS = 8;

/// The collapse key of a group, from its head's content: equal in shards and after rebuilds.
/// @param content_hash the head's (DocumentContents::hashes)
/// @param twin 0, unless heads of other contents have this content hash too: each has a number of
///        its own, below MAX_TWINS
std::string group_key(std::string_view model_id, std::uint64_t content_hash, unsigned twin = 0);

/// Whether a group of this key may be led by a document of this content hash.
bool is_heads_key(std::string_view group, std::string_view model_id, std::uint64_t content_hash);

/// Whether a document with this `group` value and content hash is a member and not the head: the
/// key of a group is its head's own. A member with the head's content hash cannot be told from it
/// so.
bool is_members_key(std::string_view group, std::string_view model_id, std::uint64_t content_hash);

}  // namespace descry

#endif  // DESCRY_KEYS_COLLAPSE_KEY_H
