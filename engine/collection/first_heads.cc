#include "collection/first_heads.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include <descry/collection/collection_distances.h>
#include <descry/mechanics/parallel.h>

namespace descry {

namespace {

// The documents of each group whose head is not the first of them, the first in front.
std::vector<std::vector<DocumentNumber>> groups_to_change(
    const CollectionGroups& groups, const std::vector<DocumentNumber>& ordered) {
    std::unordered_map<DocumentNumber, std::vector<DocumentNumber>> members;
    for (const DocumentNumber document : ordered)
        members[groups.head_of[document]].push_back(document);
    std::vector<std::vector<DocumentNumber>> found;
    for (const DocumentNumber document : ordered) {
        // Of equal documents the first stands for all, whichever is called the head.
        const auto group = members.find(document);
        if (group != members.end() && group->second.front() != document)
            found.push_back(std::move(group->second));
    }
    return found;
}

void lead(const Collection& collection, const PairLimits& limits, std::size_t memory,
          const std::vector<DocumentNumber>& documents, CollectionGroups& groups) {
    CollectionDistances distances(collection, documents, limits, memory, 1);
    std::vector<Rank> left;
    for (Rank rank = 0; rank < documents.size(); ++rank)
        left.push_back(rank);
    while (!left.empty()) {
        const Rank head = left.front();
        std::vector<Rank> far;
        for (const Rank rank : left) {
            const DocumentNumber document = documents[rank];
            const auto distance =
                rank == head ? std::optional<DistanceMillionths>(0) : distances.match(head, rank);
            if (!distance) {
                far.push_back(rank);
                continue;
            }
            groups.head_of[document] = documents[head];
            groups.distance[document] = *distance;
        }
        left = std::move(far);
    }
}

}  // namespace

void lead_by_first(const Collection& collection, const Model& model,
                   const std::vector<DocumentNumber>& ordered, std::size_t memory,
                   CollectionGroups& groups) {
    const auto changed = groups_to_change(groups, ordered);
    const PairLimits limits = pair_limits(model.parameters());
    const unsigned threads = std::max(collection.threads(), 1u);
    SharedProgress progress(collection.progress(), "groups led by their first", changed.size());
    parallel_each(threads, changed.size(), 1, [&] {
        return [&](std::size_t i) {
            lead(collection, limits, memory / threads, changed[i], groups);
            progress.step();
        };
    });
}

}  // namespace descry
