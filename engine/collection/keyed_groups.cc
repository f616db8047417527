#include <cstdint>
#include <unordered_map>
#include <utility>

#include <descry/collection/collection_groups.h>

#include "engine/keys/collapse_key.h"

namespace descry {

std::vector<KeyedGroup> keyed_groups(const CollectionGroups& groups, std::string_view model_id,
                                     std::span<const DocumentNumber> ordered) {
    std::unordered_map<DocumentNumber, std::vector<GroupMember>> members;  // by head
    for (std::size_t i = 1; i < groups.head_of.size(); ++i) {
        const DocumentNumber head = groups.head_of[i];
        if (head == 0 || head == i) continue;
        std::vector<GroupMember>& of_head = members[head];
        if (of_head.empty()) of_head.push_back({head, 0});
        of_head.push_back({static_cast<DocumentNumber>(i), groups.distance[i]});
    }
    std::vector<KeyedGroup> keyed;
    std::unordered_map<std::uint64_t, unsigned> twins;  // by content hash: heads so far
    const auto add = [&](DocumentNumber head) {
        const auto found = members.find(head);
        if (found == members.end()) return;
        const std::uint64_t content_hash = groups.content_hashes[head];
        const unsigned twin = twins[content_hash]++;
        if (twin >= MAX_TWINS) return;
        keyed.push_back({group_key(model_id, content_hash, twin), std::move(found->second)});
    };
    if (ordered.empty()) {
        for (std::size_t i = 1; i < groups.head_of.size(); ++i)
            add(static_cast<DocumentNumber>(i));
    } else {
        for (const DocumentNumber document : ordered)
            add(document);
    }
    return keyed;
}

}  // namespace descry
