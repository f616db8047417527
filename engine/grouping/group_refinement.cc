#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <ranges>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <descry/distance/canonical_text.h>

#include "engine/grouping/buckets.h"
#include "engine/grouping/grouping_run.h"
#include "engine/grouping/near_links.h"

namespace descry {

namespace {

constexpr int MOVING_PASSES = 3;
constexpr int MERGING_PASSES = 2;
// Heads tried for a union of two groups.
constexpr std::size_t MAX_CENTERS = 3;
// Candidates for them that are estimated.
constexpr std::size_t MAX_ESTIMATED = 8;
// For larger unions only the head of the larger group is tried.
constexpr std::size_t MAX_UNION = 1024;
// Documents measured against a new head before checking whether it can win.
constexpr std::size_t TRIED_AT_ONCE = 64;
// Failed tries of a group in one pass.
constexpr int MAX_FAILURES = 4;
// Larger unions, and fewer pairs of groups, are tried one by one on all threads.
constexpr std::size_t LARGE_UNION = 256;
constexpr std::size_t FEW_PAIRS = 8;
// Pairs searched for those that can be tried at once.
constexpr std::size_t PAIRS_OF_WINDOW = 4096;

// A distance within the limit that was not measured yet.
constexpr DistanceMillionths SURELY_NEAR = TOO_FAR - 1;

// A group's claim to a document.
struct Claim {
    Rank head;
    std::uint64_t near;  // its documents near the document, in thousandths
    std::optional<DistanceMillionths> distance = std::nullopt;  // to the head, once measured
};

// Two groups, and the near pairs between them.
struct GroupPair {
    std::uint64_t pairs;  // by their weight
    Rank a;
    Rank b;
};

// A possible head of two groups together.
struct Center {
    Rank document = 0;
    std::uint64_t near = 0;  // documents of both that are likely to be near it
};

// Two groups as one.
struct Union {
    Rank center;
    std::vector<DistanceMillionths> distances;  // by document of the union
};

// The result of trying two groups as one: the unions that may win.
struct Trial {
    std::vector<Rank> documents;  // of both, ascending
    std::vector<Union> unions;
};

// The documents of groups, ascending, by head.
using Members = std::unordered_map<Rank, std::vector<Rank>>;

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

    // The groups with more documents near this one than its own group has, the most first.
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

    // Computes on all threads what move_documents() will most likely need.
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

    // Tries the pairs of which either group changed since the last time, so that results do not
    // depend on other groups that are tried again. @return whether any two became one
    bool merge_groups() {
        std::vector<GroupPair> pairs = group_pairs();
        std::erase_if(pairs, [this](const GroupPair& pair) {
            return !is_changed_[pair.a] && !is_changed_[pair.b];
        });
        is_changed_.assign(is_changed_.size(), false);
        const Members members = members_of(pairs);
        std::unordered_map<Rank, int> failures;
        std::vector<Rank> loose;
        bool any = false;
        for (std::size_t begin = 0; begin < pairs.size(); begin += PAIRS_OF_WINDOW) {
            const auto end = pairs.begin() + static_cast<std::ptrdiff_t>(
                                                 std::min(pairs.size(), begin + PAIRS_OF_WINDOW));
            std::vector<GroupPair> window(pairs.begin() + static_cast<std::ptrdiff_t>(begin), end);
            while (!window.empty()) {
                const std::vector<GroupPair> batch = take_independent(window, members, failures);
                std::vector<Trial> trials = try_pairs(batch, members);
                for (std::size_t i = 0; i < batch.size(); ++i) {
                    const bool is_merged = merge(trials[i], loose);
                    any = any || is_merged;
                    for (const Rank head : {batch[i].a, batch[i].b})
                        failures[head] += is_merged ? MAX_FAILURES : 1;
                }
            }
        }
        std::sort(loose.begin(), loose.end());
        take_up(loose);
        return any;
    }

    Members members_of(const std::vector<GroupPair>& pairs) const {
        Members members;
        for (const GroupPair& pair : pairs) {
            members[pair.a];
            members[pair.b];
        }
        for (Rank p = 0; p < run_.result.head_of.size(); ++p) {
            const auto found = members.find(run_.result.head_of[p]);
            if (found != members.end()) found->second.push_back(p);
        }
        return members;
    }

    // Takes out pairs that share no group with each other or with a remaining earlier pair, so that
    // the result is the same as one by one. Drops those that failed too often.
    std::vector<GroupPair> take_independent(std::vector<GroupPair>& pairs, const Members& members,
                                            const std::unordered_map<Rank, int>& failures) const {
        const auto is_given_up = [&](Rank head) {
            const auto found = failures.find(head);
            return found != failures.end() && found->second >= MAX_FAILURES;
        };
        std::vector<GroupPair> taken;
        std::vector<GroupPair> left;
        std::unordered_set<Rank> met;
        std::size_t documents = 0;
        for (const GroupPair& pair : pairs) {
            if (is_given_up(pair.a) || is_given_up(pair.b)) continue;
            const bool is_first_of_a = met.insert(pair.a).second;
            const bool is_first_of_b = met.insert(pair.b).second;
            if (is_first_of_a && is_first_of_b && documents < GROUPING_BLOCK) {
                documents += members.at(pair.a).size() + members.at(pair.b).size();
                taken.push_back(pair);
            } else {
                left.push_back(pair);
            }
        }
        pairs = std::move(left);
        return taken;
    }

    // On all threads: many small pairs each by one, others by all.
    std::vector<Trial> try_pairs(const std::vector<GroupPair>& pairs, const Members& members) {
        std::vector<Trial> trials(pairs.size());
        std::vector<std::size_t> small;
        std::vector<Rank> documents;  // of the small ones
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            std::ranges::merge(members.at(pairs[i].a), members.at(pairs[i].b),
                               std::back_inserter(trials[i].documents));
            if (pairs.size() >= FEW_PAIRS && trials[i].documents.size() <= LARGE_UNION) {
                small.push_back(i);
                documents.insert(documents.end(), trials[i].documents.begin(),
                                 trials[i].documents.end());
            } else {
                try_pair(
                    pairs[i], members, trials[i],
                    [this](std::span<const Rank> expected, std::size_t pieces, const auto& piece) {
                        run_.compare(expected, true, pieces, piece);
                    });
            }
        }
        std::ranges::sort(documents);
        run_.compare(documents, true, small.size(), [&](std::size_t k, std::uint64_t& comparisons) {
            const std::size_t i = small[k];
            try_pair(pairs[i], members, trials[i],
                     [&comparisons](std::span<const Rank>, std::size_t pieces, const auto& piece) {
                         for (std::size_t j = 0; j < pieces; ++j)
                             piece(j, comparisons);
                     });
        });
        return trials;
    }

    // @param compare runs pieces like GroupingRun::compare()
    template <typename Compare>
    void try_pair(const GroupPair& pair, const Members& members, Trial& trial,
                  const Compare& compare) const {
        for (const Rank center :
             centers_of(trial.documents, members.at(pair.a), members.at(pair.b), compare)) {
            auto tried = try_center(center, trial.documents, pair.pairs / 2, compare);
            if (!tried) continue;
            trial.unions.push_back(*std::move(tried));
            if (std::ranges::count(trial.unions.back().distances, TOO_FAR) == 0) break;
        }
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

    // Merges two groups if that gains. @param loose receives the documents that are too far from
    // the new head. @return whether it did
    bool merge(Trial& trial, std::vector<Rank>& loose) {
        const std::vector<Rank>& documents = trial.documents;
        Union* best = nullptr;
        std::int64_t greatest = 0;
        for (Union& tried : trial.unions) {
            const std::int64_t gain = gain_of(documents, tried.distances);
            if (gain <= greatest) continue;
            greatest = gain;
            best = &tried;
        }
        if (!best) return false;
        measure_surely_near(*best, documents);
        std::vector<Rank> left;
        for (std::size_t i = 0; i < documents.size(); ++i) {
            const Rank p = documents[i];
            const bool is_near = best->distances[i] != TOO_FAR;
            run_.result.head_of[p] = is_near ? best->center : p;
            run_.result.distance[p] = is_near ? best->distances[i] : 0;
            if (!is_near) left.push_back(p);
        }
        group_among_themselves(run_, left);
        for (const Rank p : documents)
            is_changed_[run_.result.head_of[p]] = true;
        loose.insert(loose.end(), left.begin(), left.end());
        return true;
    }

    // Candidates likely to be near most documents, the most first: the heads, the documents near
    // most of the other group and, if none is likely to be near all, the one in the middle of both.
    template <typename Compare>
    std::vector<Rank> centers_of(const std::vector<Rank>& documents,
                                 const std::vector<Rank>& group_a, const std::vector<Rank>& group_b,
                                 const Compare& compare) const {
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
        std::vector<Rank> candidates = {larger, smaller};
        for (const auto& [near, p] : others) {
            if (candidates.size() == MAX_ESTIMATED) break;
            candidates.push_back(p);
        }
        std::vector<Center> centers = estimate_centers(candidates, documents, compare);
        std::uint64_t all = 0;
        for (const Rank p : documents)
            all += weight(p);
        if (std::ranges::find(centers, all, &Center::near) == centers.end()) {
            const Rank middle = middle_of(documents, larger, compare);
            if (std::ranges::find(candidates, middle) == candidates.end())
                centers.push_back(estimate_centers({middle}, documents, compare).front());
        }
        std::ranges::stable_sort(centers, std::ranges::greater(), &Center::near);
        std::vector<Rank> best;
        for (const Center& center : centers | std::views::take(MAX_CENTERS))
            best.push_back(center.document);
        return best;
    }

    // For revisions of one text, each near the next: pairs between the groups join their ends, the
    // heads are in the middle of each, and a head of all is in the middle of both.
    template <typename Compare>
    Rank middle_of(const std::vector<Rank>& documents, Rank any, const Compare& compare) const {
        // The largest distance within a group.
        const DistanceMillionths most = 2 * run_.options.distance;
        const auto distances_from = [&](Rank from) {
            std::vector<DistanceMillionths> distances(documents.size(), 0);
            compare(documents, documents.size(), [&](std::size_t i, std::uint64_t& comparisons) {
                if (documents[i] != from)
                    distances[i] = estimated_distance(documents[i], from, most, comparisons);
            });
            return distances;
        };
        const auto farthest = [&](const std::vector<DistanceMillionths>& distances) {
            return documents[static_cast<std::size_t>(std::ranges::max_element(distances) -
                                                      distances.begin())];
        };
        const Rank end = farthest(distances_from(any));
        std::vector<DistanceMillionths> to_ends = distances_from(end);
        const std::vector<DistanceMillionths> to_other_end = distances_from(farthest(to_ends));
        std::ranges::transform(to_ends, to_other_end, to_ends.begin(), std::ranges::max);
        return documents[static_cast<std::size_t>(std::ranges::min_element(to_ends) -
                                                  to_ends.begin())];
    }

    // How many documents are likely to be near each candidate.
    template <typename Compare>
    std::vector<Center> estimate_centers(const std::vector<Rank>& candidates,
                                         const std::vector<Rank>& documents,
                                         const Compare& compare) const {
        std::vector<Center> centers(candidates.size());
        compare(documents, candidates.size(), [&](std::size_t i, std::uint64_t& comparisons) {
            centers[i].document = candidates[i];
            for (const Rank p : documents) {
                if (p == candidates[i] || is_likely_near(p, candidates[i], comparisons))
                    centers[i].near += weight(p);
            }
        });
        return centers;
    }

    bool is_likely_near(Rank a, Rank b, std::uint64_t& comparisons) const {
        const DistanceMillionths limit = run_.options.distance;
        return estimated_distance(a, b, limit, comparisons) <= limit;
    }

    // Anything above the limit, if it is likely to be above.
    DistanceMillionths estimated_distance(Rank a, Rank b, DistanceMillionths limit,
                                          std::uint64_t& comparisons) const {
        if (const auto estimate = run_.documents.estimate(a, b, limit)) return *estimate;
        return run_.judge(a, b, limit, comparisons, Effort::QUICK);
    }

    // @param most the thousandths of pairs that can be won; nullopt if more documents than pairs
    //        are too far, as hardly any of them is near no other
    template <typename Compare>
    std::optional<Union> try_center(Rank center, std::span<const Rank> documents,
                                    std::uint64_t most, const Compare& compare) const {
        Union tried{center, std::vector<DistanceMillionths>(documents.size(), 0)};
        std::uint64_t far = 0;
        for (std::size_t begin = 0; begin < documents.size(); begin += TRIED_AT_ONCE) {
            const std::size_t end = std::min(documents.size(), begin + TRIED_AT_ONCE);
            compare(documents.subspan(begin, end - begin), end - begin,
                    [&](std::size_t i, std::uint64_t& comparisons) {
                        tried.distances[begin + i] =
                            distance_in_union(documents[begin + i], center, comparisons);
                    });
            for (std::size_t i = begin; i < end; ++i) {
                if (tried.distances[i] == TOO_FAR) far += weight(documents[i]) * 1000;
            }
            if (far > most) return std::nullopt;
        }
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

    // Near pairs that come together, minus those that are separated.
    std::int64_t gain_of(const std::vector<Rank>& documents,
                         const std::vector<DistanceMillionths>& distances) {
        std::vector<Rank> far;
        for (std::size_t i = 0; i < documents.size(); ++i) {
            if (distances[i] == TOO_FAR) far.push_back(documents[i]);
        }
        links_.look_up(far);
        std::int64_t gain = 0;  // counts each pair twice, from both of its documents
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
                    // The links of a document that is not far may be unknown.
                    gain -= to_far ? pairs : 2 * pairs;
                }
            }
        }
        return gain;
    }

    template <typename Piece>
    void for_blocks(std::span<const Rank> documents, const Piece& piece) {
        for (std::size_t begin = 0; begin < documents.size(); begin += GROUPING_BLOCK) {
            const auto block =
                documents.subspan(begin, std::min(GROUPING_BLOCK, documents.size() - begin));
            run_.compare(block, true, block.size(), [&](std::size_t i, std::uint64_t& comparisons) {
                piece(begin + i, comparisons);
            });
        }
    }

    GroupingRun& run_;
    NearLinks links_;
    // Documents that may move: those with a near one in another group, ascending.
    std::vector<Rank> in_question_;
    std::vector<bool> is_in_question_;
    // By head: the group changed since it was last tried with others.
    std::vector<bool> is_changed_;
};

}  // namespace

void refine_groups(GroupingRun& run) {
    Refinement(run).refine();
}

}  // namespace descry
