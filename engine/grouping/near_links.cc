#include "engine/grouping/near_links.h"

#include <algorithm>
#include <numeric>

#include <descry/grouping/clustering_limits.h>

#include "engine/grouping/buckets.h"

namespace descry {

namespace {

// Pairs up to three fifths above `near` are linked with a quarter of the weight.
DistanceMillionths link_distance(const ClusteringLimits& options) {
    return std::min(options.near + options.near / 5 * 3, options.distance);
}

constexpr std::uint32_t LESS_WEIGHT = 4;

// Pairs whose estimate exceeds that by more are not measured.
constexpr DistanceMillionths ESTIMATE_ABOVE = 40'000;

}  // namespace

NearLinks::NearLinks(GroupingRun& run)
    : run_(run),
      first_head_of_(run.result.head_of),
      documents_of_(run.buckets.end(),
                    [&run](const auto& add) {
                        for (Rank p = 0; p < run.buckets.documents(); ++p) {
                            for (const Bucket bucket : run.buckets.of(p))
                                add(bucket, p);
                        }
                    }),
      is_looked_up_(run.buckets.documents(), false) {
    std::vector<Rank> all(run.buckets.documents());
    std::iota(all.begin(), all.end(), Rank{0});
    find_all(all, true, [this](Rank p, std::uint64_t& comparisons) {
        const Pool<Scratch>::Loan scratch(scratches_);
        scratch->mates.clear();
        collect_mates(
            p, Side::AFTER, [&](Rank mate) { return first_head_of_[mate] != first_head_of_[p]; },
            *scratch);
        return near_among(p, scratch->mates, comparisons);
    });
}

std::vector<Rank> NearLinks::documents_between_groups() const {
    std::vector<Rank> documents;
    for (const auto& [document, links] : links_)
        documents.push_back(document);
    std::sort(documents.begin(), documents.end());
    return documents;
}

void NearLinks::look_up(std::span<const Rank> documents) {
    std::vector<Rank> fresh;
    for (const Rank p : documents) {
        if (is_looked_up_[p]) continue;
        is_looked_up_[p] = true;
        fresh.push_back(p);
    }
    find_all(fresh, false, [this](Rank p, std::uint64_t& comparisons) {
        const Pool<Scratch>::Loan scratch(scratches_);
        scratch->mates.clear();
        const auto is_wanted = [&](Rank mate) { return first_head_of_[mate] == first_head_of_[p]; };
        collect_mates(p, Side::BEFORE, is_wanted, *scratch);
        collect_mates(p, Side::AFTER, is_wanted, *scratch);
        return near_among(p, scratch->mates, comparisons);
    });
}

std::span<const NearLink> NearLinks::of(Rank document) const {
    const auto found = links_.find(document);
    if (found == links_.end()) return {};
    return found->second;
}

// Adds documents that share a bucket and precede or follow the document.
template <typename Predicate>
void NearLinks::collect_mates(Rank document, Side side, const Predicate& is_wanted,
                              Scratch& scratch) const {
    scratch.met.resize(run_.buckets.documents(), 0);
    ++scratch.visit;
    const auto meet = [&](Rank mate) {
        if (is_wanted(mate) && std::exchange(scratch.met[mate], scratch.visit) != scratch.visit)
            scratch.mates.push_back(mate);
    };
    for (const Bucket bucket : run_.buckets.of(document)) {
        const std::span<const Rank> documents = documents_of_.of(bucket);
        const auto begin = documents.begin();
        const auto end = documents.end();
        const auto at = std::lower_bound(begin, end, document);
        const auto most = std::ptrdiff_t{ClusteringLimits::MATES_PER_LINK} * run_.options.max_links;
        if (side == Side::AFTER) {
            std::for_each(at + 1, at + 1 + std::min(most, end - at - 1), meet);
        } else {
            std::for_each(at - std::min(most, at - begin), at, meet);
        }
    }
}

// An upper bound of the distance, if enough to weigh a link; TOO_FAR without a link.
DistanceMillionths NearLinks::measure(Rank a, Rank b, std::uint64_t& comparisons) const {
    const DistanceMillionths most = link_distance(run_.options);
    const DistanceMillionths bound = run_.detour(a, b);
    if (bound <= run_.options.near) return bound;
    if (bound > most) {
        const auto estimate = run_.documents.estimate(a, b, most);
        if (estimate && *estimate > most + ESTIMATE_ABOVE) return TOO_FAR;
    }
    return run_.judge(a, b, most, comparisons);
}

// @param mates those that are surely far are dropped
std::vector<NearLink> NearLinks::near_among(Rank document, std::vector<Rank>& mates,
                                            std::uint64_t& comparisons) const {
    run_.documents.drop_exceeding(document, mates, link_distance(run_.options), mates.size());
    // Some of many, evenly spread.
    const std::size_t measured = std::min<std::size_t>(mates.size(), run_.options.max_links);
    const auto stands_for =
        measured == 0 ? 0 : static_cast<std::uint32_t>(mates.size() * 1000 / measured);
    std::vector<NearLink> near;
    for (std::size_t i = 0; i < measured; ++i) {
        const Rank mate = mates[i * mates.size() / measured];
        const DistanceMillionths distance = measure(document, mate, comparisons);
        if (distance == TOO_FAR) continue;
        near.push_back(
            {mate, distance <= run_.options.near ? stands_for : stands_for / LESS_WEIGHT});
    }
    return near;
}

// Finds links of documents, ascending, on all threads. @param is_mutual each pair is found once
template <typename Find>
void NearLinks::find_all(std::span<const Rank> documents, bool is_mutual, const Find& find) {
    for (std::size_t begin = 0; begin < documents.size(); begin += GROUPING_BLOCK) {
        const auto block =
            documents.subspan(begin, std::min(GROUPING_BLOCK, documents.size() - begin));
        std::vector<std::vector<NearLink>> near(block.size());
        run_.compare(block, false, block.size(), [&](std::size_t i, std::uint64_t& comparisons) {
            near[i] = find(block[i], comparisons);
        });
        for (std::size_t i = 0; i < block.size(); ++i) {
            for (const NearLink& link : near[i]) {
                add(block[i], link);
                if (is_mutual) add(link.to, {block[i], link.thousandths});
            }
        }
    }
}

void NearLinks::add(Rank document, NearLink link) {
    std::vector<NearLink>& links = links_[document];
    links.insert(std::ranges::lower_bound(links, link.to, {}, &NearLink::to), link);
}

}  // namespace descry
