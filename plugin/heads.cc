#include "heads.h"

#include <algorithm>
#include <numeric>

namespace descry {

void apply_null_policy(GroupNumbers& groups, NullPolicy policy) {
    if (policy == NullPolicy::IGNORE) return;
    if (policy == NullPolicy::COLLAPSE) ++groups.last;
    for (std::uint32_t& number : groups.of) {
        if (number == 0) number = policy == NullPolicy::COLLAPSE ? groups.last : ++groups.last;
    }
}

Heads choose_heads(const GroupNumbers& groups, const DocumentOrder& order) {
    constexpr MatchIndex NONE = ~MatchIndex{0};
    std::vector<MatchIndex> head_of(std::size_t{groups.last} + 1, NONE);
    std::vector<Xapian::doccount> size_of(head_of.size());
    for (MatchIndex i = 0; i < groups.of.size(); ++i) {
        const std::uint32_t group = groups.of[i];
        if (group == 0) continue;
        ++size_of[group];
        MatchIndex& head = head_of[group];
        if (head == NONE || order.before(i, head)) head = i;
    }
    Heads heads;
    for (MatchIndex i = 0; i < groups.of.size(); ++i) {
        const std::uint32_t group = groups.of[i];
        if (group == 0 || head_of[group] != i) continue;
        heads.matches.push_back(i);
        heads.sizes.push_back(size_of[group]);
    }
    return heads;
}

}  // namespace descry
