#include "engine/grouping/leader_clustering.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include <descry/distance/canonical_text.h>

#include "engine/grouping/buckets.h"

namespace descry {

namespace {

// The distance of documents that a cheap check separates.
constexpr DistanceMillionths SURELY_FAR = TOO_FAR - 1;

}  // namespace

void LeaderClustering::join(std::span<const Rank> order, DistanceMillionths limit, Effort effort) {
    heads_.clear();
    limit_ = limit;
    effort_ = effort;
    for (std::size_t begin = 0; begin < order.size(); begin += GROUPING_BLOCK) {
        const auto block = order.subspan(begin, std::min(GROUPING_BLOCK, order.size() - begin));
        std::vector<Rank> ascending(block.begin(), block.end());
        std::sort(ascending.begin(), ascending.end());
        run_.documents.expect(ascending, false);
        std::vector<Ahead> ahead(block.size());
        look_ahead_among_heads(block, ahead);
        look_ahead_within_block(block, ahead);
        for (std::size_t i = 0; i < block.size(); ++i) {
            run_.result.comparisons += ahead[i].comparisons;
            assign(block[i], ahead[i]);
        }
        for (const Rank document : block)
            is_new_head_[document] = false;
    }
}

// Collects the heads in a document's buckets, in any order.
void LeaderClustering::collect_heads(Rank document, Scratch& scratch) const {
    scratch.heads.clear();
    scratch.met.resize(run_.buckets.documents(), 0);
    ++scratch.visit;
    for (const Bucket bucket : run_.buckets.of(document)) {
        for (const Rank head : heads_.heads(bucket)) {
            if (std::exchange(scratch.met[head], scratch.visit) == scratch.visit) continue;
            scratch.heads.push_back(head);
        }
    }
}

// Collects those that became heads in this block: the last ones of each list.
void LeaderClustering::collect_new_heads(Rank document, Scratch& scratch) const {
    for (const Bucket bucket : run_.buckets.of(document)) {
        const std::span<const Rank> heads = heads_.heads(bucket);
        for (auto head = heads.rbegin(); head != heads.rend() && is_new_head_[*head]; ++head) {
            if (std::exchange(scratch.met[*head], scratch.visit) != scratch.visit)
                scratch.heads.push_back(*head);
        }
    }
}

bool LeaderClustering::drop_far(Rank document, std::vector<Rank>& heads) const {
    return run_.documents.drop_exceeding(document, heads, limit_,
                                         ClusteringLimits::LIKELIEST_HEADS);
}

// Prepares for next_head().
void LeaderClustering::order_heads(std::vector<Rank>& heads) const {
    std::make_heap(heads.begin(), heads.end(),
                   [this](Rank a, Rank b) { return run_.comes_first(b, a); });
}

Rank LeaderClustering::next_head(std::vector<Rank>& heads) const {
    std::pop_heap(heads.begin(), heads.end(),
                  [this](Rank a, Rank b) { return run_.comes_first(b, a); });
    const Rank head = heads.back();
    heads.pop_back();
    return head;
}

// Computes what assign() will most likely need: distances to the existing heads.
void LeaderClustering::look_ahead_among_heads(std::span<const Rank> block,
                                              std::vector<Ahead>& ahead) const {
    run_.parallel(block.size(), DOCUMENTS_AT_ONCE, [&](std::size_t i) {
        const Pool<Scratch>::Loan scratch(scratches_);
        std::vector<Rank>& heads = scratch->heads;
        collect_heads(block[i], *scratch);
        ahead[i].is_limited = drop_far(block[i], heads);
        ahead[i].heads = heads;
        order_heads(heads);
        while (!heads.empty() && !ahead[i].joined && ahead[i].tried < run_.options.max_heads)
            ahead[i].joined = look_ahead_at(block[i], next_head(heads), ahead[i]);
    });
}

// Computes distances to documents before it in the block that will be heads.
void LeaderClustering::look_ahead_within_block(std::span<const Rank> block,
                                               std::vector<Ahead>& ahead) const {
    std::unordered_map<Bucket, std::vector<std::uint32_t>> members;
    std::vector<std::uint32_t> alone;
    for (std::uint32_t i = 0; i < block.size(); ++i) {
        if (ahead[i].joined) continue;
        alone.push_back(i);
        for (const Bucket bucket : run_.buckets.of(block[i]))
            members[bucket].push_back(i);
    }
    run_.parallel(alone.size(), DOCUMENTS_AT_ONCE, [&](std::size_t a) {
        const std::uint32_t i = alone[a];
        std::vector<char> is_met(i, 0);
        for (const Bucket bucket : run_.buckets.of(block[i])) {
            for (const std::uint32_t other : members.at(bucket)) {
                if (other >= i) break;
                is_met[other] = 1;
            }
        }
        std::vector<Rank> met;
        for (std::uint32_t other = 0; other < i; ++other)
            if (is_met[other] != 0) met.push_back(block[other]);
        std::vector<Rank> others = met;
        if (!drop_far(block[i], others)) {
            auto next = others.begin();
            for (const Rank other : met) {
                if (next != others.end() && *next == other) {
                    ++next;
                } else {
                    ahead[i].trials.push_back({other, SURELY_FAR});
                }
            }
        }
        // After max_heads heads none of the block will be tried.
        for (const Rank other : others) {
            if (ahead[i].tried >= run_.options.max_heads ||
                look_ahead_at(block[i], other, ahead[i]))
                break;
        }
    });
}

// @return whether the document will join the head
bool LeaderClustering::look_ahead_at(Rank document, Rank head, Ahead& ahead) const {
    ++ahead.tried;
    const auto distance = judge(document, head, ahead.comparisons);
    ahead.trials.push_back({head, distance});
    return distance != TOO_FAR;
}

void LeaderClustering::assign(Rank document, const Ahead& ahead) {
    scratch_.met.resize(run_.buckets.documents(), 0);
    scratch_.known.resize(run_.buckets.documents());
    scratch_.known_in.resize(run_.buckets.documents(), 0);
    ++scratch_.visit;
    for (const auto& [head, distance] : ahead.trials) {
        scratch_.known[head] = distance;
        scratch_.known_in[head] = scratch_.visit;
    }
    const auto is_known = [this](Rank head) { return scratch_.known_in[head] == scratch_.visit; };
    scratch_.heads.clear();
    collect_new_heads(document, scratch_);
    std::erase_if(scratch_.heads,
                  [&](Rank head) { return is_known(head) && scratch_.known[head] == SURELY_FAR; });
    scratch_.heads.insert(scratch_.heads.end(), ahead.heads.begin(), ahead.heads.end());
    if (drop_far(document, scratch_.heads) || ahead.is_limited) run_.is_limited[document] = true;
    // If all can be tried, in any order, those that are too far need not be sorted.
    if (scratch_.heads.size() <= run_.options.max_heads) {
        std::erase_if(scratch_.heads,
                      [&](Rank head) { return is_known(head) && scratch_.known[head] == TOO_FAR; });
    }
    order_heads(scratch_.heads);
    std::uint32_t tried = 0;
    while (!scratch_.heads.empty()) {
        if (tried++ == run_.options.max_heads) {
            run_.is_limited[document] = true;
            break;
        }
        const Rank head = next_head(scratch_.heads);
        const auto distance =
            is_known(head) ? scratch_.known[head] : judge(document, head, run_.result.comparisons);
        if (distance == TOO_FAR) continue;
        run_.join(document, head, distance);
        return;
    }
    for (const Bucket bucket : run_.buckets.of(document)) {
        if (!heads_.add(bucket, document)) run_.is_limited[document] = true;
    }
    is_new_head_[document] = true;
}

}  // namespace descry
