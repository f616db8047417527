#include <descry/hashing/hash.h>
#include <descry/schema/group_key.h>
#include <descry/schema/stored_format.h>

namespace descry {

namespace {

// Groups and the slot `descriptive` share the hash; this keeps their keys apart.
constexpr std::uint64_t GROUP_KEYS = 0x67726f7570;  // "group"

}  // namespace

std::string group_key(std::string_view model_id, std::uint64_t bag, unsigned twin) {
    const std::string key = model_slot_key(model_id, bag ^ GROUP_KEYS);
    return twin == 0 ? key : hash80_base64url(key + static_cast<char>(twin));
}

bool is_heads_key(std::string_view group, std::string_view model_id, std::uint64_t bag) {
    for (unsigned twin = 0; twin < MAX_TWINS; ++twin) {
        if (group == group_key(model_id, bag, twin)) return true;
    }
    return false;
}

bool is_members_key(std::string_view group, std::string_view model_id, std::uint64_t bag) {
    return !group.empty() && !is_heads_key(group, model_id, bag);
}

}  // namespace descry
