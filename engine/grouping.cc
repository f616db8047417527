#include <algorithm>
#include <compare>
#include <limits>
#include <memory>
#include <mutex>
#include <numeric>
#include <unordered_map>
#include <utility>

#include <descry/grouping.h>

namespace descry {

namespace {

constexpr DistanceMillionths TOO_FAR = std::numeric_limits<DistanceMillionths>::max();

// Documents tried as a better head of their group.
constexpr std::size_t MAX_LEADERS = 8;

// Documents whose distances are computed ahead, on all threads, before they are placed one by one.
constexpr std::size_t BLOCK = 2048;

// The heads of every bucket, in the order in which they became heads.
class HeadLists {
  public:
    HeadLists(const Buckets& buckets, std::uint32_t max_heads) : begin_(buckets.end + 1, 0) {
        std::vector<std::uint32_t> members(buckets.end, 0);
        for (Place p = 0; p < buckets.documents(); ++p) {
            for (const Bucket bucket : buckets.of(p)) {
                if (bucket != 0) ++members[bucket];
            }
        }
        for (std::size_t bucket = 0; bucket < members.size(); ++bucket) {
            begin_[bucket + 1] = begin_[bucket] + std::min(members[bucket], max_heads);
        }
        count_.resize(buckets.end, 0);
        heads_.resize(begin_.back());
    }

    std::span<const Place> heads(Bucket bucket) const {
        return {heads_.data() + begin_[bucket], count_[bucket]};
    }

    // False when the list is full.
    bool add(Bucket bucket, Place head) {
        if (begin_[bucket] + count_[bucket] == begin_[bucket + 1]) return false;
        heads_[begin_[bucket] + count_[bucket]++] = head;
        return true;
    }

    void clear() { std::fill(count_.begin(), count_.end(), 0); }

  private:
    std::vector<std::uint64_t> begin_;
    std::vector<std::uint32_t> count_;
    std::vector<Place> heads_;
};

class Grouper {
  public:
    Grouper(const Buckets& buckets, std::span<const std::uint32_t> weights,
            DocumentDistances& documents, const GroupingOptions& options,
            const ParallelFor& parallel)
        : buckets_(buckets),
          documents_(documents),
          options_(options),
          parallel_(parallel),
          heads_(buckets, options.max_heads),
          size_(weights.begin(), weights.end()),
          is_limited_(buckets.documents(), false) {
        result_.head_of.resize(buckets.documents());
        std::iota(result_.head_of.begin(), result_.head_of.end(), Place{0});
        result_.distance.resize(buckets.documents(), 0);
    }

    Grouping run() {
        std::vector<Place> order;
        for (Place p = 0; p < buckets_.documents(); ++p) {
            const auto of = buckets_.of(p);
            if (std::any_of(of.begin(), of.end(), [](Bucket b) { return b != 0; })) {
                order.push_back(p);
            }
        }
        if (options_.near > 0 && options_.near < options_.distance) {
            join_heads(order, options_.near);
            std::erase_if(order, [this](Place p) { return result_.head_of[p] != p; });
            std::stable_sort(order.begin(), order.end(),
                             [this](Place a, Place b) { return size_[a] > size_[b]; });
            heads_.clear();
            const std::vector<Place> first_level = result_.head_of;
            join_heads(order, options_.distance);
            follow_heads(first_level);
        } else {
            join_heads(order, options_.distance);
        }
        lead_by_first();
        result_.comparisons = comparisons_;
        result_.limited =
            static_cast<std::uint64_t>(std::count(is_limited_.begin(), is_limited_.end(), true));
        return std::move(result_);
    }

  private:
    struct Trial {
        Place head;
        DistanceMillionths distance;

        friend auto operator<=>(const Trial&, const Trial&) = default;
    };
    // What collecting heads needs, one per thread.
    struct Scratch {
        std::vector<Place> heads;
        std::vector<std::uint32_t> met;  // by document: the visit in which it was met last
        std::uint32_t visit = 0;
    };
    // A document of a block, with the distances that were computed ahead.
    struct Ahead {
        std::vector<Trial> trials;
        bool joined = false;
        std::uint64_t comparisons = 0;
    };

    // A scratch that is nobody else's as long as this lives.
    class BorrowedScratch {
      public:
        explicit BorrowedScratch(const Grouper& grouper) : grouper_(grouper) {
            const std::lock_guard lock(grouper_.mutex_);
            if (grouper_.idle_scratches_.empty()) {
                scratch_ = std::make_unique<Scratch>();
            } else {
                scratch_ = std::move(grouper_.idle_scratches_.back());
                grouper_.idle_scratches_.pop_back();
            }
        }
        ~BorrowedScratch() {
            const std::lock_guard lock(grouper_.mutex_);
            grouper_.idle_scratches_.push_back(std::move(scratch_));
        }
        BorrowedScratch(const BorrowedScratch&) = delete;
        BorrowedScratch& operator=(const BorrowedScratch&) = delete;

        Scratch& operator*() const { return *scratch_; }
        Scratch* operator->() const { return scratch_.get(); }

      private:
        const Grouper& grouper_;
        std::unique_ptr<Scratch> scratch_;
    };

    DistanceMillionths judge(Place a, Place b, DistanceMillionths limit,
                             std::uint64_t& comparisons) const {
        ++comparisons;
        const DistanceMillionths distance = documents_.distance(a, b, limit);
        return distance > limit || documents_.refused(a, b) ? TOO_FAR : distance;
    }

    // Heads of large groups are tried first, then the earliest.
    auto comes_first() const {
        return
            [this](Place a, Place b) { return size_[a] != size_[b] ? size_[a] > size_[b] : a < b; };
    }
    auto comes_later() const {
        return [first = comes_first()](Place a, Place b) { return first(b, a); };
    }

    // The heads a document meets: those of its buckets. next_head() takes the best away.
    void collect_heads(Place document, Scratch& scratch) const {
        scratch.heads.clear();
        scratch.met.resize(buckets_.documents(), 0);
        ++scratch.visit;
        for (const Bucket bucket : buckets_.of(document)) {
            if (bucket == 0) continue;
            for (const Place head : heads_.heads(bucket)) {
                if (std::exchange(scratch.met[head], scratch.visit) == scratch.visit) continue;
                scratch.heads.push_back(head);
            }
        }
        std::make_heap(scratch.heads.begin(), scratch.heads.end(), comes_later());
    }

    Place next_head(std::vector<Place>& heads) const {
        std::pop_heap(heads.begin(), heads.end(), comes_later());
        const Place head = heads.back();
        heads.pop_back();
        return head;
    }

    // Places the documents of @a order, one after the other: each joins a head or becomes one.
    void join_heads(std::span<const Place> order, DistanceMillionths limit) {
        for (std::size_t begin = 0; begin < order.size(); begin += BLOCK) {
            const auto block = order.subspan(begin, std::min(BLOCK, order.size() - begin));
            std::vector<Place> ascending(block.begin(), block.end());
            std::sort(ascending.begin(), ascending.end());
            documents_.expect(ascending);
            std::vector<Ahead> ahead(block.size());
            look_ahead_among_heads(block, limit, ahead);
            look_ahead_within_block(block, limit, ahead);
            for (std::size_t i = 0; i < block.size(); ++i) {
                comparisons_ += ahead[i].comparisons;
                std::sort(ahead[i].trials.begin(), ahead[i].trials.end());
                place(block[i], limit, ahead[i].trials);
            }
        }
    }

    // Computes what place() will most likely ask for: distances to the heads there are.
    void look_ahead_among_heads(std::span<const Place> block, DistanceMillionths limit,
                                std::vector<Ahead>& ahead) const {
        parallel_(block.size(), [&](std::size_t i) {
            const BorrowedScratch scratch(*this);
            std::vector<Place>& heads = scratch->heads;
            collect_heads(block[i], *scratch);
            for (std::uint32_t tried = 0; !heads.empty() && tried < options_.max_heads; ++tried) {
                const Place head = next_head(heads);
                const auto distance = judge(block[i], head, limit, ahead[i].comparisons);
                ahead[i].trials.push_back({head, distance});
                ahead[i].joined = distance != TOO_FAR;
                if (ahead[i].joined) break;
            }
        });
    }

    // And to the documents before it in the block that found no head either, which will be heads.
    void look_ahead_within_block(std::span<const Place> block, DistanceMillionths limit,
                                 std::vector<Ahead>& ahead) const {
        std::unordered_map<Bucket, std::vector<std::uint32_t>> members;
        std::vector<std::uint32_t> alone;
        for (std::uint32_t i = 0; i < block.size(); ++i) {
            if (ahead[i].joined) continue;
            alone.push_back(i);
            for (const Bucket bucket : buckets_.of(block[i])) {
                if (bucket != 0) members[bucket].push_back(i);
            }
        }
        parallel_(alone.size(), [&](std::size_t a) {
            const std::uint32_t i = alone[a];
            std::vector<char> is_met(i, 0);
            for (const Bucket bucket : buckets_.of(block[i])) {
                if (bucket == 0) continue;
                for (const std::uint32_t other : members.at(bucket)) {
                    if (other >= i) break;
                    is_met[other] = 1;
                }
            }
            // Where max_heads heads were tried, none of the block will be.
            std::vector<Trial>& trials = ahead[i].trials;
            for (std::uint32_t other = 0; other < i; ++other) {
                if (is_met[other] == 0) continue;
                if (trials.size() >= options_.max_heads) break;
                const auto distance = judge(block[i], block[other], limit, ahead[i].comparisons);
                trials.push_back({block[other], distance});
                if (distance != TOO_FAR) break;
            }
        });
    }

    void place(Place document, DistanceMillionths limit, const std::vector<Trial>& trials) {
        collect_heads(document, scratch_);
        std::uint32_t tried = 0;
        while (!scratch_.heads.empty()) {
            if (tried++ == options_.max_heads) {
                is_limited_[document] = true;
                break;
            }
            const Place head = next_head(scratch_.heads);
            const auto known = std::lower_bound(trials.begin(), trials.end(), Trial{head, 0});
            const auto distance = known != trials.end() && known->head == head
                                      ? known->distance
                                      : judge(document, head, limit, comparisons_);
            if (distance == TOO_FAR) continue;
            result_.head_of[document] = head;
            result_.distance[document] = distance;
            size_[head] += size_[document];
            return;
        }
        for (const Bucket bucket : buckets_.of(document)) {
            if (bucket != 0 && !heads_.add(bucket, document)) is_limited_[document] = true;
        }
    }

    // Members of level 1 follow their head to its new head, where they are near enough to that one.
    void follow_heads(const std::vector<Place>& first_level) {
        std::vector<Place> moved;
        for (Place p = 0; p < first_level.size(); ++p) {
            const Place old_head = first_level[p];
            if (old_head != p && result_.head_of[old_head] != old_head) {
                result_.head_of[p] = result_.head_of[old_head];
                moved.push_back(p);
            }
        }
        std::vector<std::vector<Place>> left;
        std::unordered_map<Place, std::size_t> left_of_head;
        for (const Place p : measure(moved)) {
            const auto [found, is_new] = left_of_head.emplace(first_level[p], left.size());
            if (is_new) left.emplace_back();
            left[found->second].push_back(p);
        }
        for (const auto& documents : left)
            group_among_themselves(documents);
    }

    // The head of every group becomes the first of its documents that all others are near.
    void lead_by_first() {
        std::vector<std::vector<Place>> groups;
        std::unordered_map<Place, std::size_t> group_of_head;
        for (Place p = 0; p < result_.head_of.size(); ++p) {
            const Place head = result_.head_of[p];
            const auto found = group_of_head.find(head);
            if (found != group_of_head.end()) {
                groups[found->second].push_back(p);
            } else if (p < head) {
                group_of_head.emplace(head, groups.size());
                groups.push_back({p});
            }
        }
        for (std::size_t begin = 0; begin < groups.size();) {
            std::vector<Place> expected;
            std::size_t end = begin;
            for (; end < groups.size() && expected.size() < BLOCK; ++end) {
                expected.insert(expected.end(), groups[end].begin(), groups[end].end());
            }
            std::sort(expected.begin(), expected.end());
            documents_.expect(expected);
            std::vector<std::uint64_t> comparisons(end - begin, 0);
            parallel_(end - begin,
                      [&](std::size_t i) { choose_leader(groups[begin + i], comparisons[i]); });
            comparisons_ = std::accumulate(comparisons.begin(), comparisons.end(), comparisons_);
            begin = end;
        }
    }

    // @param members all of a group, ascending
    void choose_leader(std::span<const Place> members, std::uint64_t& comparisons) {
        const Place head = result_.head_of[members.front()];
        std::vector<DistanceMillionths> distances(members.size());
        for (std::size_t tried = 0; tried < std::min(members.size(), MAX_LEADERS); ++tried) {
            const Place leader = members[tried];
            if (leader == head) return;
            const bool leads = std::all_of(members.begin(), members.end(), [&](const Place& p) {
                if (p == leader) return true;
                return (distances[static_cast<std::size_t>(&p - members.data())] =
                            judge(p, leader, options_.distance, comparisons)) != TOO_FAR;
            });
            if (!leads) continue;
            distances[tried] = 0;
            for (std::size_t i = 0; i < members.size(); ++i) {
                result_.head_of[members[i]] = leader;
                result_.distance[members[i]] = distances[i];
            }
            return;
        }
    }

    // Measures documents, ascending, against the heads they were given. Those that are too far are
    // their own heads again, and returned.
    std::vector<Place> measure(std::span<const Place> documents) {
        std::vector<Place> too_far;
        for (std::size_t begin = 0; begin < documents.size(); begin += BLOCK) {
            const auto block = documents.subspan(begin, std::min(BLOCK, documents.size() - begin));
            documents_.expect(block);
            std::vector<std::uint64_t> comparisons(block.size(), 0);
            parallel_(block.size(), [&](std::size_t i) {
                const Place p = block[i];
                result_.distance[p] =
                    judge(p, result_.head_of[p], options_.distance, comparisons[i]);
            });
            for (const Place p : block) {
                ++comparisons_;
                if (result_.distance[p] != TOO_FAR) continue;
                result_.head_of[p] = p;
                result_.distance[p] = 0;
                too_far.push_back(p);
            }
        }
        return too_far;
    }

    // Groups documents, ascending, that were all near one head: each meets all heads before it.
    void group_among_themselves(std::span<const Place> documents) {
        std::vector<Place> heads;  // the largest group first, then the earliest
        for (std::size_t i = 0; i < documents.size(); ++i) {
            if (i % BLOCK == 0 && documents.size() > 1) {
                documents_.expect(documents.subspan(i, std::min(BLOCK, documents.size() - i)));
            }
            const Place p = documents[i];
            DistanceMillionths distance = TOO_FAR;
            const auto near = std::find_if(heads.begin(), heads.end(), [&](Place head) {
                distance = judge(p, head, options_.distance, comparisons_);
                return distance != TOO_FAR;
            });
            if (near != heads.end()) {
                result_.head_of[p] = *near;
                result_.distance[p] = distance;
                size_[*near] += size_[p];
                std::rotate(std::upper_bound(heads.begin(), near, *near, comes_first()), near,
                            near + 1);
            } else if (heads.size() < options_.max_heads) {
                heads.insert(std::upper_bound(heads.begin(), heads.end(), p, comes_first()), p);
            } else {
                is_limited_[p] = true;
            }
        }
    }

    const Buckets& buckets_;
    DocumentDistances& documents_;
    const GroupingOptions& options_;
    const ParallelFor& parallel_;
    HeadLists heads_;
    std::vector<std::uint32_t> size_;  // documents of a head's group
    std::vector<bool> is_limited_;
    Scratch scratch_;
    mutable std::mutex mutex_;
    mutable std::vector<std::unique_ptr<Scratch>> idle_scratches_;
    std::uint64_t comparisons_ = 0;
    Grouping result_;
};

}  // namespace

Grouping group_documents(const Buckets& buckets, std::span<const std::uint32_t> weights,
                         DocumentDistances& documents, const GroupingOptions& options,
                         const ParallelFor& parallel) {
    return Grouper(buckets, weights, documents, options, parallel).run();
}

}  // namespace descry
