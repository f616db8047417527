#include "grouping/group_refinement.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <ranges>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "grouping/member_reassignment.h"
#include "grouping/near_links.h"

namespace descry {

namespace {

constexpr int MOVING_PASSES = 3;
constexpr int MERGING_PASSES = 2;
// Documents tried as the head of two groups together.
constexpr std::size_t MAX_CENTERS = 3;
// And those that are estimated.
constexpr std::size_t MAX_ESTIMATED = 8;
// Only the head of the larger one is tried for groups that together have more documents.
constexpr std::size_t MAX_UNION = 1024;
// Documents that a new head is measured against before it is looked whether it can win.
constexpr std::size_t TRIED_AT_ONCE = 64;
// Others that a group is tried with in vain in one pass.
constexpr int MAX_FAILURES = 4;

// A distance within the limit that was not measured yet.
constexpr DistanceMillionths SURELY_NEAR = TOO_FAR - 1;

// A group's claim to a document.
struct Claim {
    Rank head;
    std::uint64_t near;  // documents of it that are near the document, in thousandths
    std::optional<DistanceMillionths> distance = std::nullopt;  // to the head, once measured
};

// Two groups, and the near pairs between them.
struct GroupPair {
    std::uint64_t pairs;  // by their weight
    Rank a;
    Rank b;
};

// Two groups as one.
struct Union {
    Rank center = 0;
    std::vector<DistanceMillionths> distances;  // by document of the union
    std::int64_t gain = 0;
};

class Refinement {
  public:
    explicit Refinement(GroupingRun& run)
        : run_(run),
          links_(run),
          is_in_question_(run.buckets.documents(), false),
          is_changed_(run.buckets.documents(), true) {}

    void refine() {
        take_up(links_.documents_between_groups());
        move_documents();
        for (int pass = 0; pass < MERGING_PASSES; ++pass) {
            const bool is_merged = merge_groups();
            const bool is_moved = move_documents();
            if (!is_merged && !is_moved) break;
        }
    }

  private:
    std::uint64_t weight(Rank p) const { return run_.weights[p]; }

    void take_up(const std::vector<Rank>& documents) {
        links_.look_up(documents);
        for (const Rank p : documents)
            is_in_question_[p] = true;
        in_question_.clear();
        for (Rank p = 0; p < is_in_question_.size(); ++p) {
            if (is_in_question_[p]) in_question_.push_back(p);
        }
    }

    // The groups that have more documents near this one than its own has, the most first.
    std::vector<Claim> claims_on(Rank p) const {
        std::map<Rank, std::uint64_t> near;
        for (const NearLink& link : links_.of(p))
            near[run_.result.head_of[link.to]] += weight(link.to) * link.thousandths;
        const Rank own = run_.result.head_of[p];
        const auto found = near.find(own);
        const std::uint64_t least = found == near.end() ? 0 : found->second;
        std::vector<Claim> claims;
        for (const auto& [head, count] : near) {
            if (head != own && count > least) claims.push_back({head, count});
        }
        std::ranges::stable_sort(claims, std::ranges::greater(), &Claim::near);
        return claims;
    }

    // @return whether any moved
    bool move_documents() {
        bool is_moved = false;
        std::vector<std::uint32_t> members(run_.buckets.documents(), 0);
        for (const Rank head : run_.result.head_of)
            ++members[head];
        const auto stays = [&](Rank p) { return run_.result.head_of[p] == p && members[p] > 1; };
        for (int pass = 0; pass < MOVING_PASSES; ++pass) {
            std::vector<Rank> documents;
            for (const Rank p : in_question_) {
                if (!stays(p)) documents.push_back(p);
            }
            const auto ahead = measure_claims(documents);
            bool any = false;
            for (std::size_t i = 0; i < documents.size(); ++i) {
                const Rank p = documents[i];
                if (stays(p)) continue;
                for (const Claim& claim : claims_on(p)) {
                    const DistanceMillionths distance = distance_to(p, claim.head, ahead[i]);
                    if (distance == TOO_FAR) continue;
                    --members[run_.result.head_of[p]];
                    ++members[claim.head];
                    is_changed_[run_.result.head_of[p]] = true;
                    is_changed_[claim.head] = true;
                    run_.result.head_of[p] = claim.head;
                    run_.result.distance[p] = distance;
                    any = true;
                    break;
                }
            }
            if (!any) break;
            is_moved = true;
        }
        return is_moved;
    }

    // What moving documents will most likely ask for, computed on all threads.
    std::vector<std::vector<Claim>> measure_claims(const std::vector<Rank>& documents) {
        std::vector<std::vector<Claim>> ahead(documents.size());
        for_blocks(documents, [&](std::size_t i, std::uint64_t& comparisons) {
            ahead[i] = claims_on(documents[i]);
            for (Claim& claim : ahead[i]) {
                claim.distance =
                    run_.judge(documents[i], claim.head, run_.options.distance, comparisons);
                if (claim.distance != TOO_FAR) break;
            }
        });
        return ahead;
    }

    DistanceMillionths distance_to(Rank p, Rank head, const std::vector<Claim>& ahead) {
        const auto known = std::ranges::find(ahead, head, &Claim::head);
        if (known != ahead.end() && known->distance) return *known->distance;
        const Rank expected[] = {p};
        run_.documents.expect(expected, true);
        return run_.judge(p, head, run_.options.distance, run_.result.comparisons);
    }

    // Tries the pairs of which either group changed since the last time, so that what becomes of
    // documents does not depend on others that are tried again. @return whether any two became one
    bool merge_groups() {
        std::vector<GroupPair> pairs = group_pairs();
        std::erase_if(pairs, [this](const GroupPair& pair) {
            return !is_changed_[pair.a] && !is_changed_[pair.b];
        });
        is_changed_.assign(is_changed_.size(), false);
        std::unordered_map<Rank, std::vector<Rank>> members;
        for (const GroupPair& pair : pairs) {
            members[pair.a];
            members[pair.b];
        }
        for (Rank p = 0; p < run_.result.head_of.size(); ++p) {
            const auto found = members.find(run_.result.head_of[p]);
            if (found != members.end()) found->second.push_back(p);
        }
        std::unordered_map<Rank, int> failures;
        std::vector<Rank> loose;
        bool any = false;
        for (const GroupPair& pair : pairs) {
            if (failures[pair.a] >= MAX_FAILURES || failures[pair.b] >= MAX_FAILURES) continue;
            if (merge(pair, members.at(pair.a), members.at(pair.b), loose)) {
                failures[pair.a] = failures[pair.b] = MAX_FAILURES;
                any = true;
            } else {
                ++failures[pair.a];
                ++failures[pair.b];
            }
        }
        std::sort(loose.begin(), loose.end());
        take_up(loose);
        return any;
    }

    // Those with near pairs between them, the most first.
    std::vector<GroupPair> group_pairs() const {
        std::map<std::pair<Rank, Rank>, std::uint64_t> between;
        for (const Rank p : in_question_) {
            for (const NearLink& link : links_.of(p)) {
                const auto [a, b] =
                    std::minmax(run_.result.head_of[p], run_.result.head_of[link.to]);
                if (a != b) between[{a, b}] += weight(p) * weight(link.to) * link.thousandths;
            }
        }
        std::vector<GroupPair> pairs;
        for (const auto& [groups, count] : between)
            pairs.push_back({count, groups.first, groups.second});
        std::ranges::stable_sort(pairs, std::ranges::greater(), &GroupPair::pairs);
        return pairs;
    }

    // @param loose gets the documents that are too far from the new head
    bool merge(const GroupPair& pair, const std::vector<Rank>& group_a,
               const std::vector<Rank>& group_b, std::vector<Rank>& loose) {
        std::vector<Rank> documents;
        std::ranges::merge(group_a, group_b, std::back_inserter(documents));
        Union best;
        for (const Rank center : centers_of(documents, group_a, group_b)) {
            auto tried = try_center(center, documents, pair.pairs / 2);
            if (!tried) continue;
            const bool takes_all = std::ranges::count(tried->distances, TOO_FAR) == 0;
            if (tried->gain > best.gain) best = *std::move(tried);
            if (takes_all) break;
        }
        if (best.gain <= 0) return false;
        measure_surely_near(best, documents);
        std::vector<Rank> left;
        for (std::size_t i = 0; i < documents.size(); ++i) {
            const Rank p = documents[i];
            const bool is_near = best.distances[i] != TOO_FAR;
            run_.result.head_of[p] = is_near ? best.center : p;
            run_.result.distance[p] = is_near ? best.distances[i] : 0;
            if (!is_near) left.push_back(p);
        }
        group_among_themselves(run_, left);
        for (const Rank p : documents)
            is_changed_[run_.result.head_of[p]] = true;
        loose.insert(loose.end(), left.begin(), left.end());
        return true;
    }

    // The heads, that of the larger group first; then the documents that most of the other group
    // are near.
    std::vector<Rank> centers_of(const std::vector<Rank>& documents,
                                 const std::vector<Rank>& group_a,
                                 const std::vector<Rank>& group_b) {
        Rank larger = run_.result.head_of[group_a.front()];
        Rank smaller = run_.result.head_of[group_b.front()];
        if (group_b.size() > group_a.size()) std::swap(larger, smaller);
        if (documents.size() > MAX_UNION) return {larger};
        std::vector<std::pair<std::uint64_t, Rank>> others;
        for (const Rank p : documents) {
            const Rank own = run_.result.head_of[p];
            std::uint64_t near = 0;
            for (const NearLink& link : links_.of(p)) {
                const Rank head = run_.result.head_of[link.to];
                if (head != own && (head == larger || head == smaller))
                    near += weight(link.to) * link.thousandths;
            }
            if (near > 0 && p != larger && p != smaller) others.emplace_back(near, p);
        }
        std::ranges::stable_sort(others, std::ranges::greater(),
                                 &std::pair<std::uint64_t, Rank>::first);
        std::vector<Rank> centers = {larger, smaller};
        for (const auto& [near, p] : others) {
            if (centers.size() == MAX_ESTIMATED) break;
            centers.push_back(p);
        }
        return best_by_estimate(centers, documents);
    }

    // Those that most documents are likely to be near, the most first.
    std::vector<Rank> best_by_estimate(const std::vector<Rank>& centers,
                                       const std::vector<Rank>& documents) {
        std::vector<std::uint64_t> near(centers.size(), 0);
        run_.compare(documents, true, centers.size(),
                     [&](std::size_t i, std::uint64_t& comparisons) {
                         for (const Rank p : documents) {
                             if (p == centers[i] || is_likely_near(p, centers[i], comparisons))
                                 near[i] += weight(p);
                         }
                     });
        std::vector<std::size_t> order(centers.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, std::ranges::greater(),
                                 [&](std::size_t i) { return near[i]; });
        std::vector<Rank> best;
        for (const std::size_t i : order | std::views::take(MAX_CENTERS))
            best.push_back(centers[i]);
        return best;
    }

    bool is_likely_near(Rank a, Rank b, std::uint64_t& comparisons) const {
        const DistanceMillionths limit = run_.options.distance;
        if (const auto estimate = run_.documents.estimate(a, b, limit)) return *estimate <= limit;
        return run_.judge(a, b, limit, comparisons, Effort::QUICK) != TOO_FAR;
    }

    // @param most the thousandths of pairs that can be won; nullopt when more documents than pairs
    //     are too far, as hardly one of them is near no other
    std::optional<Union> try_center(Rank center, const std::vector<Rank>& documents,
                                    std::uint64_t most) {
        Union tried{center, std::vector<DistanceMillionths>(documents.size(), 0)};
        std::uint64_t far = 0;
        for (std::size_t begin = 0; begin < documents.size(); begin += TRIED_AT_ONCE) {
            const std::size_t end = std::min(documents.size(), begin + TRIED_AT_ONCE);
            for_each_of(documents, begin, end, [&](std::size_t i, std::uint64_t& comparisons) {
                tried.distances[i] = distance_in_union(documents[i], center, comparisons);
            });
            for (std::size_t i = begin; i < end; ++i) {
                if (tried.distances[i] == TOO_FAR) far += weight(documents[i]) * 1000;
            }
            if (far > most) return std::nullopt;
        }
        tried.gain = gain_of(documents, tried.distances);
        return tried;
    }

    DistanceMillionths distance_in_union(Rank p, Rank center, std::uint64_t& comparisons) const {
        if (p == center) return 0;
        if (run_.result.head_of[p] == center) return run_.result.distance[p];
        if (run_.detour(p, center) <= run_.options.distance) return SURELY_NEAR;
        return run_.judge(p, center, run_.options.distance, comparisons);
    }

    void measure_surely_near(Union& chosen, const std::vector<Rank>& documents) {
        for_blocks(documents, [&](std::size_t i, std::uint64_t& comparisons) {
            if (chosen.distances[i] != SURELY_NEAR) return;
            chosen.distances[i] =
                run_.judge(documents[i], chosen.center, run_.options.distance, comparisons);
        });
    }

    // Near pairs that come together, less those that are parted.
    std::int64_t gain_of(const std::vector<Rank>& documents,
                         const std::vector<DistanceMillionths>& distances) {
        std::vector<Rank> far;
        for (std::size_t i = 0; i < documents.size(); ++i) {
            if (distances[i] == TOO_FAR) far.push_back(documents[i]);
        }
        links_.look_up(far);
        std::int64_t gain = 0;  // of each pair twice: from both of its documents
        for (std::size_t i = 0; i < documents.size(); ++i) {
            const Rank p = documents[i];
            const bool is_far = distances[i] == TOO_FAR;
            for (const NearLink& link : links_.of(p)) {
                const auto at = std::ranges::lower_bound(documents, link.to);
                if (at == documents.end() || *at != link.to) continue;
                const bool to_far =
                    distances[static_cast<std::size_t>(at - documents.begin())] == TOO_FAR;
                const auto pairs =
                    static_cast<std::int64_t>(weight(p) * weight(link.to) * link.thousandths);
                if (run_.result.head_of[p] != run_.result.head_of[link.to]) {
                    if (!is_far && !to_far) gain += pairs;
                } else if (is_far) {
                    // The links of a document that is not far need not be known.
                    gain -= to_far ? pairs : 2 * pairs;
                }
            }
        }
        return gain;
    }

    template <typename Piece>
    void for_blocks(const std::vector<Rank>& documents, const Piece& piece) {
        for (std::size_t begin = 0; begin < documents.size(); begin += GROUPING_BLOCK) {
            const std::size_t end = std::min(documents.size(), begin + GROUPING_BLOCK);
            for_each_of(documents, begin, end, piece);
        }
    }

    // Does something for documents, ascending, on all threads.
    template <typename Piece>
    void for_each_of(std::span<const Rank> documents, std::size_t begin, std::size_t end,
                     const Piece& piece) {
        run_.compare(
            documents.subspan(begin, end - begin), true, end - begin,
            [&](std::size_t i, std::uint64_t& comparisons) { piece(begin + i, comparisons); });
    }

    GroupingRun& run_;
    NearLinks links_;
    // Documents that may move: those with a near one in another group, ascending.
    std::vector<Rank> in_question_;
    std::vector<bool> is_in_question_;
    // By head: the group is not what it was when it was last tried with others.
    std::vector<bool> is_changed_;
};

}  // namespace

void refine_groups(GroupingRun& run) {
    Refinement(run).refine();
}

}  // namespace descry
