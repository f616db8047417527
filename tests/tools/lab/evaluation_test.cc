#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/engine/random_seed.h"
#include "tools/lab/base/child_process.h"
#include "tools/lab/base/sampling.h"
#include "tools/lab/calibration.h"
#include "tools/lab/gold/judge.h"
#include "tools/lab/methods/keyed_pairs.h"

namespace descry {
namespace {

using Pairs = std::vector<DocumentPair>;

// Every two documents, compared.
Pairs pairs_of(const std::vector<DocumentKey>& keys) {
    std::map<Xapian::docid, std::set<std::uint64_t>> keys_of;
    for (const auto& [key, document] : keys)
        keys_of[document].insert(key);
    Pairs pairs;
    for (const auto& [a, keys_a] : keys_of) {
        for (const auto& [b, keys_b] : keys_of) {
            const bool shared = std::any_of(keys_a.begin(), keys_a.end(), [&](std::uint64_t key) {
                return keys_b.count(key) > 0;
            });
            if (a < b && shared) pairs.push_back({a, b});
        }
    }
    return pairs;
}

std::vector<DocumentKey> random_keys(std::mt19937_64& generator, unsigned per_document) {
    std::vector<DocumentKey> keys;
    const std::uint64_t different = 1 + generator() % 60;
    for (Xapian::docid document = 1; document <= 60; ++document) {
        if (generator() % 5 == 0) continue;
        for (unsigned i = 0; i < per_document; ++i)
            keys.push_back({generator() % different, document});
    }
    std::shuffle(keys.begin(), keys.end(), generator);
    return keys;
}

void expect_same(const SuggestedPairs& pairs, const Pairs& expected) {
    ASSERT_EQ(pairs.count(), expected.size());
    EXPECT_TRUE(pairs.count_is_exact());
    EXPECT_EQ(pairs.sample(expected.size(), 1), expected);
    EXPECT_EQ(pairs.sample(expected.size() + 1, 1), expected);
    for (Xapian::docid a = 1; a <= 62; ++a) {
        for (Xapian::docid b = a + 1; b <= 62; ++b) {
            ASSERT_EQ(pairs.contains({a, b}),
                      std::binary_search(expected.begin(), expected.end(), DocumentPair{a, b}));
        }
    }
    const Pairs drawn = pairs.sample(expected.size() / 2, 7);
    EXPECT_EQ(drawn.size(), expected.size() / 2);
    EXPECT_EQ(drawn, pairs.sample(expected.size() / 2, 7));
    EXPECT_TRUE(std::includes(expected.begin(), expected.end(), drawn.begin(), drawn.end()));
    EXPECT_EQ(std::adjacent_find(drawn.begin(), drawn.end()), drawn.end());
}

TEST(SuggestedPairs, AsBruteForce) {
    DESCRY_RANDOM(generator);
    for (unsigned i = 0; i < 90; ++i) {
        const auto keys = random_keys(generator, 1 + i % 3);
        const Pairs expected = pairs_of(keys);
        ASSERT_NO_FATAL_FAILURE(expect_same(KeyedPairs(keys), expected));
        Pairs repeated = expected;
        repeated.insert(repeated.begin(), expected.rbegin(), expected.rend());
        ASSERT_NO_FATAL_FAILURE(expect_same(ListedPairs(repeated), expected));
    }
}

TEST(SuggestedPairs, None) {
    expect_same(KeyedPairs({}), {});
    expect_same(ListedPairs({}), {});
    expect_same(KeyedPairs({{1, 1}, {2, 2}, {2, 2}}), {});
}

// Each pair is drawn as often as any other: within five standard deviations.
void expect_uniform(const SuggestedPairs& pairs, std::size_t n, std::uint64_t count) {
    constexpr std::uint64_t TRIALS = 4000;
    std::map<DocumentPair, unsigned> drawn;
    for (std::uint64_t seed = 0; seed < TRIALS; ++seed) {
        const Pairs sample = pairs.sample(n, seed);
        ASSERT_EQ(sample.size(), n);
        for (const DocumentPair& pair : sample)
            ++drawn[pair];
    }
    EXPECT_EQ(drawn.size(), count);
    const double p = static_cast<double>(n) / static_cast<double>(count);
    const double expected = p * static_cast<double>(TRIALS);
    const double slack = 5 * std::sqrt(expected * (1 - p));
    for (const auto& [pair, times] : drawn)
        EXPECT_NEAR(times, expected, slack) << pair.a << " " << pair.b;
}

// Documents 1, 2 and 3 share three keys, the others one.
const std::vector<DocumentKey> UNEVEN = {{10, 1}, {10, 2}, {10, 3}, {11, 1}, {11, 2},
                                         {11, 3}, {12, 1}, {12, 2}, {12, 3}, {13, 3},
                                         {13, 4}, {13, 5}, {13, 6}, {14, 7}, {14, 8}};

TEST(SuggestedPairs, EveryPairIsDrawnAsOften) {
    const Pairs expected = pairs_of(UNEVEN);
    ASSERT_EQ(expected.size(), 10u);
    expect_uniform(KeyedPairs(UNEVEN), 3, 10);
    expect_uniform(ListedPairs(expected), 3, 10);
    expect_uniform(KeyedPairs({{1, 1}, {1, 2}, {1, 3}, {2, 4}, {2, 5}}), 2, 4);
}

TEST(SuggestedPairs, EstimateAboveTheLimit) {
    const KeyedPairs pairs(UNEVEN, 3);
    EXPECT_FALSE(pairs.count_is_exact());
    // 16 with repeats, 10 distinct.
    EXPECT_NEAR(static_cast<double>(pairs.count()), 10, 1);
    expect_uniform(pairs, 1, 10);
    EXPECT_EQ(KeyedPairs(UNEVEN, 16).count(), 10u);
    EXPECT_TRUE(KeyedPairs(UNEVEN, 16).count_is_exact());
    EXPECT_FALSE(KeyedPairs(UNEVEN, 15).count_is_exact());
}

TEST(SuggestedPairs, MorePairsThanFitThirtyTwoBits) {
    std::vector<DocumentKey> keys;
    for (Xapian::docid document = 1; document <= 100'000; ++document)
        keys.push_back({1, document});
    const KeyedPairs pairs(std::move(keys));
    EXPECT_EQ(pairs.count(), 4'999'950'000u);
    const Pairs drawn = pairs.sample(500, 3);
    ASSERT_EQ(drawn.size(), 500u);
    for (const DocumentPair& pair : drawn)
        EXPECT_TRUE(pair.a >= 1 && pair.a < pair.b && pair.b <= 100'000);
    // Half of all pairs have their greater docid in the upper 29 %.
    const auto high = std::count_if(drawn.begin(), drawn.end(),
                                    [](const DocumentPair& pair) { return pair.b > 70'711; });
    EXPECT_NEAR(static_cast<double>(high), 250, 60);
}

TEST(HashSample, KeepsTheSmallestHashesWhateverTheOrder) {
    DESCRY_RANDOM(generator);
    std::vector<std::uint64_t> hashes(100);
    for (std::size_t i = 0; i < hashes.size(); ++i)
        hashes[i] = i;
    std::shuffle(hashes.begin(), hashes.end(), generator);
    HashSample<int> sample(7);
    for (const std::uint64_t hash : hashes)
        sample.offer(hash, static_cast<int>(hash) + 1000);
    EXPECT_EQ(sample.offered(), 100u);
    EXPECT_EQ(sample.take(), (std::vector<int>{1000, 1001, 1002, 1003, 1004, 1005, 1006}));
    HashSample<int> none(0);
    none.offer(1, 1);
    EXPECT_TRUE(none.take().empty());
}

TEST(Judge, WhiteSpaceIsFolded) {
    EXPECT_EQ(characters_of(" a \t\r\n b\u00a0\u2003c "), U"a b c");
    EXPECT_EQ(characters_of("Straße 東京"), U"Straße 東京");
    EXPECT_EQ(characters_of(" \n "), U"");
    EXPECT_EQ(characters_of("a\xff"), U"a\ufffd");
}

TEST(Judge, DistancesOfTexts) {
    TextFile texts;
    texts.put(1, "0123456789");
    texts.put(2, "replaced");
    texts.put(2, "0123456789  ");
    texts.put(4, "012345678X");
    texts.put(5, "something else");
    texts.put(6, std::string(Judge::MAX_CHARACTERS + 1, 'a'));
    texts.put(7, std::string(Judge::MAX_CHARACTERS, 'a'));
    EXPECT_EQ(texts.documents(), 6u);
    EXPECT_EQ(texts.end(), 8u);
    EXPECT_FALSE(texts.has(3));
    EXPECT_FALSE(texts.has(100));
    EXPECT_EQ(texts.get(2), "0123456789  ");
    const Pairs pairs = {{1, 2}, {1, 3}, {1, 4}, {1, 5}, {6, 7}, {1, 7}};
    const std::vector<std::optional<double>> expected = {0,          std::nullopt, 0.1,
                                                         Judge::FAR, std::nullopt, Judge::FAR};
    for (const unsigned threads : {1u, 3u}) {
        const auto distances = Judge(texts, threads).distances(pairs);
        EXPECT_EQ(distances, expected);
        const DistanceCounts counts = count_distances(distances);
        EXPECT_EQ(counts.judged, 4u);
        EXPECT_EQ(counts.unjudged, 2u);
        EXPECT_EQ(counts.share(0), 0.25);
        EXPECT_EQ(counts.share(1), 0.5);
        EXPECT_EQ(counts.share(2), 0.5);
    }
    EXPECT_EQ(DistanceCounts().share(0), std::nullopt);
}

TEST(ChildProcess, ResultsAndFailures) {
    const std::string large(1'000'000, 'x');
    EXPECT_EQ(run_in_child([&] { return large; }), large);
    EXPECT_EQ(run_in_child([] { return std::string(); }), "");
    const auto failure_of = [](const std::function<std::string()>& work) {
        try {
            run_in_child(work);
        } catch (const ChildError& error) {
            return std::string(error.what());
        }
        return std::string("none");
    };
    EXPECT_EQ(failure_of([]() -> std::string { throw std::runtime_error("reason"); }), "reason");
    EXPECT_EQ(failure_of([]() -> std::string { throw Xapian::RangeError("far"); }), "far");
    EXPECT_EQ(failure_of([]() -> std::string { throw std::bad_alloc(); }), "out of memory");
    EXPECT_EQ(failure_of([]() -> std::string { std::_Exit(0); }), "ended without a result");
    EXPECT_NE(failure_of([]() -> std::string {
                  std::raise(SIGKILL);
                  return "";
              }).find("signal 9"),
              std::string::npos);
}

TEST(Calibration, SharesAndIntervals) {
    // Grouped: 1-2 (equal), 3-4 (far). Beside them 1-5 is missed, 3-6 is rightly not grouped.
    TextFile texts;
    for (const Xapian::docid document : {1u, 2u, 5u})
        texts.put(document, "the same text");
    texts.put(3, "one two three four");
    texts.put(4, "another one altogether");
    texts.put(6, "0");
    MethodResult method;
    method.pairs = std::make_unique<ListedPairs>(Pairs{{1, 2}, {3, 4}});
    const ListedPairs candidates({{1, 2}, {1, 5}, {3, 6}, {3, 4}});
    const auto result = calibrate(method, candidates, Judge(texts, 1), 100, 1);
    EXPECT_EQ(result["pairs"], 2);
    EXPECT_EQ(result["near_misses"], 2);
    EXPECT_EQ(result["precision"]["below_08"]["share"], 0.5);
    // Wilson's interval of 1 of 2.
    EXPECT_EQ(result["precision"]["below_08"]["low"], 0.0945);
    EXPECT_EQ(result["precision"]["below_08"]["high"], 0.9055);
    // One pair found, one of the four candidates missed.
    EXPECT_EQ(result["recall"]["below_08"]["share"], 0.5);
    EXPECT_LT(result["recall"]["below_08"]["low"], 0.2);
    EXPECT_GT(result["recall"]["below_08"]["high"], 0.8);

    method.member_heads = std::make_unique<ListedPairs>(Pairs{{1, 2}});
    EXPECT_EQ(
        calibrate(method, candidates, Judge(texts, 1), 100, 1)["precision"]["below_30"]["share"],
        1.0);

    method.pairs = std::make_unique<ListedPairs>(Pairs{{3, 4}});
    method.member_heads = nullptr;
    const auto nothing = calibrate(method, ListedPairs({{3, 6}}), Judge(texts, 1), 100, 1);
    EXPECT_TRUE(nothing["recall"]["below_30"].is_null());
}

}  // namespace
}  // namespace descry
