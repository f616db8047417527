#include "engine/grouping/connected_parts.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

#include "engine/grouping/disjoint_sets.h"

namespace descry {

namespace {

constexpr Rank NO_RANK = std::numeric_limits<Rank>::max();

DisjointSets components_of(const Buckets& buckets) {
    DisjointSets components(buckets.documents());
    std::vector<Rank> member_of(buckets.end(), NO_RANK);
    for (Rank p = 0; p < buckets.documents(); ++p) {
        for (const Bucket bucket : buckets.of(p)) {
            if (member_of[bucket] == NO_RANK) member_of[bucket] = p;
            components.join(member_of[bucket], p);
        }
    }
    return components;
}

// The components of more than one document, some in each part.
std::vector<std::vector<Rank>> parts_of(DisjointSets& components, Rank end, std::size_t documents) {
    std::vector<std::uint32_t> size(end, 0);
    for (Rank p = 0; p < end; ++p)
        ++size[components.first_of(p)];
    // By the first document of a component; a part is closed when it has enough.
    std::vector<std::uint32_t> part_of(end, NO_RANK);
    std::vector<std::vector<Rank>> parts;
    std::uint32_t open = NO_RANK;
    std::size_t in_open = 0;
    for (Rank p = 0; p < end; ++p) {
        const Rank first = components.first_of(p);
        if (size[first] < 2) continue;
        if (part_of[first] == NO_RANK) {
            // One that fills a part leaves the open one as it is.
            const bool is_large = size[first] >= documents;
            if (is_large || open == NO_RANK || in_open >= documents) {
                if (!is_large) {
                    open = static_cast<std::uint32_t>(parts.size());
                    in_open = 0;
                }
                part_of[first] = static_cast<std::uint32_t>(parts.size());
                parts.emplace_back();
            } else {
                part_of[first] = open;
            }
            if (!is_large) in_open += size[first];
        }
        parts[part_of[first]].push_back(p);
    }
    return parts;
}

}  // namespace

std::vector<std::vector<Rank>> connected_parts(const Buckets& buckets, std::size_t documents) {
    DisjointSets components = components_of(buckets);
    return parts_of(components, static_cast<Rank>(buckets.documents()), documents);
}

std::vector<std::vector<Rank>> nearer_parts(const Buckets& buckets, std::span<const Rank> part,
                                            std::size_t documents, std::size_t looked_through,
                                            const std::function<bool(Rank, Rank)>& may_be_near) {
    std::vector<BucketMember> members;
    for (Rank place = 0; place < part.size(); ++place) {
        for (const Bucket bucket : buckets.of(part[place]))
            members.push_back({place, bucket});
    }
    std::ranges::sort(members, {}, &BucketMember::bucket);
    DisjointSets components(part.size());
    for (auto first = members.begin(); first != members.end();) {
        const auto last = std::find_if(first, members.end(), [&](const BucketMember& member) {
            return member.bucket != first->bucket;
        });
        const bool connects_all = static_cast<std::size_t>(last - first) > looked_through;
        for (auto a = first; a != last; ++a) {
            if (connects_all) components.join(first->document, a->document);
            for (auto b = first; b != a && !connects_all; ++b) {
                if (!components.are_joined(a->document, b->document) &&
                    may_be_near(a->document, b->document))
                    components.join(a->document, b->document);
            }
        }
        first = last;
    }
    std::vector<std::vector<Rank>> parts =
        parts_of(components, static_cast<Rank>(part.size()), documents);
    for (std::vector<Rank>& finer : parts) {
        for (Rank& rank : finer)
            rank = part[rank];
    }
    return parts;
}

Buckets buckets_of_part(const Buckets& buckets, std::span<const Rank> part) {
    boost::unordered_flat_map<Bucket, Bucket> number_of;
    const auto for_each_member = [&](const auto& add) {
        for (Rank p = 0; p < part.size(); ++p) {
            for (const Bucket bucket : buckets.of(part[p])) {
                const auto next = static_cast<Bucket>(number_of.size());
                add(p, number_of.try_emplace(bucket, next).first->second);
            }
        }
    };
    CompactLists<Bucket> of_part(part.size(), for_each_member);
    return Buckets(static_cast<Bucket>(number_of.size()), std::move(of_part));
}

}  // namespace descry
