#include "engine/model/learned_rates.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "engine/model/rate_learner.h"
#include "tests/engine/random_seed.h"

namespace descry {
namespace {

using Words = std::map<std::string, std::uint32_t>;

struct Pair {
    Words a;
    Words b;
    DistanceMillionths distance;
};

struct LearnedWorld {
    CollectionStatistics collection;
    std::vector<WordStatistics> words;
    std::vector<Pair> pairs;
};

std::vector<TermCount> term_counts_of(const Words& words) {
    std::vector<TermCount> terms;
    for (const auto& [term, wdf] : words)
        terms.push_back({term, wdf});
    return terms;
}

std::string random_candidate(std::mt19937_64& random) {
    return (random() % 3 == 0 ? "n" : "w") +
           std::string(1, static_cast<char>((random() % 2 == 0 ? 'a' : '0') + random() % 10));
}

Words random_bag(std::mt19937_64& random) {
    Words words;
    for (std::size_t left = random() % 30; left > 0; --left)
        words[random_candidate(random)] = static_cast<std::uint32_t>(1 + random() % 6);
    return words;
}

LearnedWorld random_learned_world(std::mt19937_64& random, std::size_t pairs) {
    LearnedWorld world;
    world.collection.documents = 1000 + random() % 100000;
    world.collection.occurrences = world.collection.documents * (30 + random() % 300);
    std::map<std::string, WordStatistics> words;
    for (std::size_t left = random() % 40; left > 0; --left) {
        WordStatistics word;
        word.term = random_candidate(random);
        std::uint32_t frequency = random() % 2 == 0 ? 0 : 1000;
        for (std::size_t t = 0, count = random() % 6; t < count; ++t) {
            word.thresholds.push_back({frequency, 1 + random() % (world.collection.documents / 2),
                                       Fixed24::from(static_cast<double>(random() % 300) / 100)});
            frequency += static_cast<std::uint32_t>(1 + random() % (1u << 28));
        }
        words[word.term] = std::move(word);
    }
    for (auto& [term, word] : words)
        world.words.push_back(std::move(word));
    for (std::size_t i = 0; i < pairs; ++i) {
        Words a = random_bag(random);
        Words b = random() % 4 == 0 ? random_bag(random) : a;
        if (!b.empty()) b.erase(b.begin());
        b[random_candidate(random)] = 1;
        world.pairs.push_back({a, b, static_cast<DistanceMillionths>(1 + random() % 150000)});
    }
    return world;
}

void learn_pair(RateLearner& learner, std::span<const TermCount> a, std::span<const TermCount> b,
                DistanceMillionths distance) {
    std::vector<std::uint64_t> hashes_a;
    std::vector<std::uint64_t> hashes_b;
    hash_terms(a, hashes_a);
    hash_terms(b, hashes_b);
    learner.learn(a, hashes_a, b, hashes_b, distance);
}

LearnedCounts learn(const LearnedWorld& world, std::size_t begin, std::size_t end) {
    RateLearner learner(world.words);
    for (std::size_t i = begin; i < end; ++i)
        learn_pair(learner, term_counts_of(world.pairs[i].a), term_counts_of(world.pairs[i].b),
                   world.pairs[i].distance);
    return learner.counts();
}

struct NaiveCount {
    long double s = 0;
    long double f = 0;
};

std::uint64_t length_of(const Words& words) {
    std::uint64_t length = 0;
    for (const auto& word : words)
        length += word.second;
    return length;
}

bool above(const Words& words, const std::string& term, std::uint32_t threshold) {
    const auto found = words.find(term);
    if (found == words.end()) return false;
    return std::ldexp(1.0L * found->second, 32) >
           static_cast<long double>(threshold) * static_cast<long double>(length_of(words));
}

// RECIPE 3c, over all words and thresholds, whether the words stand in the pair or not.
NaiveCount naive_count(const LearnedWorld& world, const std::string& term,
                       std::uint32_t threshold) {
    NaiveCount count;
    for (const Pair& pair : world.pairs) {
        const long double x = std::max(0.02L, pair.distance / 1e6L) / 0.04L;
        const int set = above(pair.a, term, threshold) + above(pair.b, term, threshold);
        count.s += x * set / 2;
        count.f += set == 1;
    }
    return count;
}

// RECIPE 3d.
std::tuple<bool, int, int> class_of(const LearnedWorld& world, const WordStatistics& word,
                                    const Threshold& threshold) {
    const auto documents = static_cast<double>(world.collection.documents);
    const int rare = std::min(
        7, static_cast<int>(std::floor(
               std::log2(documents / static_cast<double>(threshold.documents_above)) / 1.5)));
    const double average = static_cast<double>(world.collection.occurrences) / documents;
    const double needed = std::ldexp(threshold.frequency, -32) * average;
    const int height = threshold.frequency == 0 ? 0 : needed < 1.5 ? 1 : needed < 3 ? 2 : 3;
    const bool digit = word.term.find_first_of("0123456789") != std::string::npos;
    return {digit, rare, height};
}

TEST(RateLearner, CountsWhatPairsShow) {
    DESCRY_RANDOM(random);
    std::size_t flips = 0;
    for (int round = 0; round < 100; ++round) {
        const LearnedWorld world = random_learned_world(random, random() % 20);
        const LearnedCounts counts = learn(world, 0, world.pairs.size());
        ASSERT_EQ(counts.pairs, world.pairs.size());
        ASSERT_EQ(counts.words.size(), world.words.size());
        for (std::size_t i = 0; i < world.words.size(); ++i) {
            ASSERT_EQ(counts.words[i].size(), world.words[i].thresholds.size());
            for (std::size_t t = 0; t < counts.words[i].size(); ++t) {
                const NaiveCount naive =
                    naive_count(world, world.words[i].term, world.words[i].thresholds[t].frequency);
                ASSERT_EQ(counts.words[i][t].flips, naive.f);
                // Exposures are cut off to multiples of 2^-24 of a document.
                ASSERT_NEAR(counts.words[i][t].seen(), static_cast<double>(naive.s), 1e-5);
                flips += counts.words[i][t].flips;
            }
        }
        std::map<std::string, NaiveCount> terms;
        for (const Pair& pair : world.pairs) {
            for (const Words* words : {&pair.a, &pair.b}) {
                for (const auto& word : *words)
                    terms[word.first] = {};
            }
        }
        ASSERT_EQ(counts.presence.size(), terms.size());
        for (const auto& [term, count] : counts.presence) {
            const NaiveCount naive = naive_count(world, term, 0);
            ASSERT_EQ(count.flips, naive.f) << term;
            ASSERT_NEAR(count.seen(), static_cast<double>(naive.s), 1e-5);
        }
    }
    EXPECT_GT(flips, 100u);
}

TEST(RateLearner, APairAtFourPercentIsOneUnit) {
    const std::vector<WordStatistics> words = {{"a", {}, {}, {{0, 1, {}}}}};
    const std::vector<TermCount> with = {{"a", 1}};
    const auto seen = [&](std::span<const TermCount> other, DistanceMillionths distance) {
        RateLearner learner(words);
        learn_pair(learner, with, other, distance);
        return learner.counts().words[0][0].seen();
    };
    EXPECT_EQ(seen(with, 40'000), 1.0);
    EXPECT_EQ(seen(with, 80'000), 2.0);
    EXPECT_EQ(seen({}, 40'000), 0.5);
    EXPECT_EQ(seen(with, 20'000), 0.5);
    EXPECT_EQ(seen(with, 1), 0.5);
}

void expect_equal(const LearnedCounts& a, const LearnedCounts& b) {
    EXPECT_EQ(a.pairs, b.pairs);
    EXPECT_EQ(a.words, b.words);
    EXPECT_EQ(a.presence, b.presence);
}

TEST(LearnedCounts, DoNotDependOnTheOrderOfPairs) {
    DESCRY_RANDOM(random);
    for (int round = 0; round < 50; ++round) {
        LearnedWorld world = random_learned_world(random, 12);
        const LearnedCounts all = learn(world, 0, 12);
        std::shuffle(world.pairs.begin(), world.pairs.end(), random);
        for (Pair& pair : world.pairs)
            std::swap(pair.a, pair.b);
        expect_equal(learn(world, 0, 12), all);
    }
}

TEST(LearnedCounts, RefusesOtherWordsAndChangesNothing) {
    const std::vector<WordStatistics> one = {{"a", {}, {}, {{0, 1, {}}}}};
    std::vector<WordStatistics> two = one;
    two.push_back(one[0]);
    std::vector<WordStatistics> more = one;
    more[0].thresholds.push_back({1, 1, {}});
    std::vector<WordStatistics> none = {{"a", {}, {}, {}}};
    const std::vector<TermCount> a = {{"a", 1}};
    const auto learned = [&](const std::vector<WordStatistics>& words) {
        RateLearner learner(words);
        learn_pair(learner, a, {}, 40'000);
        return learner.counts();
    };
    for (auto* words : {&two, &more, &none}) {
        std::vector<WordStatistics> unchanged = *words;
        EXPECT_THROW(apply_learned_rates(learned(one), {}, unchanged), std::invalid_argument);
    }
}

// RECIPE 3d and 3e.
TEST(ApplyLearnedRates, FollowsTheDefinition) {
    DESCRY_RANDOM(random);
    std::size_t checked = 0;
    for (int round = 0; round < 100; ++round) {
        const LearnedWorld world = random_learned_world(random, 1 + random() % 20);
        std::vector<WordStatistics> words = world.words;
        apply_learned_rates(learn(world, 0, world.pairs.size()), world.collection, words);

        NaiveCount all;  // s: flips that were expected
        std::map<std::tuple<bool, int, int>, NaiveCount> by_class;
        for (const WordStatistics& word : world.words) {
            for (const Threshold& threshold : word.thresholds) {
                const NaiveCount count = naive_count(world, word.term, threshold.frequency);
                NaiveCount& alike = by_class[class_of(world, word, threshold)];
                for (NaiveCount* sum : {&all, &alike}) {
                    sum->f += count.f;
                    sum->s += count.s * threshold.flip_rate.value();
                }
            }
        }
        const long double g = all.s > 0 ? all.f / all.s : 1;
        for (std::size_t i = 0; i < words.size(); ++i) {
            ASSERT_EQ(words[i].term, world.words[i].term);
            for (std::size_t t = 0; t < words[i].thresholds.size(); ++t) {
                const Threshold& before = world.words[i].thresholds[t];
                const Threshold& after = words[i].thresholds[t];
                const NaiveCount count = naive_count(world, words[i].term, before.frequency);
                const NaiveCount& alike = by_class[class_of(world, words[i], before)];
                const long double ratio = (alike.f + 50 * g) / (alike.s + 50);
                const long double rate = std::min(
                    1.5L, (count.f + 4 * std::min(1.0L, ratio * before.flip_rate.value())) /
                              (count.s + 4));
                ASSERT_NEAR(after.flip_rate.value(), static_cast<double>(rate), 1e-5);
                ASSERT_LE(after.flip_rate, Fixed24::from(1.5));
                ASSERT_EQ(after.frequency, before.frequency);
                ASSERT_EQ(after.documents_above, before.documents_above);
                ++checked;
            }
        }
    }
    EXPECT_GT(checked, 500u);
}

TEST(ApplyLearnedRates, AtMostOneAndAHalf) {
    std::vector<WordStatistics> words = {{"a", {}, {}, {{0, 10, Fixed24::from(1)}}}};
    RateLearner learner(words);
    const std::vector<TermCount> a = {{"a", 1}};
    for (int i = 0; i < 1000; ++i)
        learn_pair(learner, a, {}, 1);  // always one of the two: 4 flips a unit of change
    CollectionStatistics collection;
    collection.documents = 100;
    collection.occurrences = 5000;
    apply_learned_rates(learner.counts(), collection, words);
    EXPECT_EQ(words[0].thresholds[0].flip_rate, Fixed24::from(1.5));
}

TEST(ApplyLearnedRates, WithoutPairsNothingChanges) {
    DESCRY_RANDOM(random);
    const LearnedWorld world = random_learned_world(random, 0);
    std::vector<WordStatistics> words = world.words;
    apply_learned_rates(learn(world, 0, 0), world.collection, words);
    apply_learned_rates({}, world.collection, words);
    for (std::size_t i = 0; i < words.size(); ++i)
        EXPECT_EQ(words[i].thresholds, world.words[i].thresholds);
}

}  // namespace
}  // namespace descry
