#include <algorithm>
#include <unordered_map>
#include <vector>

#include "engine/grouping/grouping.h"
#include "engine/grouping/grouping_run.h"

namespace descry {

namespace {

// Measures documents, ascending, against their heads; returns those too far, as their own heads.
std::vector<Rank> measure(GroupingRun& run, std::span<const Rank> documents) {
    Grouping& result = run.result;
    std::vector<Rank> too_far;
    for (std::size_t begin = 0; begin < documents.size(); begin += GROUPING_BLOCK) {
        const auto block =
            documents.subspan(begin, std::min(GROUPING_BLOCK, documents.size() - begin));
        run.compare(block, true, block.size(), [&](std::size_t i, std::uint64_t& comparisons) {
            const Rank p = block[i];
            result.distance[p] = run.judge(p, result.head_of[p], run.options.distance, comparisons);
        });
        for (const Rank p : block) {
            if (result.distance[p] != TOO_FAR) continue;
            result.head_of[p] = p;
            result.distance[p] = 0;
            too_far.push_back(p);
        }
    }
    return too_far;
}

}  // namespace

void group_among_themselves(GroupingRun& run, std::span<const Rank> documents) {
    const auto comes_first = [&run](Rank a, Rank b) { return run.comes_first(a, b); };
    std::vector<Rank> heads;  // best first
    for (std::size_t i = 0; i < documents.size(); ++i) {
        if (i % GROUPING_BLOCK == 0 && documents.size() > 1) {
            run.documents.expect(
                documents.subspan(i, std::min(GROUPING_BLOCK, documents.size() - i)), true);
        }
        const Rank p = documents[i];
        DistanceMillionths distance = TOO_FAR;
        const auto near = std::find_if(heads.begin(), heads.end(), [&](Rank head) {
            distance = run.judge(p, head, run.options.distance, run.result.comparisons);
            return distance != TOO_FAR;
        });
        if (near != heads.end()) {
            run.join(p, *near, distance);
            std::rotate(std::upper_bound(heads.begin(), near, *near, comes_first), near, near + 1);
        } else if (heads.size() < run.options.max_heads) {
            heads.insert(std::upper_bound(heads.begin(), heads.end(), p, comes_first), p);
        } else {
            run.is_limited[p] = true;
        }
    }
}

void reassign_members(GroupingRun& run, std::span<const Rank> former_heads) {
    std::vector<Rank>& head_of = run.result.head_of;
    std::vector<Rank> moved;
    for (Rank p = 0; p < former_heads.size(); ++p) {
        const Rank former = former_heads[p];
        if (former != p && head_of[former] != former) {
            head_of[p] = head_of[former];
            moved.push_back(p);
        }
    }
    std::vector<std::vector<Rank>> left;
    std::unordered_map<Rank, std::size_t> left_of_head;
    for (const Rank p : measure(run, moved)) {
        const auto [found, is_new] = left_of_head.emplace(former_heads[p], left.size());
        if (is_new) left.emplace_back();
        left[found->second].push_back(p);
    }
    for (const auto& documents : left)
        group_among_themselves(run, documents);
}

}  // namespace descry
