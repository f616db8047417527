#include "engine/keys/collapse_key.h"

#include <descry/hashing/hash.h>

#include "engine/hashing/coding.h"

namespace descry {

namespace {

// Separates keys of groups from those of the slot `descriptive`, which share the hash.
constexpr std::uint64_t GROUP_KEYS = 0x67726f7570;  // "group"

}  // namespace

std::string model_slot_key(std::string_view model_id, std::uint64_t value) {
    std::string bytes(model_id);
    append_little_endian(bytes, value, sizeof value);
    return hash80_base64url(bytes);
}

std::string group_key(std::string_view model_id, std::uint64_t content_hash, unsigned twin) {
    const std::string key = model_slot_key(model_id, content_hash ^ GROUP_KEYS);
    return twin == 0 ? key : hash80_base64url(key + static_cast<char>(twin));
}

bool is_heads_key(std::string_view group, std::string_view model_id, std::uint64_t content_hash) {
    for (unsigned twin = 0; twin < MAX_TWINS; ++twin) {
        if (group == group_key(model_id, content_hash, twin)) return true;
    }
    return false;
}

bool is_members_key(std::string_view group, std::string_view model_id, std::uint64_t content_hash) {
    return !group.empty() && !is_heads_key(group, model_id, content_hash);
}

}  // namespace descry
