#include <algorithm>
#include <unordered_map>
#include <vector>

#include "engine/grouping/grouping.h"
#include "engine/grouping/grouping_run.h"

namespace descry {

namespace {

// Documents tried as a better head of their group.
constexpr std::size_t MAX_LEADERS = 8;

// The documents of each group of at least two, ascending; groups in the order of their first.
std::vector<std::vector<Rank>> members_of_groups(const std::vector<Rank>& head_of) {
    std::vector<std::vector<Rank>> groups;
    std::unordered_map<Rank, std::size_t> group_of_head;
    for (Rank p = 0; p < head_of.size(); ++p) {
        const Rank head = head_of[p];
        const auto found = group_of_head.find(head);
        if (found != group_of_head.end()) {
            groups[found->second].push_back(p);
        } else if (p < head) {
            group_of_head.emplace(head, groups.size());
            groups.push_back({p});
        }
    }
    return groups;
}

void choose_leader(GroupingRun& run, std::span<const Rank> members, std::uint64_t& comparisons) {
    Grouping& result = run.result;
    const Rank head = result.head_of[members.front()];
    std::vector<DistanceMillionths> distances(members.size());
    for (std::size_t tried = 0; tried < std::min(members.size(), MAX_LEADERS); ++tried) {
        const Rank leader = members[tried];
        if (leader == head) return;
        const bool leads = std::all_of(members.begin(), members.end(), [&](const Rank& p) {
            if (p == leader) return true;
            return (distances[static_cast<std::size_t>(&p - members.data())] = run.judge(
                        p, leader, run.options.distance, comparisons, Effort::QUICK)) != TOO_FAR;
        });
        if (!leads) continue;
        distances[tried] = 0;
        for (std::size_t i = 0; i < members.size(); ++i) {
            result.head_of[members[i]] = leader;
            result.distance[members[i]] = distances[i];
        }
        return;
    }
}

}  // namespace

void lead_by_first(GroupingRun& run) {
    const std::vector<std::vector<Rank>> groups = members_of_groups(run.result.head_of);
    for (std::size_t begin = 0; begin < groups.size();) {
        std::vector<Rank> expected;
        std::size_t end = begin;
        for (; end < groups.size() && expected.size() < GROUPING_BLOCK; ++end)
            expected.insert(expected.end(), groups[end].begin(), groups[end].end());
        std::sort(expected.begin(), expected.end());
        run.compare(expected, true, end - begin, [&](std::size_t i, std::uint64_t& comparisons) {
            choose_leader(run, groups[begin + i], comparisons);
        });
        begin = end;
    }
}

}  // namespace descry
