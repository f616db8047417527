#include "collection/head_rules.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>

#include <descry/collection/collection_distances.h>
#include <descry/mechanics/parallel.h>
#include <descry/model/model.h>

namespace descry {

namespace {

using Members = std::vector<DocumentNumber>;

// The documents of each group that the rules concern, the one that heads it in front.
std::vector<Members> groups_to_check(const CollectionGroups& groups,
                                     const std::vector<DocumentNumber>& ordered, HeadOrder heads,
                                     bool are_all_concerned) {
    std::unordered_map<DocumentNumber, Members> members;
    for (const DocumentNumber document : ordered)
        members[groups.head_of[document]].push_back(document);
    std::vector<Members> found;
    for (const DocumentNumber document : ordered) {
        const auto group = members.find(document);
        if (group == members.end() || group->second.size() < 2) continue;
        Members& documents = group->second;
        const bool is_first = documents.front() == document;
        if (is_first && !are_all_concerned) continue;
        if (heads == HeadOrder::PREFERRED)
            std::rotate(documents.begin(), std::ranges::find(documents, document),
                        std::next(std::ranges::find(documents, document)));
        found.push_back(std::move(documents));
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
                rank == head ? std::optional<DistanceMillionths>(0) : distances.match(rank, head);
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

void apply_head_rules(const Collection& collection, const Model& model,
                      const std::vector<DocumentNumber>& ordered, HeadOrder heads,
                      CollectionGroups& groups) {
    const bool are_contained = model.parameters().contained != 0;
    if (heads == HeadOrder::PREFERRED && !are_contained) return;
    const auto changed = groups_to_check(groups, ordered, heads, are_contained);
    const PairLimits limits = pair_limits(model.parameters());
    const unsigned threads = std::max(collection.threads(), 1u);
    SharedProgress progress(collection.progress(), "heads checked", changed.size());
    parallel_each(threads, changed.size(), 1, [&] {
        return [&](std::size_t i) {
            lead(collection, limits, collection.work().memory / threads, changed[i], groups);
            progress.step();
        };
    });
}

}  // namespace descry
