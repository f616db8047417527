#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/model/stable_terms.h>

#include "engine/model/learned_rates.h"
#include "tests/engine/random_seed.h"

namespace descry {
namespace {

struct TermWorld {
    WordsAndSample statistics;
    LearnedCounts learned;
};

TermWorld random_terms(std::mt19937_64& random) {
    TermWorld world;
    const std::uint64_t documents = 10 + random() % 100000;
    world.statistics.collection.documents = documents;
    std::map<std::string, std::uint64_t> frequencies;
    for (std::size_t left = random() % 200; left > 0; --left) {
        const std::string term = (random() % 2 == 0 ? "x" : "x7") + std::string(random() % 9, 'y') +
                                 static_cast<char>('a' + random() % 26);
        const std::uint64_t most = random() % 2 == 0 ? 50 : documents;
        frequencies[term] = 1 + random() % std::min(most, documents);
    }
    for (const auto& [term, held] : frequencies) {
        world.statistics.frequencies.push_back({term, held});
        if (random() % 2 != 0) continue;
        FlipCount& count = world.learned.presence[term];
        count.exposure = random() % (std::uint64_t{1} << (20 + random() % 13));
        count.flips = static_cast<std::uint32_t>(random() % (random() % 3 == 0 ? 30 : 2));
    }
    world.learned.presence["nowhere else"] = {1u << 25, 1};
    return world;
}

bool digit_in(const std::string& term) {
    return term.find_first_of("0123456789") != std::string::npos;
}

struct Sums {
    double f = 0;
    double s = 0;
};

// Over the terms that @a wanted says, of at least two documents.
template <typename Wanted>
Sums sum_over(const TermWorld& world, Wanted&& wanted) {
    Sums sums;
    for (const TermFrequency& term : world.statistics.frequencies) {
        const auto learned = world.learned.presence.find(term.term);
        if (term.documents < 2 || learned == world.learned.presence.end() || !wanted(term))
            continue;
        sums.f += learned->second.flips;
        sums.s += static_cast<double>(learned->second.exposure) / (1 << 25);
    }
    return sums;
}

// RECIPE 6, term by term.
std::vector<StableTerm> naive_table(const TermWorld& world, const StableTermLimits& limits) {
    const auto documents = static_cast<double>(world.statistics.collection.documents);
    const Sums all = sum_over(world, [](const TermFrequency&) { return true; });
    const double g = (all.f + 0.04) / (all.s + 1);
    std::vector<StableTerm> table;
    for (const TermFrequency& term : world.statistics.frequencies) {
        const auto held = static_cast<double>(term.documents);
        if (held < static_cast<double>(limits.min_documents)) continue;
        if (held > limits.max_share * documents) continue;
        const Sums alike = sum_over(world, [&](const TermFrequency& other) {
            return digit_in(other.term) == digit_in(term.term) &&
                   std::floor(std::log2(other.documents)) == std::floor(std::log2(held));
        });
        const double c = std::min(1.0, (alike.f + 20 * g) / (alike.s + 20));
        double rate = c;
        if (held >= std::max(static_cast<double>(limits.min_documents),
                             std::floor(limits.min_own_share * documents))) {
            const Sums own = sum_over(
                world, [&](const TermFrequency& other) { return other.term == term.term; });
            rate = (own.f + 4 * c) / (own.s + 4);
        }
        const Fixed24 bits = Fixed24::from(std::max(0.0, -std::log2(held / documents)));
        if (bits.value() >= 1 && Fixed24::from(rate) > Fixed24::from(limits.max_rate)) continue;
        const double weight = (rate + 0.005) / std::sqrt(std::max(1.0, bits.value()));
        table.push_back({term.term, Fixed24::from(weight), bits});
    }
    return table;
}

TEST(ChooseStableTerms, FollowsTheDefinition) {
    DESCRY_RANDOM(random);
    std::size_t chosen = 0;
    std::size_t left_out = 0;
    for (int round = 0; round < 200; ++round) {
        const TermWorld world = random_terms(random);
        StableTermLimits limits;
        if (round % 2 == 0) {
            limits.min_documents = 2 + random() % 10;
            limits.min_own_share = static_cast<double>(random() % 100) / 1000;
            limits.max_share = static_cast<double>(1 + random() % 100) / 100;
            limits.max_rate = static_cast<double>(random() % 50) / 100;
        }
        const std::vector<StableTerm> table =
            choose_stable_terms(world.statistics, world.learned, limits);
        ASSERT_EQ(table, naive_table(world, limits)) << "round " << round;
        chosen += table.size();
        left_out += world.statistics.frequencies.size() - table.size();
    }
    EXPECT_GT(chosen, 500u);
    EXPECT_GT(left_out, 500u);
}

TEST(ChooseStableTerms, FromFourDocumentsOnThoseOfMoreThanHalfAreCommon) {
    WordsAndSample statistics;
    statistics.collection.documents = 101;
    statistics.frequencies = {{"a", 3}, {"b", 4}, {"c", 50}, {"d", 51}};
    const std::vector<StableTerm> table = choose_stable_terms(statistics, {});
    ASSERT_EQ(table.size(), 3u);
    EXPECT_EQ(table[0].term, "b");
    EXPECT_EQ(table[1].term, "c");
    EXPECT_FALSE(is_common(table[1]));
    EXPECT_EQ(table[2].term, "d");
    EXPECT_TRUE(is_common(table[2]));
    EXPECT_EQ(table[1].information, word_information(50, 101));
    EXPECT_TRUE(choose_stable_terms({}, {}).empty());
}

// Or a document of a template that makes most of a collection would have no keys of its words,
// where pairs of the others flip in them.
TEST(ChooseStableTerms, CommonOnesAreTakenAtAnyRate) {
    WordsAndSample statistics;
    statistics.collection.documents = 1000;
    statistics.frequencies = {{"common", 501}, {"half", 499}};
    LearnedCounts learned;
    for (const char* const term : {"common", "half"})
        learned.presence[term] = {std::uint64_t{100} << 25, 50};
    const std::vector<StableTerm> table = choose_stable_terms(statistics, learned);
    ASSERT_EQ(table.size(), 1u);
    EXPECT_EQ(table[0].term, "common");
    EXPECT_GT(table[0].weight.value(), 0.4);
}

// Numbers that flip say nothing of words as frequent, and nothing of numbers of another frequency.
TEST(ChooseStableTerms, NumbersAreAClassOfTheirOwn) {
    WordsAndSample statistics;
    statistics.collection.documents = 1000000;
    statistics.frequencies = {{"1999", 100}, {"2000", 127}, {"2001", 128}, {"word", 100}};
    LearnedCounts learned;
    // Many flips of one number; as many words seen that never flip keep the rate of all low.
    learned.presence["1999"] = {std::uint64_t{100} << 25, 50};
    learned.presence["word"] = {std::uint64_t{10000} << 25, 0};
    const std::vector<StableTerm> table = choose_stable_terms(statistics, learned);
    ASSERT_EQ(table.size(), 2u);
    EXPECT_EQ(table[0].term, "2001");
    EXPECT_EQ(table[1].term, "word");
}

TEST(ChooseStableTerms, RareTermsHaveTheRateOfTheirClass) {
    WordsAndSample statistics;
    statistics.collection.documents = 100010;  // own rates from 30 documents
    statistics.frequencies = {{"a", 29}, {"b", 30}, {"z", 1000}};
    LearnedCounts learned;
    learned.presence["z"] = {std::uint64_t{10000} << 25, 0};
    learned.presence["a"] = {std::uint64_t{100} << 25, 1};
    learned.presence["b"] = {std::uint64_t{100} << 25, 1};
    const std::vector<StableTerm> table = choose_stable_terms(statistics, learned);
    ASSERT_EQ(table.size(), 3u);
    const auto rate = [&](std::size_t i) {
        return table[i].weight.value() * std::sqrt(table[i].information.value()) - 0.005;
    };
    // Both are of the class 16 to 31: two flips in 200 units, drawn towards the few of all.
    const double overall = 2.04 / 10201;
    const double of_class = (2 + 20 * overall) / 220;
    EXPECT_NEAR(rate(0), of_class, 1e-6);
    EXPECT_NEAR(rate(1), (1 + 4 * of_class) / 104, 1e-6);
}

}  // namespace
}  // namespace descry
