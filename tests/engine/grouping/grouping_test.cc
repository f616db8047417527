#include "engine/grouping/grouping.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <descry/hashing/hash.h>

#include "engine/grouping/connected_parts.h"
#include "tests/engine/grouping_oracle.h"
#include "tests/engine/random_seed.h"
#include "tests/volume.h"

namespace descry {
namespace {

using testing::GroupingOracle;

// Documents as points on a line, or as anything at all: a distance drawn for each pair.
class TestDistances : public DocumentDistances {
  public:
    enum class Kind { LINE, ANY };

    TestDistances(std::vector<DistanceMillionths> points, Kind kind, std::uint64_t seed,
                  std::uint64_t one_rejected_in)
        : points_(std::move(points)),
          kind_(kind),
          seed_(seed),
          one_rejected_in_(one_rejected_in),
          expected_(points_.size(), 0) {}

    DistanceMillionths exact(Rank a, Rank b) const {
        if (kind_ == Kind::LINE) {
            return std::max(points_[a], points_[b]) - std::min(points_[a], points_[b]);
        }
        return static_cast<DistanceMillionths>(of_pair(a, b, 0) % 400'000);
    }

    DistanceMillionths distance(Rank a, Rank b, DistanceMillionths limit, Effort) override {
        EXPECT_NE(a, b);
        ++asked;
        if (!expected_[a] && !expected_[b]) unexpected = true;
        const DistanceMillionths d = exact(a, b);
        // Anything above the limit will do.
        return d <= limit ? d : limit + 1 + static_cast<DistanceMillionths>(seed_ % 1000);
    }

    // Of two thirds of those that are.
    bool exceeds(Rank a, Rank b, DistanceMillionths limit) override {
        return exact(a, b) > limit && of_pair(a, b, 2) % 3 != 0;
    }

    // Off by a tenth, unless told otherwise.
    std::optional<DistanceMillionths> estimate(Rank a, Rank b, DistanceMillionths) override {
        if (of_pair(a, b, 4) % 4 == 0) return std::nullopt;
        const DistanceMillionths d = exact(a, b);
        if (!estimates_roughly) return d;
        return of_pair(a, b, 3) % 2 == 0 ? d + d / 10 : d - d / 10;
    }

    bool rejected(Rank a, Rank b) override {
        return one_rejected_in_ != 0 && of_pair(a, b, 1) % one_rejected_in_ == 0;
    }

    void expect(std::span<const Rank> documents, bool) override {
        if (!std::is_sorted(documents.begin(), documents.end())) unexpected = true;
        std::fill(expected_.begin(), expected_.end(), 0);
        for (const Rank p : documents)
            expected_[p] = 1;
    }

    bool near(Rank a, Rank b, DistanceMillionths limit) {
        return exact(a, b) <= limit && !rejected(a, b);
    }

    bool estimates_roughly = true;
    std::atomic<std::uint64_t> asked{0};
    std::atomic<bool> unexpected{false};

  private:
    std::uint64_t of_pair(Rank a, Rank b, std::uint64_t salt) const {
        const std::uint64_t pair[] = {std::min(a, b), std::max(a, b), salt};
        return hash64_list(pair, seed_);
    }

    std::vector<DistanceMillionths> points_;
    Kind kind_;
    std::uint64_t seed_;
    std::uint64_t one_rejected_in_;
    std::vector<char> expected_;
};

void in_order(std::size_t pieces, std::size_t, const std::function<void(std::size_t)>& piece) {
    for (std::size_t i = 0; i < pieces; ++i)
        piece(i);
}

void backwards(std::size_t pieces, std::size_t, const std::function<void(std::size_t)>& piece) {
    for (std::size_t i = pieces; i-- > 0;)
        piece(i);
}

void on_four_threads(std::size_t pieces, std::size_t,
                     const std::function<void(std::size_t)>& piece) {
    std::atomic<std::size_t> next{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            for (std::size_t p; (p = next++) < pieces;)
                piece(p);
        });
    }
    for (std::thread& thread : threads)
        thread.join();
}

struct World {
    Buckets buckets{0, 0, {}};
    std::vector<std::uint32_t> weights;
    std::vector<DistanceMillionths> points;
    TestDistances::Kind kind = TestDistances::Kind::ANY;
    std::uint64_t seed = 0;
    std::uint64_t one_rejected_in = 0;
    bool estimates_roughly = true;
    ClusteringLimits options;

    TestDistances distances() const { return {points, kind, seed, one_rejected_in}; }

    Grouping group(const ParallelFor& parallel) const {
        TestDistances judge = distances();
        judge.estimates_roughly = estimates_roughly;
        Grouping grouping = group_documents(buckets, weights, judge, options, parallel);
        EXPECT_EQ(grouping.comparisons, judge.asked);
        EXPECT_FALSE(judge.unexpected);
        return grouping;
    }
};

// Puts a document into as many distinct buckets as @a tries find, of @a buckets and none.
void fill(Rank document, unsigned tries, std::mt19937_64& random, Bucket buckets,
          std::vector<BucketMember>& members) {
    std::set<Bucket> filled;
    for (unsigned i = 0; i < tries; ++i) {
        const auto bucket = static_cast<Bucket>(random() % (buckets + 1));
        if (bucket < buckets && filled.insert(bucket).second) members.push_back({document, bucket});
    }
}

World random_world(std::mt19937_64& random, std::size_t most) {
    World world;
    const std::size_t documents = random() % (most + 1);
    const auto width = static_cast<unsigned>(1 + random() % 4);
    std::vector<BucketMember> members;
    auto buckets = static_cast<Bucket>(1 + random() % (1 + documents / (1 + random() % 10)));
    if (random() % 4 == 0) buckets = 1;
    const std::uint64_t spread = 50'000 + random() % 950'000;
    const bool weighted = random() % 2 == 0;
    for (Rank p = 0; p < documents; ++p) {
        fill(p, width, random, buckets, members);
        world.weights.push_back(weighted ? static_cast<std::uint32_t>(1 + random() % 9) : 1);
        world.points.push_back(static_cast<DistanceMillionths>(random() % spread));
    }
    world.buckets = Buckets(documents, buckets, members);
    world.kind = random() % 2 == 0 ? TestDistances::Kind::LINE : TestDistances::Kind::ANY;
    world.seed = random();
    world.one_rejected_in = random() % 2 == 0 ? 0 : 1 + random() % 10;
    world.options.distance = static_cast<DistanceMillionths>(random() % 200'000);
    world.options.near =
        random() % 3 == 0 ? 0 : static_cast<DistanceMillionths>(random() % 100'000);
    if (random() % 2 == 0) world.options = {};
    if (random() % 3 == 0) world.options.max_heads = static_cast<std::uint32_t>(random() % 12);
    return world;
}

void expect_valid(const World& world, const Grouping& grouping) {
    TestDistances judge = world.distances();
    ASSERT_EQ(grouping.head_of.size(), world.points.size());
    ASSERT_EQ(grouping.distance.size(), world.points.size());
    for (Rank p = 0; p < grouping.head_of.size(); ++p) {
        const Rank head = grouping.head_of[p];
        ASSERT_EQ(grouping.head_of[head], head);
        if (head == p) {
            ASSERT_EQ(grouping.distance[p], 0u);
            continue;
        }
        ASSERT_EQ(grouping.distance[p], judge.exact(p, head));
        ASSERT_LE(grouping.distance[p], world.options.distance);
        ASSERT_FALSE(judge.rejected(p, head));
    }
}

void expect_equal(const Grouping& a, const Grouping& b) {
    ASSERT_EQ(a.head_of, b.head_of);
    ASSERT_EQ(a.distance, b.distance);
    ASSERT_EQ(a.comparisons, b.comparisons);
    ASSERT_EQ(a.limited, b.limited);
}

TEST(GroupDocuments, FollowsTheProcedure) {
    DESCRY_RANDOM(random);
    std::size_t joined = 0;
    std::size_t limited = 0;
    for (int round = 0; round < testing::scaled(3000); ++round) {
        const World world = random_world(random, 80);
        const Grouping grouping = world.group(in_order);
        ASSERT_NO_FATAL_FAILURE(expect_valid(world, grouping)) << "round " << round;
        TestDistances judge = world.distances();
        GroupingOracle oracle(
            world.buckets, {world.weights.begin(), world.weights.end()},
            [&](Rank a, Rank b, DistanceMillionths limit) { return judge.near(a, b, limit); },
            [&](Rank a, Rank b, DistanceMillionths limit) { return judge.exceeds(a, b, limit); },
            world.options);
        ASSERT_EQ(grouping.head_of, oracle.run()) << "round " << round;
        ASSERT_EQ(grouping.limited, oracle.limited().size()) << "round " << round;
        for (Rank p = 0; p < grouping.head_of.size(); ++p)
            joined += grouping.head_of[p] != p;
        limited += grouping.limited;
    }
    EXPECT_GT(joined, testing::scaled(5000u));
    EXPECT_GT(limited, testing::scaled(1000u));
}

// More documents than are looked ahead at once.
TEST(GroupDocuments, LargeWorldsFollowItToo) {
    DESCRY_RANDOM(random);
    for (int round = 0; round < testing::scaled(4, 2); ++round) {
        World world = random_world(random, 100);
        std::vector<BucketMember> members;
        world.points.clear();
        for (Rank p = 0; p < 6000; ++p) {
            fill(p, 3, random, 599, members);
            world.points.push_back(static_cast<DistanceMillionths>(random() % 3'000'000));
        }
        world.buckets = Buckets(6000, 599, members);
        world.weights.assign(6000, 1);
        if (round % 2 == 0) world.options = {};
        const Grouping grouping = world.group(in_order);
        ASSERT_NO_FATAL_FAILURE(expect_valid(world, grouping));
        TestDistances judge = world.distances();
        GroupingOracle oracle(
            world.buckets, {world.weights.begin(), world.weights.end()},
            [&](Rank a, Rank b, DistanceMillionths limit) { return judge.near(a, b, limit); },
            [&](Rank a, Rank b, DistanceMillionths limit) { return judge.exceeds(a, b, limit); },
            world.options);
        ASSERT_EQ(grouping.head_of, oracle.run());
    }
}

TEST(GroupDocuments, ThreadsAndOrderOfPiecesPlayNoPart) {
    DESCRY_RANDOM(random);
    for (int round = 0; round < 60; ++round) {
        const World world = random_world(random, round % 20 == 0 ? 6000 : 300);
        const Grouping one = world.group(in_order);
        ASSERT_NO_FATAL_FAILURE(expect_valid(world, one));
        ASSERT_NO_FATAL_FAILURE(expect_equal(world.group(backwards), one)) << "round " << round;
        ASSERT_NO_FATAL_FAILURE(expect_equal(world.group(on_four_threads), one));
    }
}

bool share_a_bucket(const Buckets& buckets, Rank a, Rank b) {
    return std::ranges::any_of(buckets.of(a), [&](Bucket bucket) {
        return std::ranges::count(buckets.of(b), bucket) > 0;
    });
}

// Pairs that a refinement looks at, as far as they share a group, by their weight: those beyond the
// near limit count a quarter.
std::uint64_t near_pairs_together(const World& world, const Grouping& grouping) {
    TestDistances judge = world.distances();
    const DistanceMillionths near = world.options.near;
    const DistanceMillionths linked = std::min(near + near / 5 * 3, world.options.distance);
    std::uint64_t together = 0;
    for (Rank a = 0; a < world.points.size(); ++a) {
        for (Rank b = 0; b < a; ++b) {
            if (grouping.head_of[a] == grouping.head_of[b] && judge.near(a, b, linked) &&
                share_a_bucket(world.buckets, a, b))
                together += std::uint64_t{world.weights[a]} * world.weights[b] *
                            (judge.near(a, b, near) ? 4 : 1);
        }
    }
    return together;
}

TEST(GroupDocuments, RefinementBringsMoreNearPairsTogether) {
    DESCRY_RANDOM(random);
    std::size_t more = 0;
    for (int round = 0; round < testing::scaled(1500); ++round) {
        World world = random_world(random, 100);
        world.kind = TestDistances::Kind::LINE;
        world.one_rejected_in = 0;
        world.options.max_heads = ClusteringLimits().max_heads;
        world.options.max_links = 100;  // all
        const std::uint64_t before = near_pairs_together(world, world.group(in_order));
        world.options.is_refined = true;
        const Grouping refined = world.group(in_order);
        ASSERT_NO_FATAL_FAILURE(expect_valid(world, refined)) << "round " << round;
        const std::uint64_t after = near_pairs_together(world, refined);
        ASSERT_GE(after, before) << "round " << round;
        more += after > before;
    }
    EXPECT_GT(more, testing::scaled(100u));
}

// All documents in all of 8 buckets, at these ranks.
World crowd(std::vector<DistanceMillionths> points) {
    World world;
    std::vector<BucketMember> members;
    for (Rank p = 0; p < points.size(); ++p) {
        for (Bucket bucket = 0; bucket < 8; ++bucket)
            members.push_back({p, bucket});
    }
    world.buckets = Buckets(points.size(), 8, members);
    world.weights.assign(points.size(), 1);
    world.points = std::move(points);
    world.kind = TestDistances::Kind::LINE;
    return world;
}

// Those near the border of two groups are far from the other end of either.
TEST(GroupDocuments, RevisionsThatOneInTheirMiddleIsNearToAreOneGroup) {
    constexpr DistanceMillionths STEP = 5'000;
    for (std::size_t documents = 40; documents <= 60; ++documents) {
        World world = crowd(std::vector<DistanceMillionths>(documents));
        for (Rank p = 0; p < documents; ++p)
            world.points[p] = STEP * p;
        world.estimates_roughly = false;
        world.options.is_refined = true;
        const Grouping grouping = world.group(in_order);
        EXPECT_EQ(grouping.head_of, std::vector<Rank>(documents, grouping.head_of[0])) << documents;
    }
}

TEST(GroupDocuments, RefinedGroupsAreValidAndDoNotDependOnThreads) {
    DESCRY_RANDOM(random);
    for (int round = 0; round < testing::scaled(60); ++round) {
        World world = random_world(random, round % 20 == 0 ? 5000 : 300);
        world.options.is_refined = true;
        const Grouping one = world.group(in_order);
        ASSERT_NO_FATAL_FAILURE(expect_valid(world, one)) << "round " << round;
        ASSERT_NO_FATAL_FAILURE(expect_equal(world.group(backwards), one)) << "round " << round;
        ASSERT_NO_FATAL_FAILURE(expect_equal(world.group(on_four_threads), one));
    }
}

using Heads = std::vector<Rank>;

TEST(GroupDocuments, TenThousandEqualDocumentsAreOneGroup) {
    const World world = crowd(std::vector<DistanceMillionths>(10'000, 500));
    const Grouping grouping = world.group(in_order);
    EXPECT_EQ(grouping.head_of, Heads(10'000, 0));
    EXPECT_EQ(grouping.comparisons, 9'999u);
    EXPECT_EQ(grouping.limited, 0u);
}

TEST(GroupDocuments, NoChains) {
    // Each a step of 100,000 from the next: neighbours are near, others are not.
    World world = crowd({0, 100'000, 200'000, 300'000, 400'000});
    EXPECT_EQ(world.group(in_order).head_of, (Heads{0, 0, 2, 2, 4}));
    // The middle one stands for many: it is tried first.
    world.weights[2] = 10;
    EXPECT_EQ(world.group(in_order).head_of, (Heads{0, 2, 2, 2, 4}));
    // Level 1 off: the order of documents alone.
    world.options.near = 0;
    EXPECT_EQ(world.group(in_order).head_of, (Heads{0, 0, 2, 2, 4}));
}

TEST(GroupDocuments, LargeGroupsStandBeforeThoseAroundThem) {
    // Three almost equal ones; one before them would draw two of them to itself.
    World world = crowd({0, 140'000, 150'000, 160'000});
    EXPECT_EQ(world.group(in_order).head_of, (Heads{1, 1, 1, 1}));
    world.options.near = 0;
    EXPECT_EQ(world.group(in_order).head_of, (Heads{0, 0, 0, 3}));
    world.options.near = world.options.distance;  // one level as well
    EXPECT_EQ(world.group(in_order).head_of, (Heads{0, 0, 0, 3}));
    // What nobody is near to, and nobody's bucket.
    world = crowd({0, 0, 0});
    const BucketMember members[] = {{0, 0}, {2, 0}};
    world.buckets = Buckets(3, 1, members);
    EXPECT_EQ(world.group(in_order).head_of, (Heads{0, 1, 0}));
}

TEST(GroupDocuments, MembersThatAreTooFarFromTheNewHeadGroupAmongThemselves) {
    // Level 1: {0, 1, 2} (40,000 apart) and the larger {3 ...} at 150,000 from 0. Then 0 joins 3;
    // 1 and 2, at 190,000 from it, stay together.
    const World world = crowd({150'000, 190'000, 190'000, 0, 0, 0, 0});
    const Grouping grouping = world.group(in_order);
    EXPECT_EQ(grouping.head_of, (Heads{0, 1, 1, 0, 0, 0, 0}));
    EXPECT_EQ(grouping.distance,
              (std::vector<DistanceMillionths>{0, 0, 0, 150'000, 150'000, 150'000, 150'000}));
}

// More than are expected at once.
TEST(GroupDocuments, FiveThousandMembersThatAreTooFarGroupAmongThemselves) {
    std::vector<DistanceMillionths> points(5002, 190'000);
    points.front() = 150'000;
    points.back() = 0;
    World world = crowd(points);
    world.weights.back() = 100'000;
    Heads heads(5002, 1);
    heads.front() = heads.back() = 0;
    EXPECT_EQ(world.group(in_order).head_of, heads);
}

TEST(GroupDocuments, TheFirstOfEightThatAllAreNearLeads) {
    // The ninth, of great weight, draws all to itself. The eighth is near to all of them; those
    // before it are too far from the last.
    World world =
        crowd({220'000, 220'000, 220'000, 220'000, 220'000, 220'000, 220'000, 140'000, 80'000, 0});
    world.weights[8] = 20;
    EXPECT_EQ(world.group(in_order).head_of, Heads(10, 7));
    // As the ninth it is not tried.
    world = crowd({220'000, 220'000, 220'000, 220'000, 220'000, 220'000, 220'000, 220'000, 140'000,
                   80'000, 0});
    world.weights[9] = 20;
    EXPECT_EQ(world.group(in_order).head_of, Heads(11, 9));
}

TEST(GroupDocuments, TriesAndListsSoManyHeads) {
    // All far apart: the fifth document meets four heads, and tries three.
    World world = crowd({0, 1'000'000, 2'000'000, 3'000'000, 4'000'000, 5'000'000});
    world.options.near = 0;
    world.options.max_heads = 3;
    Grouping grouping = world.group(in_order);
    EXPECT_EQ(grouping.head_of, (Heads{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(grouping.limited, 3u);       // the lists are full after three
    EXPECT_LE(grouping.comparisons, 15u);  // 0 + 1 + 2 + 3 + 3 + 3, and what was looked ahead
    // A document near to the fourth never meets it.
    world.points.push_back(3'000'000);
    world = [&] {
        World more = crowd(world.points);
        more.options = world.options;
        return more;
    }();
    EXPECT_EQ(world.group(in_order).head_of[6], 6u);
    world.options.max_heads = 4;
    EXPECT_EQ(world.group(in_order).head_of[6], 3u);
    world.options.max_heads = 0;
    EXPECT_EQ(world.group(in_order).head_of, (Heads{0, 1, 2, 3, 4, 5, 6}));
}

// Twenty thousand documents that share a bucket and nothing else: bounded, and counted.
TEST(GroupDocuments, ManyDifferentDocumentsOfOneBucketAreBounded) {
    std::vector<DistanceMillionths> points;
    for (DistanceMillionths p = 0; p < 20'000; ++p)
        points.push_back(p * 200'000);
    World world = crowd(points);
    world.options.max_heads = 64;
    world.options.near = 0;
    // Heads are tried in another order than they are in.
    for (Rank p = 0; p < 20'000; ++p)
        world.weights[p] = 1 + p * 7 % 64;
    const Grouping grouping = world.group(in_order);
    EXPECT_EQ(grouping.limited, 20'000u - 64);
    EXPECT_LE(grouping.comparisons, 64 * 20'000u);  // none twice, and none in vain
}

TEST(GroupDocuments, NoDocuments) {
    EXPECT_TRUE(crowd({}).group(in_order).head_of.empty());
    EXPECT_EQ(crowd({7}).group(in_order).head_of, Heads{0});
}

TEST(NearLimit, IsBelowEachLimit) {
    EXPECT_EQ(near_limit(150'000), 80'000u);
    EXPECT_EQ(near_limit(80'001), 80'000u);
    EXPECT_EQ(near_limit(80'000), 42'666u);
    EXPECT_EQ(near_limit(50'000), 26'666u);
    EXPECT_EQ(near_limit(1), 0u);
    EXPECT_EQ(near_limit(0), 0u);
}

TEST(Buckets, OfEachDocumentInTheirOrder) {
    const BucketMember members[] = {{2, 0}, {0, 3}, {0, 1}, {2, 3}};
    const Buckets buckets(4, 5, members);
    const auto of = [&](Rank document) {
        return std::vector<Bucket>(buckets.of(document).begin(), buckets.of(document).end());
    };
    EXPECT_EQ(buckets.documents(), 4u);
    EXPECT_EQ(buckets.end(), 5u);
    EXPECT_EQ(of(0), (std::vector<Bucket>{3, 1}));
    EXPECT_TRUE(of(1).empty());
    EXPECT_EQ(of(2), (std::vector<Bucket>{0, 3}));
    EXPECT_TRUE(of(3).empty());
}

// The same documents, as the others see them.
class DistancesOfPart : public DocumentDistances {
  public:
    DistancesOfPart(DocumentDistances& whole, const std::vector<Rank>& part)
        : whole_(whole), part_(part) {}

    DistanceMillionths distance(Rank a, Rank b, DistanceMillionths limit, Effort effort) override {
        return whole_.distance(part_[a], part_[b], limit, effort);
    }
    bool exceeds(Rank a, Rank b, DistanceMillionths limit) override {
        return whole_.exceeds(part_[a], part_[b], limit);
    }
    std::optional<DistanceMillionths> estimate(Rank a, Rank b, DistanceMillionths limit) override {
        return whole_.estimate(part_[a], part_[b], limit);
    }
    bool rejected(Rank a, Rank b) override { return whole_.rejected(part_[a], part_[b]); }
    void expect(std::span<const Rank> documents, bool most_are_near) override {
        std::vector<Rank> expected;
        for (const Rank p : documents)
            expected.push_back(part_[p]);
        whole_.expect(expected, most_are_near);
    }

  private:
    DocumentDistances& whole_;
    const std::vector<Rank>& part_;
};

std::vector<std::vector<Rank>> all_nearer_parts(const World& world,
                                                const std::vector<std::vector<Rank>>& parts,
                                                std::size_t documents) {
    TestDistances judge = world.distances();
    std::vector<std::vector<Rank>> all;
    for (const std::vector<Rank>& part : parts) {
        const auto may_be_near = [&](Rank a, Rank b) {
            return !judge.exceeds(part[a], part[b], world.options.distance);
        };
        std::ranges::move(nearer_parts(world.buckets, part, documents,
                                       world.options.documents_looked_through(), may_be_near),
                          std::back_inserter(all));
    }
    return all;
}

TEST(ConnectedParts, AreGroupedAsInTheWhole) {
    DESCRY_RANDOM(random);
    std::size_t parts = 0;
    for (int round = 0; round < testing::scaled(400); ++round) {
        World world = random_world(random, 300);
        world.options.is_refined = round % 2 == 0;
        // None: one that is alone would be told to be limited, too.
        world.options.max_heads = std::max(world.options.max_heads, 1u);
        const Grouping whole = world.group(in_order);
        Grouping joined(world.points.size());
        TestDistances judge = world.distances();
        const std::size_t most = random() % 40;
        std::vector<std::vector<Rank>> all = connected_parts(world.buckets, most);
        if (round % 4 < 2) all = all_nearer_parts(world, all, most);
        for (const std::vector<Rank>& part : all) {
            ASSERT_TRUE(std::ranges::is_sorted(part));
            std::vector<std::uint32_t> weights;
            for (const Rank p : part)
                weights.push_back(world.weights[p]);
            DistancesOfPart distances(judge, part);
            const Grouping grouping = group_documents(buckets_of_part(world.buckets, part), weights,
                                                      distances, world.options, in_order);
            for (Rank p = 0; p < part.size(); ++p) {
                ASSERT_EQ(joined.head_of[part[p]], part[p]) << "is in two parts";
                joined.head_of[part[p]] = part[grouping.head_of[p]];
                joined.distance[part[p]] = grouping.distance[p];
            }
            joined.limited += grouping.limited;
            ++parts;
        }
        ASSERT_EQ(joined.head_of, whole.head_of) << "round " << round;
        ASSERT_EQ(joined.distance, whole.distance);
        ASSERT_EQ(joined.limited, whole.limited);
    }
    EXPECT_GT(parts, testing::scaled(200u));
}

// Two pairs that share a bucket, and are far from each other; and so in a bucket of too many.
TEST(ConnectedParts, AreNoLargerThanTheyMustBe) {
    const std::vector<BucketMember> members = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 1},
                                               {5, 1}, {6, 1}, {7, 1}, {8, 1}};
    const Buckets buckets(9, 2, members);
    const auto are_alike = [](Rank a, Rank b) { return a % 2 == b % 2; };
    const auto parts_of = [&](const std::vector<Rank>& part) {
        return nearer_parts(buckets, part, 0, 4, are_alike);
    };
    using Parts = std::vector<std::vector<Rank>>;
    EXPECT_EQ(parts_of({0, 1, 2, 3}), (Parts{{0, 2}, {1, 3}}));
    EXPECT_EQ(parts_of({4, 5, 6, 7, 8}), (Parts{{4, 5, 6, 7, 8}}));
    EXPECT_EQ(parts_of({0, 1, 2}), (Parts{{0, 2}}));
}

TEST(ConnectedParts, AreAsLargeAsAskedFor) {
    // Chains of 2, 3, 50 and 2 documents, and one alone.
    std::vector<BucketMember> members;
    Rank next = 0;
    Bucket bucket = 0;
    for (const Rank chain : {2u, 3u, 50u, 2u}) {
        for (Rank i = 0; i < chain; ++i) {
            if (i > 0) members.push_back({next, bucket++});
            members.push_back({next++, bucket});
        }
        ++bucket;
    }
    members.push_back({next++, bucket++});
    const Buckets buckets(next, bucket, members);
    const auto sizes = [&](std::size_t documents) {
        std::vector<std::size_t> of_parts;
        for (const auto& part : connected_parts(buckets, documents))
            of_parts.push_back(part.size());
        return of_parts;
    };
    EXPECT_EQ(sizes(0), (std::vector<std::size_t>{2, 3, 50, 2}));
    EXPECT_EQ(sizes(4), (std::vector<std::size_t>{5, 50, 2}));
    EXPECT_EQ(sizes(20), (std::vector<std::size_t>{7, 50}));
    EXPECT_EQ(sizes(1000), (std::vector<std::size_t>{57}));
}

}  // namespace
}  // namespace descry
