/** @file collapse_key.h
 *  @brief The collapse keys of values made with a model.
 */
#ifndef DESCRY_KEYS_COLLAPSE_KEY_H
#define DESCRY_KEYS_COLLAPSE_KEY_H

#include <cstdint>
#include <string>
#include <string_view>

namespace descry {

/// The collapse key of a value made with a model: 14 printable characters that hash the model's id
/// and the value, so keys of two models are never equal.
std::string model_slot_key(std::string_view model_id, std::uint64_t value);

/// Most groups whose different heads share a content hash (crafted); further ones have no key.
inline constexpr unsigned MAX_TWINS = 8;

/// The collapse key of a group, from its head's content: equal in shards and after rebuilds.
/// @param content_hash the head's (DocumentContents::hashes)
/// @param twin below MAX_TWINS; not 0 if another group's head shares this content hash
std::string group_key(std::string_view model_id, std::uint64_t content_hash, unsigned twin = 0);

/// Whether a document of this content hash may be the head of a group with this key.
bool is_heads_key(std::string_view group, std::string_view model_id, std::uint64_t content_hash);

/// Whether a document with this `group` value and content hash is a member and not the head, by
/// whose content a group's key is made. Members with the head's content hash are not recognised.
bool is_members_key(std::string_view group, std::string_view model_id, std::uint64_t content_hash);

}  // namespace descry

#endif  // DESCRY_KEYS_COLLAPSE_KEY_H
